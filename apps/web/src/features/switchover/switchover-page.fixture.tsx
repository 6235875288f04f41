import { type CheckedPlan, message } from "@primacy/contract";
import type { DrainState } from "@primacy/contract/agent";
import { predictSwitchover } from "@primacy/core/check";
import { toPlan } from "@primacy/core/operation";
import { planSwitchover } from "@primacy/core/switchover";
import { calm, reads } from "../topology/topology.fixture";
import { at, idOf, operationOf, showBeforeConsole } from "../vip/console-page.fixture";
import { SwitchoverPage } from "./switchover-page";

/**
 * The page of a switchover that drains first, in front of a console that finds nothing against it, and does it at once; with
 * `no-vip` in the fragment, of a cluster without an address, and with `only-reads` of one with addresses for reads alone.
 */
const vipsBy = { "no-vip": [], "only-reads": reads.vips.filter(({ kind }) => kind === "read") };
const found = Object.entries(vipsBy).find(([word]) => location.hash.includes(word));
const topology = found === undefined ? reads : { ...calm, vips: found[1] };
const { clusterId } = calm;

const [from, to] = calm.hosts.flatMap(({ hostId, name, members }) =>
  members.map(({ memberId, serverUuid, address, port }) => ({
    ...{ memberId, serverUuid, address, port },
    name,
    hostId,
  })),
);
if (from === undefined || to === undefined) throw new Error("the picture has no members");
const address = "10.77.0.100";
const vip = { vipId: idOf(92), address };
const state: DrainState = { state: "open", connections: 12, detail: null };
const drain = { terms: { waitSeconds: 45, atLimit: "stay" }, sight: { kind: "told", state } } as const;
const pause = predictSwitchover(true, { checkpointMs: 20 });
const plan = toPlan(planSwitchover({ clusterId, from, to }, [vip], pause, drain));

const checked: CheckedPlan = {
  report: {
    checks: [
      {
        code: "switchover_drain",
        title: message("check.switchover_drain.title"),
        hostId: null,
        hostName: null,
        result: "pass",
        evidence: message("check.switchover_drain.pass", { host: from.name, address, open: 12 }),
        remedy: null,
        fix: null,
      },
    ],
    hasFailures: false,
    estimates: [pause],
  },
  plan,
};

const check = operationOf(93, "switchover.check", { result: { ...checked } });
const moved = operationOf(94, "switchover", {
  steps: plan.steps.map((step) => ({
    ...step,
    state: "done",
    detail: step.code === "switchover.drain" ? message("detail.drained", { before: 12, ms: 8_400 }) : null,
    attempt: 1,
    startedAt: at,
    finishedAt: at,
  })),
  result: {
    ...{ fromMemberId: from.memberId, fromName: from.name, toMemberId: to.memberId, toName: to.name },
    ...{ primaryAfterMs: 60, releasedAfterMs: 80, heldAfterMs: 110, answeredAfterMs: 150 },
    drain: { tookMs: 8_400, before: 12, left: 0 },
  },
});

function answer(method: string, path: string): object {
  if (path.endsWith("/topology")) return topology;
  if (method === "GET") return path.endsWith(check.id) ? check : moved;
  return { operation: path.endsWith("/check") ? check : moved };
}

showBeforeConsole(
  (method, path) => ({ status: method === "GET" ? 200 : 202, body: answer(method, path) }),
  <SwitchoverPage clusterId={clusterId} />,
);
