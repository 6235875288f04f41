"use client";

import { operationKinds, type Topology } from "@primacy/contract";
import { Button, Card, FormErrorSummary } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { useAllHosts } from "../../client/use-all-hosts";
import { useApi } from "../../client/use-api";
import { useErrorTexts } from "../../client/use-error-texts";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { useTopology } from "../../client/use-topology";
import { OperationProblem } from "../operation/operation-page";
import { CheckReportView } from "../vip/check-report";
import { HaproxyConfirm } from "./haproxy-confirm";
import { emptyHaproxyDraft, type HaproxyDraft, toHaproxyRequest } from "./haproxy-draft";
import { HaproxyFields } from "./haproxy-fields";
import { useHaproxyErrors } from "./use-haproxy-errors";

/** HAProxy with Keepalived: on which hosts, at which address; then its checks, its plan, and the order. */
export function HaproxyPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  const proxies = useApi("listProxies", { params: { id: clusterId } });
  return (
    <Loaded query={topology}>
      {(picture) => (
        <Loaded query={proxies}>
          {({ freeVirtualRouterId }) => <Form topology={picture} free={freeVirtualRouterId} />}
        </Loaded>
      )}
    </Loaded>
  );
}

function Form({ topology, free }: { readonly topology: Topology; readonly free: number | null }): ReactNode {
  const t = useTranslations("proxy");
  const hosts = useAllHosts({ enabled: true });
  const [draft, setDraft] = useState<HaproxyDraft>(emptyHaproxyDraft);
  const checking = useStarter();
  const errors = useHaproxyErrors(draft, free, checking.problem);
  const refusals = useErrorTexts()(checking.problem === null ? checking.error : null);
  const checked = findResult(operationKinds["proxy.check"].result, checking.operation);
  const { clusterId } = topology;
  const check = (): void => {
    if (!errors.ask()) return;
    const proxy = toHaproxyRequest(draft, free);
    checking.start(() => api.call("checkProxy", { params: { id: clusterId }, body: { proxy } }));
  };
  const problems = [...errors.all, ...refusals.map((message) => ({ message }))];
  return (
    <div className="flex flex-col gap-4">
      {problems.length === 0 ? null : <FormErrorSummary title={t("problems")} problems={problems} />}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        <form
          id="new-proxy"
          className="flex min-w-0 flex-col gap-4"
          onSubmit={(event) => {
            event.preventDefault();
            check();
          }}
        >
          <HaproxyFields
            draft={draft}
            free={free}
            hosts={hosts}
            clusterId={clusterId}
            errors={errors}
            onDraft={(next) => {
              setDraft(next);
              // What was checked is another proxy than this.
              checking.reset();
            }}
          />
        </form>
        <Card title={t("consequenceTitle")}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{t("consequence")}</p>
            <p>{t("consequenceSafe")}</p>
            <Button
              type="submit"
              form="new-proxy"
              variant={checked === null ? "primary" : "secondary"}
              className="self-start"
              loading={checking.isUnderWay}
            >
              {t(checking.isUnderWay ? "checking" : "check")}
            </Button>
          </div>
        </Card>
      </div>
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : (
        <>
          <CheckReportView report={checked.report} hosts={topology.hosts} />
          <HaproxyConfirm
            clusterId={clusterId}
            clusterName={topology.clusterName}
            hosts={draft.hostIds.flatMap((id) => hosts.find((host) => host.id === id)?.name ?? [])}
            checked={checked}
            proxy={toHaproxyRequest(draft, free)}
          />
        </>
      )}
    </div>
  );
}
