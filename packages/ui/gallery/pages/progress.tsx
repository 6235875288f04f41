import type { ReactNode } from "react";
import { useState } from "react";
import {
  BottomDrawer,
  Button,
  Card,
  CheckList,
  CheckMatrix,
  type CheckResult,
  CodeBlock,
  PlanList,
  type PlanStep,
  ProgressBar,
  StatusPip,
} from "../../src/index";
import { SpecimenPage } from "../specimen";

const STARTED_MS = Date.now() - 1300;

/** A plan in every state. */
export const PLAN: readonly PlanStep[] = [
  {
    id: "1",
    title: "Create schema primacy with the probe and verify tables",
    host: "db2",
    state: "done",
    stateLabel: "Done",
    duration: "182 ms",
  },
  {
    id: "2",
    title: "Send configuration epoch 7 to every agent",
    state: "done",
    stateLabel: "Done",
    duration: "41 ms",
  },
  {
    id: "3",
    title: "Wait until db2 holds 10.77.0.100",
    host: "db2",
    state: "running",
    stateLabel: "Running",
    runningSinceMs: STARTED_MS,
    detail: "R1: db1 has acknowledged that it does not hold the address.",
  },
  {
    id: "4",
    title: "Ask for the address from db1, db3 and app1",
    state: "pending",
    stateLabel: "Pending",
    duration: "≈ 1 s",
  },
  {
    id: "5",
    title: "Write through 10.77.0.100 from app1",
    host: "app1",
    state: "pending",
    stateLabel: "Pending",
  },
];

const BROKEN: readonly PlanStep[] = [
  {
    id: "1",
    title: "在 db2 上创建 primacy 库",
    host: "db2",
    state: "undone",
    stateLabel: "已撤销",
    duration: "182 ms",
  },
  {
    id: "2",
    title: "将配置（纪元 7）发送给所有代理",
    state: "failed",
    stateLabel: "失败",
    duration: "5 s",
    detail: "db3 在 5 秒内没有应答。",
  },
  { id: "3", title: "等待 db2 持有 10.77.0.100", host: "db2", state: "skipped", stateLabel: "已跳过" },
];

const PASS: CheckResult = { state: "pass", stateLabel: "Pass", evidence: "eth0 carries 10.77.0.12/24." };

export function ProgressPage(): ReactNode {
  const [open, setOpen] = useState(true);
  return (
    <>
      <SpecimenPage title="Progress">
        <div className="grid gap-6 lg:grid-cols-2">
          <Card title="Plan">
            <PlanList label="Plan" steps={PLAN} />
          </Card>
          <Card title="计划">
            <PlanList label="计划" steps={BROKEN} />
          </Card>
        </div>
        <Checks />
      </SpecimenPage>
      <div className="p-4">
        <BottomDrawer
          label="Operations"
          open={open}
          onOpenChange={setOpen}
          summary={
            <>
              <StatusPip tone="busy" label="Switchover to db2" />
              <span className="text-ink-muted">orders-production, 2 of 5 steps</span>
              <span className="w-40">
                <ProgressBar label="Switchover" value={0.4} />
              </span>
            </>
          }
        >
          <PlanList label="Switchover" steps={PLAN.slice(1, 4)} />
        </BottomDrawer>
      </div>
    </>
  );
}

function Checks(): ReactNode {
  return (
    <div className="grid gap-6 lg:grid-cols-2">
      <Card title="Pre-check">
        <CheckList
          label="Pre-check"
          detailLabels={{ evidence: "What was seen", reason: "Why it matters", remedy: "What to do" }}
          checks={[
            { id: "1", title: "The group is single-primary with a majority", ...PASS },
            {
              id: "2",
              title: "Nobody answers for 10.77.0.100",
              state: "fail",
              stateLabel: "Fail",
              evidence: <>00:16:3e:5a:01:9c answered an ARP probe from db1 after 0.42 ms.</>,
              reason: "Two machines would answer for one address; clients would reach either.",
              remedy: "Choose another address, or find that machine: it is not one of this cluster.",
              action: <Button size="sm">Probe again</Button>,
            },
            {
              id: "3",
              title: "The expel timeout is zero",
              state: "warn",
              stateLabel: "Warn",
              evidence: "group_replication_member_expel_timeout = 5",
              reason: "A failover takes 5 s longer: about 10.6 s instead of 5.6 s.",
              remedy: (
                <CodeBlock language="sql" code="SET PERSIST group_replication_member_expel_timeout = 0;" />
              ),
            },
            { id: "4", title: "IPv6 neighbour discovery", state: "skipped", stateLabel: "Skipped" },
            {
              id: "5",
              title: "A write through the address arrives",
              state: "running",
              stateLabel: "Running",
            },
          ]}
        />
      </Card>
      <Card title="On every member" padding="none">
        <CheckMatrix
          caption="Pre-check on every member"
          checkHeader="Check"
          detailLabels={{ evidence: "What was seen", reason: "Why it matters", remedy: "What to do" }}
          columns={[
            { id: "db1", label: "db1" },
            { id: "db2", label: "db2" },
            { id: "db3", label: "db3" },
          ]}
          rows={[
            { id: "nic", title: "The interface is up", results: { db1: PASS, db2: PASS, db3: PASS } },
            {
              id: "net",
              title: "The prefix fits a connected network",
              results: {
                db1: PASS,
                db2: PASS,
                db3: {
                  state: "fail",
                  stateLabel: "Fail",
                  evidence: "eth0 carries 10.78.0.13/24.",
                  remedy: "Put db3 into the same network, or leave it out of the VIP.",
                },
              },
            },
            {
              id: "priv",
              title: "The agent may change addresses",
              results: {
                db1: PASS,
                db2: { state: "warn", stateLabel: "Warn", evidence: "No nft on this host." },
                db3: { state: "waiting", stateLabel: "Waiting" },
              },
            },
          ]}
        />
      </Card>
    </div>
  );
}
