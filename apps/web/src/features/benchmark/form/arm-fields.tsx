"use client";

import { type ClusterEndpoint, type EndpointWay, withPort } from "@primacy/contract";
import {
  Badge,
  Button,
  Card,
  Checkbox,
  classNames,
  Field,
  IconButton,
  Input,
  SERIES_COLORS,
} from "@primacy/ui";
import { Plus, Trash2 } from "lucide-react";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { kindOfWay } from "../benchmark-names";
import { AddressFields } from "./address-fields";
import {
  type AddressDraft,
  type ArmDraft,
  chosenArms,
  isPrimaryOf,
  withArm,
  withBaseline,
  withTypedArm,
} from "./benchmark-draft";
import type { FormPart } from "./benchmark-form";
import { idOfPlace } from "./benchmark-problems";
import { FurtherAddresses } from "./further-addresses";

/** What is compared: every way to the database that the cluster has, and addresses that somebody types. */
export function ArmFields(props: FormPart & { readonly primaryMemberId: string | null }): ReactNode {
  const { draft, onDraft, errors } = props;
  const t = useTranslations("benchmark.form");
  const problems = errors.at("arms");
  const baseline = chosenArms(draft)[0]?.key;
  return (
    <Card
      title={t("compare")}
      description={t("compareText")}
      actions={
        <Button
          size="sm"
          icon={<Plus aria-hidden />}
          title={t("customText")}
          onClick={() => onDraft(withTypedArm(draft, t("arm.custom")))}
        >
          {t("custom")}
        </Button>
      }
      padding="none"
    >
      <fieldset id={idOfPlace("arms")} tabIndex={-1}>
        <legend className="sr-only">{t("compare")}</legend>
        {problems.length === 0 ? null : (
          <p role="alert" className="px-4 pt-3 text-failed-ink text-xs">
            {problems.join(" ")}
          </p>
        )}
        <ul className="divide-y divide-line">
          {draft.arms.map((arm) => (
            <ArmRow key={arm.key} {...props} arm={arm} isBaseline={arm.key === baseline} />
          ))}
        </ul>
      </fieldset>
    </Card>
  );
}

interface ArmRowProps extends FormPart {
  readonly primaryMemberId: string | null;
  readonly arm: ArmDraft;
  readonly isBaseline: boolean;
}

function ArmRow(props: ArmRowProps): ReactNode {
  const { draft, onDraft, errors, arm, isBaseline } = props;
  const t = useTranslations("benchmark.form");
  const words = useTranslations("benchmark");
  const { target } = arm;
  const isTyped = target.kind === "typed";
  const color = SERIES_COLORS[kindOfWay[target.kind === "known" ? target.endpoint.way : "custom"]];
  return (
    <li className="grid gap-x-4 gap-y-2 px-4 py-2.5 sm:grid-cols-[minmax(0,1fr)_minmax(0,13rem)_9.5rem] sm:items-start">
      <div className="flex min-w-0 items-start gap-2.5 sm:pt-1.5">
        <span
          aria-hidden
          className="mt-2 h-[3px] w-3 shrink-0 rounded-full"
          style={{ background: color, opacity: arm.isChosen ? 1 : 0.35 }}
        />
        {target.kind === "known" ? (
          <KnownTarget {...props} endpoint={target.endpoint} />
        ) : (
          <AddressFields
            placeKey={arm.key}
            target={target}
            errors={errors}
            onTarget={(next) => onDraft(withArm(draft, arm.key, { target: next }))}
          />
        )}
      </div>
      {arm.isChosen ? (
        <Field
          label={isTyped ? words("name") : t("armName", { endpoint: addressOf(target) })}
          labelHidden={!isTyped}
          id={idOfPlace(`arm-name:${arm.key}`)}
          errors={[...errors.at(`arm-name:${arm.key}`), ...errors.at(`arm:${arm.key}`)]}
        >
          <Input
            autoComplete="off"
            value={arm.name}
            onChange={({ target: { value } }) => onDraft(withArm(draft, arm.key, { name: value }))}
            onBlur={errors.tell}
          />
        </Field>
      ) : (
        <span className="hidden sm:block" />
      )}
      <div
        className={classNames(
          "flex items-center gap-2 sm:min-h-8 sm:justify-end",
          // Its fields have their names above them.
          isTyped && "sm:pt-[1.625rem]",
        )}
      >
        {!arm.isChosen ? null : isBaseline ? (
          <Badge emphasis>{t("baseline")}</Badge>
        ) : (
          <Button size="sm" variant="ghost" onClick={() => onDraft(withBaseline(draft, arm.key))}>
            {t("makeBaseline")}
          </Button>
        )}
        {isTyped ? (
          <IconButton
            size="sm"
            label={t("removeArm", { name: arm.name })}
            icon={<Trash2 aria-hidden />}
            onClick={() => onDraft(withArm(draft, arm.key, null))}
          />
        ) : null}
      </div>
      {arm.isChosen ? <FurtherAddresses {...props} /> : null}
    </li>
  );
}

function addressOf(target: ArmDraft["target"]): string {
  return target.kind === "known" ? withPort(target.endpoint.address, target.endpoint.port) : target.address;
}

/** While nobody knows which member is the primary, no other is called a secondary. */
function wordOf(endpoint: ClusterEndpoint, primaryMemberId: string | null): WayWord {
  if (isPrimaryOf(endpoint, primaryMemberId)) return "primary";
  return endpoint.way === "direct" && primaryMemberId === null ? "member" : endpoint.way;
}

type WayWord = EndpointWay | "primary" | "member";
type Known = Extract<AddressDraft, { kind: "known" }>;

function KnownTarget({
  draft,
  onDraft,
  arm,
  endpoint,
  primaryMemberId,
}: ArmRowProps & { readonly endpoint: Known["endpoint"] }): ReactNode {
  const t = useTranslations("benchmark.form");
  const way = wordOf(endpoint, primaryMemberId);
  return (
    <Checkbox
      className="min-w-0"
      checked={arm.isChosen}
      onCheckedChange={(isChosen) => onDraft(withArm(draft, arm.key, { isChosen }))}
      label={
        <span className="flex flex-wrap items-baseline gap-x-2">
          {endpoint.name === endpoint.address ? null : <span className="font-medium">{endpoint.name}</span>}
          <span className="font-mono text-ink-muted text-xs">
            {withPort(endpoint.address, endpoint.port)}
          </span>
        </span>
      }
      hint={t(`way.${way}`)}
    />
  );
}
