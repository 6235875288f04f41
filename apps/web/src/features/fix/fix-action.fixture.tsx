import { type CheckedPlan, message } from "@primacy/contract";
import { planFix } from "@primacy/core/fix";
import { toPlan } from "@primacy/core/operation";
import {
  at,
  clusterId,
  clusterOf,
  idOf,
  operationOf,
  showBeforeConsole,
  vipOf,
} from "../vip/console-page.fixture";
import { VipChangeDialog } from "../vip/vip-change-dialog";

/** The dialog that enables a VIP, in front of a console whose check found an expel timeout of 5 s on every member. */
const hosts = ["db1", "db2", "db3"];
const cluster = clusterOf(hosts);
const vip = vipOf({ enabled: false });

const fixed = planFix(
  { clusterId, user: null },
  "expel_timeout",
  hosts.map((name, n) => ({
    memberId: idOf(n),
    hostId: idOf(n),
    name,
    settings: { group_replication_member_expel_timeout: { running: "5", persisted: null } },
  })),
);
if (fixed === null) throw new Error("the fix cannot be planned");
const fixPlan = toPlan(fixed);

const params = { value: 5, minSeconds: 10.2, maxSeconds: 26, bestMinSeconds: 6.2, bestMaxSeconds: 7.2 };
const checked: CheckedPlan = {
  report: {
    checks: [
      {
        code: "expel_timeout",
        title: message("check.expel_timeout.title"),
        hostId: null,
        hostName: null,
        result: "warn",
        evidence: message("check.expel_timeout.warn", params),
        remedy: message("check.expel_timeout.remedy", params),
        fix: "expel_timeout",
      },
    ],
    hasFailures: false,
    estimates: [],
  },
  plan: { steps: [], consequences: [] },
  fixes: [
    {
      fix: "expel_timeout",
      needsAccount: true,
      basis: { value: "0", members: hosts.map((_, n) => ({ memberId: idOf(n), running: "5" })) },
      plan: fixPlan,
    },
  ],
};

const check = operationOf(93, "vip.check", { result: { ...checked } });
const apply = operationOf(94, "fix.apply", {
  steps: fixPlan.steps.map((step) => ({
    ...step,
    state: "done",
    detail: message("detail.variable_set", { before: "5" }),
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
});

function answer(method: string, path: string): object {
  if (method === "GET" && path.endsWith("/vips")) return { items: [vip] };
  if (method === "GET") return path.endsWith(check.id) ? check : apply;
  return { operation: path.endsWith("/fixes") ? apply : check };
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <VipChangeDialog vip={vip} cluster={cluster} goal="enable" onClose={() => undefined} />,
);
