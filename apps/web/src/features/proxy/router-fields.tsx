"use client";

import type { ProxyQuestion } from "@primacy/contract";
import { Button, Card, Field, FormErrorSummary, Input, Link, Select } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import type { Starter } from "../../client/use-started";
import { useListMarks } from "../../i18n/list-marks";
import type { LoadHost } from "../benchmark/form/load-hosts";
import { findPortProblems, type RouterDraft, type RouterPortName, toQuestion } from "./router-draft";

/** Properties of {@link RouterFields}. */
interface RouterFieldsProps {
  readonly draft: RouterDraft;
  readonly hosts: readonly LoadHost[];
  readonly checking: Starter;
  readonly onDraft: (draft: RouterDraft) => void;
  readonly onCheck: (question: ProxyQuestion) => void;
}

/** The host and the ports of a MySQL Router, with what will happen beside them. */
export function RouterFields(props: RouterFieldsProps): ReactNode {
  const { draft, checking, onCheck } = props;
  const t = useTranslations("router");
  const refusals = useErrorTexts()(checking.error);
  const question = toQuestion(draft);
  return (
    <>
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={refusals.map((message) => ({ message }))} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title={t("title")} description={t("intro")}>
          <form
            className="flex flex-col gap-4"
            onSubmit={(event) => {
              event.preventDefault();
              if (question !== null) onCheck(question);
            }}
          >
            <HostField {...props} />
            <div className="grid gap-4 sm:grid-cols-3">
              {(["write", "read", "split"] as const).map((name) => (
                <PortField key={name} name={name} {...props} />
              ))}
            </div>
            <Button
              type="submit"
              className="self-start"
              loading={checking.isUnderWay}
              disabled={question === null}
            >
              {t(checking.isUnderWay ? "checking" : "check")}
            </Button>
          </form>
        </Card>
        <Card title={t("consequenceTitle")}>
          <p className="text-sm">{t("consequence")}</p>
        </Card>
      </div>
    </>
  );
}

function HostField({ draft, hosts, onDraft }: RouterFieldsProps): ReactNode {
  const t = useTranslations("router");
  const { clause } = useListMarks();
  const placeWords = { free: t("hostFree"), elsewhere: t("hostElsewhere"), here: t("hostHere") };
  const saidOf = ({ place, operator }: LoadHost): string =>
    [placeWords[place], t(`operator.${operator}`)].join(clause);
  const chosen = hosts.find(({ id }) => id === draft.hostId);
  const hint =
    hosts.length === 0 ? (
      t("hostNone")
    ) : chosen === undefined ? (
      t("hostHint")
    ) : (
      <span className="flex flex-wrap gap-x-2">
        {saidOf(chosen)}
        {chosen.operator === "running" ? null : <Link href={`/hosts/${chosen.id}`}>{t("hostSetUp")}</Link>}
      </span>
    );
  return (
    <Field label={t("host")} hint={hint} required>
      <Select
        name="hostId"
        placeholder={t("hostChoose")}
        disabled={hosts.length === 0}
        value={chosen?.id}
        onValueChange={(hostId) => onDraft({ ...draft, hostId })}
        options={hosts.map((host) => ({ value: host.id, label: host.name, hint: saidOf(host) }))}
      />
    </Field>
  );
}

function PortField({
  name,
  draft,
  onDraft,
}: RouterFieldsProps & { readonly name: RouterPortName }): ReactNode {
  const t = useTranslations("router");
  const problem = findPortProblems(draft)[name];
  return (
    <Field
      label={t(name)}
      hint={t(`${name}Hint`)}
      errors={problem === undefined ? [] : [t(problem)]}
      required={name !== "split"}
    >
      <Input
        name={name}
        inputMode="numeric"
        autoComplete="off"
        className="tabular-nums"
        value={draft[name]}
        onChange={({ target }) => onDraft({ ...draft, [name]: target.value })}
      />
    </Field>
  );
}
