"use client";

import {
  type CheckedPlan,
  isFinished,
  type Operation,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  withPort,
} from "@primacy/contract";
import { Button, Card, FormErrorSummary, RadioGroup } from "@primacy/ui";
import { useSearchParams } from "next/navigation";
import { type ReactNode, useState } from "react";
import { useErrorTexts } from "../../client/use-error-texts";
import { type Starter, useStarter } from "../../client/use-started";
import { OperationProblem } from "../operation/operation-page";
import { OperationSteps } from "../operation/operation-steps";
import { PlanPreview } from "../operation/plan-preview";
import { describeRole, isWorkingPrimary, tellState } from "../topology/belief-words";
import { useTopologyTexts } from "../topology/topology-texts";
import { CheckReportView } from "../vip/check-report";
import { Estimates } from "../vip/downtime-estimates";
import { MoveConfirm } from "./move-confirm";

/** The words of a screen that changes the primary. */
export type MoveWord =
  | ("title" | "intro" | "target" | "current" | "check" | "checking" | "run" | "confirmTitle" | "hosts")
  | ("typeName" | "running" | "consequenceTitle" | "consequence" | "refused" | "again");

/** Their translations. */
export type MoveWords = (word: MoveWord, values?: Record<string, string>) => string;

/** A member and its host. */
export interface PlacedMember {
  readonly host: TopologyHost;
  readonly member: TopologyMember;
}

/** Properties of {@link MovePrimary}. */
interface MovePrimaryProps<C extends CheckedPlan> {
  readonly topology: Topology;
  readonly words: MoveWords;
  /** Looks at the pre-conditions of the change that leaves this member as the primary. */
  readonly check: (memberId: string) => ReturnType<Parameters<Starter["start"]>[0]>;
  readonly readCheck: (operation: Operation | undefined) => C | null;
  readonly order: (memberId: string, checked: C) => ReturnType<Parameters<Starter["start"]>[0]>;
  /** The hosts that the order touches. */
  readonly hostsOf: (target: PlacedMember) => readonly string[];
  /** What is asked for beside the member, before the check; it calls back whenever an answer changes. */
  readonly options?: (onChange: () => void) => ReactNode;
  /** The present primary may be chosen too. */
  readonly mayKeepPrimary?: boolean;
  /** What is asked for beside the member, between the plan and the order. */
  readonly fields?: (checked: C) => ReactNode;
  /** What came of it. */
  readonly result: (operation: Operation) => ReactNode;
}

/** A planned change of the primary: pick the member, see the pre-conditions, order it, follow its steps. */
export function MovePrimary<C extends CheckedPlan>(props: MovePrimaryProps<C>): ReactNode {
  const { topology, words } = props;
  const texts = useTopologyTexts();
  const asked = useSearchParams().get("to");
  const members = [...topology.hosts]
    .sort((a, b) => a.order - b.order)
    .flatMap((host) => host.members.map((member) => ({ host, member })));
  const [memberId, setMemberId] = useState<string | undefined>(asked ?? undefined);
  const checking = useStarter();
  const ordering = useStarter();
  const target = members.find(({ member }) => member.memberId === memberId);
  const checked = props.readCheck(checking.operation);
  const refusals = useErrorTexts()(checking.error);
  if (ordering.operation !== undefined) {
    return (
      <div className="flex flex-col gap-4">
        <OperationProblem operation={ordering.operation} />
        {props.result(ordering.operation)}
        <Card title={words("running")}>
          <OperationSteps label={words("running")} steps={ordering.operation.steps} />
        </Card>
        {isFinished(ordering.operation.state) ? (
          <Button
            className="self-start"
            onClick={() => {
              ordering.reset();
              checking.reset();
              setMemberId(undefined);
            }}
          >
            {words("again")}
          </Button>
        ) : null}
      </div>
    );
  }
  return (
    <div className="flex flex-col gap-4">
      {refusals.length === 0 ? null : (
        <FormErrorSummary title={words("refused")} problems={refusals.map((message) => ({ message }))} />
      )}
      <div className="grid items-start gap-6 lg:grid-cols-[minmax(0,1fr)_24rem]">
        <Card title={words("title")} description={words("intro")}>
          <div className="flex flex-col gap-3">
            <p aria-hidden className="font-medium text-sm">
              {words("target")}
            </p>
            <RadioGroup
              label={words("target")}
              value={memberId}
              onValueChange={(next) => {
                setMemberId(next);
                checking.reset();
              }}
              options={members.map(({ host, member }) => ({
                value: member.memberId,
                label: host.name,
                hint:
                  isWorkingPrimary(member) && props.mayKeepPrimary !== true
                    ? words("current")
                    : `${withPort(member.address, member.port)} ${describeRole(member, texts)} ${tellState(member, texts)}`,
                disabled: member.role === "PRIMARY" && props.mayKeepPrimary !== true,
              }))}
            />
            {props.options?.(checking.reset)}
            <Button
              className="self-start"
              loading={checking.isUnderWay}
              disabled={memberId === undefined}
              onClick={() => checking.start(() => props.check(memberId ?? ""))}
            >
              {words(checking.isUnderWay ? "checking" : "check")}
            </Button>
          </div>
        </Card>
        <Card title={words("consequenceTitle")}>
          <div className="flex flex-col gap-3 text-sm">
            <p>{words("consequence")}</p>
            {checked === null ? null : (
              <>
                <Estimates report={checked.report} />
                <PlanPreview label={words("title")} steps={checked.plan.steps} />
              </>
            )}
          </div>
        </Card>
      </div>
      {checking.operation === undefined ? null : <OperationProblem operation={checking.operation} />}
      {checked === null ? null : <CheckReportView report={checked.report} hosts={topology.hosts} />}
      {checked === null || checked.report.hasFailures ? null : props.fields?.(checked)}
      {checked === null || target === undefined ? null : (
        <MoveConfirm
          words={words}
          clusterName={topology.clusterName}
          target={target.host.name}
          hosts={props.hostsOf(target)}
          checked={checked}
          ordering={ordering}
          onConfirm={() => ordering.start(() => props.order(target.member.memberId, checked))}
        />
      )}
    </div>
  );
}
