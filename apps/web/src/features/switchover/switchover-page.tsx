"use client";

import { isFinished, operationResults, type SwitchoverResult, type Topology } from "@primacy/contract";
import { Button, ButtonLink, Card, FormErrorSummary, KeyValueList, Notice, RadioGroup } from "@primacy/ui";
import { useSearchParams } from "next/navigation";
import { useTranslations } from "next-intl";
import { type ReactNode, useState } from "react";
import { api } from "../../client/api";
import { Loaded } from "../../client/loaded";
import { useErrorTexts } from "../../client/use-error-texts";
import { findResult } from "../../client/use-result";
import { useStarter } from "../../client/use-started";
import { useTopology } from "../../client/use-topology";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { PlanPreview } from "../operation/plan-preview";
import { useTopologyTexts } from "../topology/topology-texts";
import { CheckReportView } from "../vip/check-report";
import { Estimates } from "../vip/downtime-estimates";
import { SwitchoverConfirm } from "./switchover-confirm";

/** Planned change of the primary: pick the member, see the pre-conditions, run, see what it took. */
export function SwitchoverPage({ clusterId }: { readonly clusterId: string }): ReactNode {
  const topology = useTopology(clusterId);
  return <Loaded query={topology}>{(value) => <Switchover topology={value} />}</Loaded>;
}

function Switchover({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("switchover");
  const asked = useSearchParams().get("to");
  const members = [...topology.hosts]
    .sort((a, b) => a.order - b.order)
    .flatMap((host) => host.members.map((member) => ({ host, member })));
  const [memberId, setMemberId] = useState<string | undefined>(asked ?? undefined);
  const checking = useStarter();
  const running = useStarter();
  const target = members.find(({ member }) => member.memberId === memberId);
  const checked = findResult(operationResults["switchover.check"], checking.operation);
  const result = findResult(operationResults.switchover, running.operation);
  const refusals = useErrorTexts()(checking.error);
  const input = { params: { id: topology.clusterId }, body: { memberId: memberId ?? "" } };
  const isChecking = checking.isUnderWay;
  if (running.operation !== undefined) {
    return (
      <div className="flex flex-col gap-4">
        <OperationProblem operation={running.operation} />
        {result === null ? null : <Result result={result} clusterId={topology.clusterId} />}
        <Card title={t("running")}>
          <OperationSteps label={t("running")} steps={running.operation.steps} />
        </Card>
        {isFinished(running.operation.state) ? (
          <Button
            className="self-start"
            onClick={() => {
              running.reset();
              checking.reset();
              setMemberId(undefined);
            }}
          >
            {t("again")}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={t("refused")} problems={refusals.map((message) => ({ message }))} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title={t("target")} description={t("intro")}>
          <div className="flex flex-col gap-4">
            <RadioGroup
              label={t("target")}
              value={memberId}
              onValueChange={(next) => {
                setMemberId(next);
                checking.reset();
              }}
              options={members.map(({ host, member }) => ({
                value: member.memberId,
                label: host.name,
                hint:
                  member.role === "PRIMARY"
                    ? t("current")
                    : `${member.address}:${member.port} ${member.state ?? ""}`,
                disabled: member.role === "PRIMARY",
              }))}
            />
            <Button
              className="self-start"
              loading={isChecking}
              disabled={memberId === undefined}
              onClick={() => checking.start(() => api.call("checkSwitchover", input))}
            >
              {t(isChecking ? "checking" : "check")}
            </Button>
          </div>
        </Card>
        <Card title={t("consequenceTitle")}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{t("consequence")}</p>
            {checked === null ? null : (
              <>
                <Estimates report={checked.report} />
                <PlanPreview label={t("title")} steps={checked.plan.steps} />
              </>
            )}
          </div>
        </Card>
      </div>
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : <CheckReportView report={checked.report} hosts={topology.hosts} />}
      {checked === null || target === undefined ? null : (
        <SwitchoverConfirm
          topology={topology}
          target={target}
          checked={checked}
          running={running}
          onConfirm={() => {
            const body = { ...input.body, confirm: topology.clusterName };
            running.start(() => api.call("switchOver", { ...input, body }));
          }}
        />
      )}
    </div>
  );
}

function Result({
  result,
  clusterId,
}: {
  readonly result: SwitchoverResult;
  readonly clusterId: string;
}): ReactNode {
  const t = useTranslations("switchover");
  const { duration } = useTopologyTexts();
  const after = (ms: number | null): string =>
    ms === null ? t("noVip") : t("after", { time: duration(ms) });
  return (
    <>
      <Notice
        tone="ok"
        title={t("resultText", { to: result.toName, from: result.fromName })}
        actions={<ButtonLink href={`/clusters/${clusterId}`}>{t("open")}</ButtonLink>}
      />
      <Card title={t("result")}>
        <KeyValueList
          items={[
            { key: "primary", label: t("time.primary"), value: after(result.primaryAfterMs) },
            { key: "released", label: t("time.released"), value: after(result.releasedAfterMs) },
            { key: "held", label: t("time.held"), value: after(result.heldAfterMs) },
            { key: "answered", label: t("time.answered"), value: after(result.answeredAfterMs) },
          ]}
        />
      </Card>
    </>
  );
}
