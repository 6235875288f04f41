import { message, type RecoveryCheck } from "@primacy/contract";
import { toPlan } from "@primacy/core/operation";
import { calm } from "../topology/topology.fixture";
import { at, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { RecoveryPage } from "./recovery-page";

/** The page of a recovery, in front of a console that needs an order for db2, and does it at once. */
const { clusterId } = calm;
const [target] = calm.hosts.flatMap(({ members }) => members);
if (target === undefined) throw new Error("the picture has no members");

const plan = toPlan({
  steps: [
    {
      ordinal: 0,
      code: "recovery.force",
      hostId: idOf(1),
      hostName: "db1",
      title: message("step.recovery.force", { member: "db1" }),
      preview: [{ kind: "sql", text: "SET GLOBAL group_replication_force_members = '10.0.0.11:33061'" }],
      isReversible: false,
      input: {},
    },
  ],
  consequences: [
    message("consequence.recovery_force", { members: "db1" }),
    message("consequence.recovery_fence", { members: "db2" }),
  ],
});

const checked: RecoveryCheck = {
  report: {
    checks: [
      {
        code: "recovery_other",
        title: message("check.recovery_other.title", { member: "db2" }),
        hostId: null,
        hostName: "db2",
        result: "warn",
        evidence: message("check.recovery_other.warn", { member: "db2", reason: "no_answer" }),
        remedy: message("check.recovery_other.remedy"),
        fix: null,
      },
    ],
    hasFailures: false,
    estimates: [],
  },
  plan,
  needsAccount: false,
  method: "force",
  order: { text: "Primacy fence order\nhost db2\n", notAfter: "2026-11-23T20:00:00.000Z", hosts: ["db2"] },
};

const check = operationOf(95, "recovery.check", { result: { ...checked } });
const recovery = operationOf(96, "recovery", {
  steps: plan.steps.map((step) => ({
    ...step,
    state: "done",
    detail: message("detail.recovered", { member: "db1", count: 1 }),
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
  result: { memberId: target.memberId, name: "db1", onlineCount: 1, holderHostName: "db1" },
});

function answer(method: string, path: string): object {
  if (path.endsWith("/topology")) return calm;
  if (method === "GET") return path.endsWith(check.id) ? check : recovery;
  return { operation: path.endsWith("/check") ? check : recovery };
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <RecoveryPage clusterId={clusterId} />,
);
