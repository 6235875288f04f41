"use client";

import { type ClusterEndpoint, operationKinds, type Topology } from "@primacy/contract";
import { Button, FormErrorSummary } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../../client/api";
import { Loaded } from "../../../client/loaded";
import { useApi } from "../../../client/use-api";
import { useErrorTexts } from "../../../client/use-error-texts";
import { findResult } from "../../../client/use-result";
import { useStarter } from "../../../client/use-started";
import { useTopology } from "../../../client/use-topology";
import { OperationProblem } from "../../operation/operation-page";
import { NotAllowed } from "../not-allowed";
import { CheckedDrill } from "./checked-drill";
import {
  type DrillDraft,
  emptyDraft,
  findProblems,
  listReadWays,
  listWays,
  toRequest,
  withProxy,
  withSecondary,
} from "./drill-draft";
import { FaultCard } from "./fault-card";
import { listSecondaries } from "./fault-choices";
import type { AskedCheck } from "./find-moved";
import { WatchCard } from "./watch-card";
import { WaysCard } from "./ways-card";

/** A new drill: what is broken, through which ways it is watched, from where; then its checks, its plan, and the order. */
export function DrillForm({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  const cluster = useApi("getCluster", { params: { id: clusterId } });
  const endpoints = useApi("listEndpoints", { params: { id: clusterId } });
  return (
    <Loaded query={topology}>
      {(picture) => (
        <Loaded query={cluster}>
          {({ drillObjectiveMs }) => (
            <Loaded query={endpoints}>
              {({ items }) => <Form topology={picture} endpoints={items} objectiveMs={drillObjectiveMs} />}
            </Loaded>
          )}
        </Loaded>
      )}
    </Loaded>
  );
}

function Form({
  topology,
  endpoints,
  objectiveMs,
}: {
  readonly topology: Topology;
  readonly endpoints: readonly ClusterEndpoint[];
  readonly objectiveMs: number;
}): ReactNode {
  const t = useTranslations("drill.form");
  const { clusterId, primaryMemberId } = topology;
  const ways = listWays(endpoints, primaryMemberId);
  const reads = listReadWays(endpoints, primaryMemberId);
  const [draft, setDraft] = useState(() => emptyDraft(ways, objectiveMs));
  const [asked, setAsked] = useState<AskedCheck | null>(null);
  const [isTold, setTold] = useState(false);
  const checking = useStarter();
  const problems = findProblems(draft, ways, reads);
  const texts = useErrorTexts()(checking.error);
  const checked = findResult(operationKinds["drill.check"].result, checking.operation);
  const change = (next: Partial<DrillDraft>): void => {
    setDraft((before) => ({ ...before, ...next }));
    // What was checked is another drill than this.
    checking.reset();
  };
  const secondaries = new Set(listSecondaries(topology).map(({ memberId }) => memberId));
  const fault = withProxy(withSecondary(draft.fault, secondaries), endpoints);
  const request = toRequest({ ...draft, fault }, ways, reads);
  const check = (): void => {
    setTold(true);
    if (Object.values(problems).some((problem) => problem !== null)) return;
    setAsked({ request, primaryMemberId });
    checking.start(() => api.call("checkDrill", { params: { id: clusterId }, body: request }));
  };
  return (
    <div className="flex max-w-4xl flex-col gap-4">
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
        <FaultCard topology={topology} endpoints={endpoints} draft={draft} onDraft={change} />
        <WaysCard
          ways={ways}
          reads={reads}
          draft={draft}
          onDraft={change}
          error={isTold && problems.endpoints !== null ? t(`problems.${problems.endpoints}`) : null}
          readError={isTold && problems.readEndpoints !== null ? t("problems.manyReads") : null}
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
      {checked === null || asked === null ? null : (
        <CheckedDrill topology={topology} request={request} asked={asked} checked={checked} />
      )}
    </div>
  );
}
