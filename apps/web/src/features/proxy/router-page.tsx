"use client";

import { isFinished, operationKinds, type ProxyQuestion, type Topology, withPort } from "@primacy/contract";
import { Button, ButtonLink, Card, KeyValueList, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { useAllHosts } from "../../client/use-all-hosts";
import { findResult } from "../../client/use-result";
import { type Starter, useStarter } from "../../client/use-started";
import { useTopology } from "../../client/use-topology";
import { listLoadHosts } from "../benchmark/form/load-hosts";
import { AdministratorFields, nobody } from "../fix/administrator-fields";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { CheckReportView } from "../vip/check-report";
import { RouterConfirm } from "./router-confirm";
import { type RouterDraft, toQuestion, usualPorts } from "./router-draft";
import { RouterFields } from "./router-fields";

/** Setting up a MySQL Router: host and ports, what stands against it, the plan, and its steps as they go. */
export function RouterPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(picture) => <RouterSetup topology={picture} />}</Loaded>;
}

function RouterSetup({ topology }: { readonly topology: Topology }): ReactNode {
  const [draft, setDraft] = useState<RouterDraft>({ hostId: null, ...usualPorts });
  const hosts = useAllHosts({ enabled: true });
  const checking = useStarter();
  const ordering = useStarter();
  const { clusterId } = topology;
  const host = hosts.find(({ id }) => id === draft.hostId);
  if (ordering.operation !== undefined) {
    return (
      <Ordered
        topology={topology}
        ordering={ordering}
        question={toQuestion(draft)}
        address={host?.agentAddress ?? "-"}
        onAgain={() => {
          ordering.reset();
          checking.reset();
          setDraft({ hostId: null, ...usualPorts });
        }}
      />
    );
  }
  return (
    <div className="flex flex-col gap-4">
      <RouterFields
        draft={draft}
        hosts={listLoadHosts(hosts, clusterId)}
        checking={checking}
        onDraft={(next) => {
          setDraft(next);
          // What was checked is another one than this.
          checking.reset();
        }}
        onCheck={(body) => checking.start(() => api.call("checkProxy", { params: { id: clusterId }, body }))}
      />
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      <Checked {...{ topology, draft, checking, ordering }} hostName={host?.name ?? "-"} />
    </div>
  );
}

/** What the checks found, and the way to the order. */
function Checked({
  topology: { clusterId, clusterName, hosts },
  draft,
  hostName,
  checking,
  ordering,
}: {
  readonly topology: Topology;
  readonly draft: RouterDraft;
  readonly hostName: string;
  readonly checking: Starter;
  readonly ordering: Starter;
}): ReactNode {
  const t = useTranslations("router");
  const [administrator, setAdministrator] = useState(nobody);
  const checked = findResult(operationKinds["proxy.check"].result, checking.operation);
  const question = toQuestion(draft);
  if (checked === null || question === null) return null;
  const needsAccount = checked.needsAccount === true;
  const order = (): void => {
    const body = { ...question, confirm: clusterName, ...(needsAccount ? { administrator } : {}) };
    ordering.start(() => api.call("installProxy", { params: { id: clusterId }, body }));
  };
  return (
    <>
      <CheckReportView report={checked.report} hosts={hosts} />
      {checked.report.hasFailures || !needsAccount ? null : (
        <Card>
          <AdministratorFields account={administrator} onAccount={setAdministrator} text={t("account")} />
        </Card>
      )}
      <RouterConfirm {...{ clusterName, hostName, checked, ordering }} onConfirm={order} />
    </>
  );
}

/** The operation as it goes, and at its end the addresses. */
function Ordered({
  topology: { clusterId },
  ordering: { operation },
  question,
  address,
  onAgain,
}: {
  readonly topology: Topology;
  readonly ordering: Starter;
  readonly question: ProxyQuestion | null;
  readonly address: string;
  readonly onAgain: () => void;
}): ReactNode {
  const t = useTranslations("router");
  const result = findResult(operationKinds["proxy.install"].result, operation);
  if (operation === undefined) return null;
  const ports = question?.proxy.kind === "router" ? question.proxy.ports : null;
  const ways = (["write", "read", "split"] as const).flatMap((way) => {
    const port = ports?.[way] ?? null;
    return port === null ? [] : [{ key: way, label: t(way), value: withPort(address, port) }];
  });
  return (
    <div className="flex flex-col gap-4">
      <OperationProblem operation={operation} />
      {result === null ? null : (
        <>
          <Notice
            tone="ok"
            title={t("done", { member: result.leadsTo })}
            actions={<ButtonLink href={`/clusters/${clusterId}/proxies`}>{t("open")}</ButtonLink>}
          >
            {t("doneText")}
          </Notice>
          <Card>
            <KeyValueList items={ways} />
          </Card>
        </>
      )}
      <Card title={t("running")}>
        <OperationSteps label={t("running")} steps={operation.steps} />
      </Card>
      {isFinished(operation.state) ? (
        <Button className="self-start" onClick={onAgain}>
          {t("again")}
        </Button>
      ) : null}
    </div>
  );
}
