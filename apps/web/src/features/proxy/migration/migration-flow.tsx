"use client";

import { type MigrationProof, operationKinds, type Topology } from "@primacy/contract";
import { Button, ButtonLink, Card, Notice } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { api } from "../../../client/api";
import { useErrorTexts } from "../../../client/use-error-texts";
import { findResult } from "../../../client/use-result";
import { type Starter, useStarter } from "../../../client/use-started";
import { OperationProblem } from "../../operation/operation-page";
import { OperationSteps } from "../../operation/operation-steps";
import { useTopologyTexts } from "../../topology/topology-texts";
import { CheckReportView } from "../../vip/check-report";
import { MigrationConfirm, type MigrationWish } from "./migration-confirm";

/** Properties of {@link MigrationFlow}. */
interface MigrationFlowProps {
  readonly topology: Topology;
  readonly migration: MigrationWish;
  readonly checking: Starter;
  readonly onCheck: () => void;
  /** What is asked for. */
  readonly children: ReactNode;
}

/** From the question to the order: what happens, the check, the plan behind the cluster's name, and its steps as they go. */
export function MigrationFlow({
  topology,
  migration,
  checking,
  onCheck,
  children,
}: MigrationFlowProps): ReactNode {
  const t = useTranslations("migration");
  const ordering = useStarter();
  const refusals = useErrorTexts()(checking.error, ["/migration/address", "/migration/port"]);
  const { clusterId, clusterName, hosts } = topology;
  const checked = findResult(operationKinds["migration.check"].result, checking.operation);
  if (ordering.operation !== undefined)
    return <Ordered clusterId={clusterId} ordering={ordering} onAgain={checking.reset} />;
  const isBack = migration.to === "keepalived";
  return (
    <div className="flex flex-col gap-4">
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_22rem]">
        {children}
        <Card title={t("consequenceTitle")}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{t(isBack ? "toKeepalived" : "toVip")}</p>
            <p>{t(isBack ? "toKeepalivedSafe" : "toVipSafe")}</p>
            <Button
              variant={checked === null ? "primary" : "secondary"}
              className="self-start"
              loading={checking.isUnderWay}
              onClick={onCheck}
            >
              {t(checking.isUnderWay ? "checking" : "check")}
            </Button>
          </div>
        </Card>
      </div>
      {refusals.map((one) => (
        <Notice key={one} tone="failed" title={one} />
      ))}
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : (
        <>
          <CheckReportView report={checked.report} hosts={hosts} />
          <MigrationConfirm
            clusterName={clusterName}
            migration={migration}
            checked={checked}
            ordering={ordering}
            onConfirm={() =>
              ordering.start(() =>
                api.call("migrateAddress", {
                  params: { id: clusterId },
                  body: { migration, confirm: clusterName },
                }),
              )
            }
          />
        </>
      )}
    </div>
  );
}

/** The operation as it goes, and at its end how long no write came through. */
function Ordered({
  clusterId,
  ordering,
  onAgain,
}: {
  readonly clusterId: string;
  readonly ordering: Starter;
  readonly onAgain: () => void;
}): ReactNode {
  const t = useTranslations("migration");
  const { operation } = ordering;
  const result = findResult(operationKinds["migration.run"].result, operation);
  if (operation === undefined) return null;
  const again = (): void => {
    ordering.reset();
    onAgain();
  };
  return (
    <div className="flex flex-col gap-4">
      <OperationProblem operation={operation} />
      {result === null ? null : <Done clusterId={clusterId} result={result} />}
      <Card title={t("running")}>
        <OperationSteps label={t("running")} steps={operation.steps} />
      </Card>
      {operation.problem === null ? null : (
        <Button className="self-start" onClick={again}>
          {t("again")}
        </Button>
      )}
    </div>
  );
}

function Done({
  clusterId,
  result,
}: {
  readonly clusterId: string;
  readonly result: MigrationProof;
}): ReactNode {
  const t = useTranslations("migration");
  const { duration } = useTopologyTexts();
  const { to, address, leadsTo: host, gap } = result;
  return (
    <Notice
      tone="ok"
      title={t(to === "vip" ? "doneVip" : "doneKeepalived", { address, host })}
      actions={<ButtonLink href={`/clusters/${clusterId}/proxies`}>{t("open")}</ButtonLink>}
    >
      {gap === null
        ? t("gapUnknown")
        : t("gap", { gap: duration(gap.gapMs), error: duration(gap.errorMs), writes: gap.writes })}
    </Notice>
  );
}
