import { message, type RestartCheck } from "@primacy/contract";
import { predictSwitchover } from "@primacy/core/check";
import { toPlan } from "@primacy/core/operation";
import { planRestart } from "@primacy/core/restart";
import { calm } from "../topology/topology.fixture";
import { at, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { RestartPage } from "./restart-page";

/** The page of a rolling restart, in front of a console that finds nothing against it, and does it at once. */
const { clusterId } = calm;

const parties = calm.hosts.flatMap(({ hostId, name, members }) =>
  members.map(({ memberId, serverUuid, address, port }) => ({
    ...{ memberId, serverUuid, address, port },
    name,
    hostId,
  })),
);
const [from, to] = parties;
if (from === undefined || to === undefined) throw new Error("the picture has no members");
const vip = { vipId: idOf(92), address: "10.77.0.100" };
const round = { clusterId, members: parties, from, to, vips: [vip], user: "root", limitSeconds: 600 };
const pause = predictSwitchover(true);
const planned = planRestart({ ...round, readAddresses: [], pausedReadAddresses: [], pause, drain: null });
const plan = toPlan(planned);

const checked: RestartCheck = {
  report: {
    checks: [
      {
        code: "restart_members",
        title: message("check.restart_members.title"),
        hostId: null,
        hostName: null,
        result: "pass",
        evidence: message("check.restart_members.pass", { total: 3 }),
        remedy: null,
        fix: null,
      },
    ],
    hasFailures: false,
    estimates: [pause],
  },
  plan,
  needsAccount: true,
};

const check = operationOf(93, "restart.check", { result: { ...checked } });
const restart = operationOf(94, "restart", {
  steps: plan.steps.map((step) => ({
    ...step,
    state: "done",
    detail:
      step.code === "restart.member"
        ? message("detail.restarted", { member: step.hostName ?? "-", ms: 8_400 })
        : null,
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
  result: {
    members: ["db3", "db2", "db1"].map((name, n) => ({
      memberId: idOf(n),
      name,
      onlineAfterMs: 8_000 + n * 200,
    })),
    switchover: {
      ...{ fromMemberId: from.memberId, fromName: "db1", toMemberId: to.memberId, toName: "db2" },
      ...{ primaryAfterMs: 60, releasedAfterMs: 80, heldAfterMs: 110, answeredAfterMs: 150 },
    },
  },
});

function answer(method: string, path: string): object {
  if (path.endsWith("/topology")) return calm;
  if (method === "GET") return path.endsWith(check.id) ? check : restart;
  return { operation: path.endsWith("/check") ? check : restart };
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <RestartPage clusterId={clusterId} />,
);
