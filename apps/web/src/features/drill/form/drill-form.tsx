"use client";

import { type ClusterEndpoint, operationKinds, type Topology, withPort } from "@primacy/contract";
import {
  Button,
  Card,
  Checkbox,
  Field,
  FormErrorSummary,
  Input,
  Notice,
  RadioGroup,
  Select,
} from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../../client/api";
import { Loaded } from "../../../client/loaded";
import { useAllHosts } from "../../../client/use-all-hosts";
import { useApi } from "../../../client/use-api";
import { useErrorTexts } from "../../../client/use-error-texts";
import { findResult } from "../../../client/use-result";
import { useStarter } from "../../../client/use-started";
import { useTopology } from "../../../client/use-topology";
import { OperationProblem } from "../../operation/operation-page";
import { AllowDrills } from "../allow-drills";
import { CheckedDrill } from "./checked-drill";
import { type DrillDraft, emptyDraft, findProblems, keyOfWay, listWays, toRequest } from "./drill-draft";

/** A new drill: what is broken, through which ways it is watched, from where; then its checks, its plan, and the order. */
export function DrillForm({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  const endpoints = useApi("listEndpoints", { params: { id: clusterId } });
  return (
    <Loaded query={topology}>
      {(picture) => (
        <Loaded query={endpoints}>{({ items }) => <Form topology={picture} endpoints={items} />}</Loaded>
      )}
    </Loaded>
  );
}

function Form({
  topology,
  endpoints,
}: {
  readonly topology: Topology;
  readonly endpoints: readonly ClusterEndpoint[];
}): ReactNode {
  const t = useTranslations("drill.form");
  const { clusterId, primaryMemberId } = topology;
  const ways = listWays(endpoints, primaryMemberId);
  const [draft, setDraft] = useState(() => emptyDraft(ways));
  const [isTold, setTold] = useState(false);
  const checking = useStarter();
  const problems = findProblems(draft);
  const texts = useErrorTexts()(checking.error);
  const checked = findResult(operationKinds["drill.check"].result, checking.operation);
  const change = (next: Partial<DrillDraft>): void => {
    setDraft((before) => ({ ...before, ...next }));
    // What was checked is another drill than this.
    checking.reset();
  };
  const request = toRequest(draft, ways);
  const check = (): void => {
    setTold(true);
    if (problems.endpoints !== null || problems.objective !== null) return;
    checking.start(() => api.call("checkDrill", { params: { id: clusterId }, body: request }));
  };
  return (
    <div className="flex max-w-3xl flex-col gap-4">
      <form
        className="flex flex-col gap-4"
        onSubmit={(event) => {
          event.preventDefault();
          check();
        }}
      >
        <NotAllowed clusterId={clusterId} />
        {texts.length === 0 ? null : (
          <FormErrorSummary title={t("refused")} problems={texts.map((message) => ({ message }))} />
        )}
        <FaultCard draft={draft} onDraft={change} />
        <WaysCard
          ways={ways}
          draft={draft}
          onDraft={change}
          error={isTold && problems.endpoints !== null ? t(`problems.${problems.endpoints}`) : null}
        />
        <WatchCard
          topology={topology}
          draft={draft}
          onDraft={change}
          error={isTold && problems.objective !== null ? t(`problems.${problems.objective}`) : null}
        />
        <Button
          type="submit"
          variant={checked === null ? "primary" : "secondary"}
          className="self-start"
          loading={checking.isUnderWay}
        >
          {t(checking.isUnderWay ? "checking" : "check")}
        </Button>
      </form>
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : <CheckedDrill topology={topology} request={request} checked={checked} />}
    </div>
  );
}

interface PartProps {
  readonly draft: DrillDraft;
  readonly onDraft: (change: Partial<DrillDraft>) => void;
}

/** That nobody has allowed drills yet, with the switch for those who may. */
function NotAllowed({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill.allow");
  const cluster = useApi("getCluster", { params: { id: clusterId } }).data;
  if (cluster === undefined || cluster.allowsDrills) return null;
  return (
    <>
      <Notice tone="warning" title={t("off")}>
        {t("offText")}
      </Notice>
      <AllowDrills clusterId={clusterId} />
    </>
  );
}

/** The catalogue: what a fault does, whom it hits, what it risks, what it needs, how it heals. */
function FaultCard({ draft, onDraft }: PartProps): ReactNode {
  const t = useTranslations("drill.form");
  const facts = ["does", "hits", "risks", "needs", "heals"] as const;
  return (
    <Card title={t("fault.title")} description={t("fault.text")}>
      <div className="flex flex-col gap-4">
        <dl className="grid gap-x-4 gap-y-2 text-sm sm:grid-cols-[8rem_minmax(0,1fr)]">
          {facts.map((fact) => (
            <div key={fact} className="contents">
              <dt className="text-ink-muted">{t(`facts.${fact}`)}</dt>
              <dd>{t(`fault.${fact}`)}</dd>
            </div>
          ))}
        </dl>
        <p className="font-medium text-sm">{t("after.label")}</p>
        <RadioGroup
          label={t("after.label")}
          value={draft.restarts ? "restarts" : "stays"}
          onValueChange={(value) => onDraft({ restarts: value === "restarts" })}
          options={(["stays", "restarts"] as const).map((value) => ({
            value,
            label: t(`after.${value}`),
            hint: t(`after.${value}Hint`),
          }))}
        />
      </div>
    </Card>
  );
}

/** Through which ways clients are played. */
function WaysCard({
  ways,
  draft,
  onDraft,
  error,
}: PartProps & { readonly ways: readonly ClusterEndpoint[]; readonly error: string | null }): ReactNode {
  const t = useTranslations("drill.form");
  const toggle = (key: string, isChosen: boolean): void =>
    onDraft({
      endpoints: [...draft.endpoints.filter((one) => one !== key), ...(isChosen ? [key] : [])],
    });
  return (
    <Card title={t("ways.title")} description={t("ways.text")}>
      <fieldset className="flex flex-col gap-3">
        <legend className="sr-only">{t("ways.title")}</legend>
        {ways.map((way) => (
          <Checkbox
            key={keyOfWay(way)}
            label={`${t(`way.${nameOfWay(way)}`)} ${withPort(way.address, way.port)}`}
            {...(way.way === "direct" ? { hint: t("way.directHint") } : {})}
            checked={draft.endpoints.includes(keyOfWay(way))}
            invalid={error !== null}
            onCheckedChange={(isChosen) => toggle(keyOfWay(way), isChosen)}
          />
        ))}
        {error === null ? null : (
          <p role="alert" className="text-failed text-sm">
            {error}
          </p>
        )}
      </fieldset>
    </Card>
  );
}

const wayNames = ["direct", "write_vip", "router_write", "haproxy_write", "custom"] as const;

function nameOfWay({ way }: ClusterEndpoint): (typeof wayNames)[number] {
  return wayNames.find((name) => name === way) ?? "custom";
}

/** From where it is watched, and what it is judged by. */
function WatchCard({
  topology,
  draft,
  onDraft,
  error,
}: PartProps & { readonly topology: Topology; readonly error: string | null }): ReactNode {
  const t = useTranslations("drill.form");
  const hit = topology.hosts.find(({ members }) =>
    members.some(({ memberId }) => memberId === topology.primaryMemberId),
  );
  const hosts = useAllHosts({ enabled: true }).filter(
    ({ id, agentState }) => id !== hit?.hostId && agentState !== "none",
  );
  const automatic = "automatic";
  return (
    <Card title={t("watch.title")}>
      <div className="grid items-start gap-4 sm:grid-cols-2">
        <Field label={t("watch.observer")} hint={t("watch.observerHint")}>
          <Select
            value={draft.observerHostId ?? automatic}
            onValueChange={(value) => onDraft({ observerHostId: value === automatic ? null : value })}
            options={[
              { value: automatic, label: t("watch.automatic") },
              ...hosts.map(({ id, name }) => ({ value: id, label: name })),
            ]}
          />
        </Field>
        <Field
          label={t("watch.objective")}
          hint={t("watch.objectiveHint")}
          errors={error === null ? [] : [error]}
        >
          <Input
            inputMode="decimal"
            value={draft.objective}
            onChange={(event) => onDraft({ objective: event.target.value })}
          />
        </Field>
      </div>
    </Card>
  );
}
