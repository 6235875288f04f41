import {
  type DowntimeFault,
  type DowntimePart,
  type DowntimePath,
  type DrillEstimate,
  type DrillFault,
  message,
  type VipTimings,
} from "@primacy/contract";
import { predictDowntime } from "../../check";
import {
  type FailoverFacts,
  type GroupFacts,
  groupParts,
  type ProxyFacts,
  sumParts,
} from "../../check/downtime";
import { vipLimits } from "../vip-limits";

/** Measured from the order to the first accepted write on the new primary, where the server of the old one ends in order. */
export const shutdown = { minMs: 100, maxMs: 2_500 };
/** How long a commit was seen to wait while the group has a member that says nothing, and is not expelled yet. */
const silenceMs = 1_000;
/** An agent that is stopped is killed by its own watchdog after so long. */
const watchdogMs = 2_000;

/** What is known of a cluster before a drill. */
export interface DrillFacts {
  /** Null: no server told its variables. */
  readonly group: GroupFacts | null;
  readonly timings: VipTimings;
}

/**
 * For how long writes through a VIP would stop by a fault; null where nothing is known: of a link that is lost one way, of a busy host, of a full
 * disk, of a proxy that dies, and where no server told its variables. Proxies have settings of their own: see `predictWays`.
 */
export function predictDrill({ group, timings }: DrillFacts, fault: DrillFault): DrillEstimate | null {
  switch (fault.kind) {
    case "switchover":
      return group && find(group, timings, "switchover");
    case "stop_mysqld":
      return group && stopEstimate(group, timings);
    case "kill_mysqld":
      return group && without(find(group, timings, "crash"), fault.restarts ? [] : ["downtime.restarted"]);
    case "freeze_mysqld":
      // The agent of a server that hangs alone confirms that it let go.
      return group && without(find(group, timings, "freeze"), ["downtime.vip_wait_host"]);
    case "cut_host":
      return group && find(group, timings, "partition");
    case "cut_secondary":
      return group && toEstimate("secondary", lossParts(group));
    case "cut_one_way":
    case "kill_proxy":
    case "fill_disk":
      return null;
    case "kill_agent":
      return toEstimate("agent", [leasePart(timings)]);
    case "freeze_agent":
      return toEstimate("agent", [
        { text: message("downtime.watchdog", { ms: watchdogMs }), minMs: 0, maxMs: watchdogMs },
        leasePart(timings),
      ]);
    case "cpu_pressure":
      // Nobody should be expelled: how slow a busy host is, no variable tells.
      return null;
  }
}

const noProxies: ProxyFacts = { routerTtlMs: null, routerReadTimeoutMs: 0, haproxy: null };

/** Through the VIP, without what only a proxy or a majority timeout adds. */
function find(group: GroupFacts, timings: VipTimings, fault: DowntimeFault): DrillEstimate | null {
  return findThrough({ group, timings, proxies: noProxies }, fault, "vip");
}

/** The estimate of a failover through one path, without what only a majority timeout adds; null where nothing is known of that path. */
export function findThrough(
  { group, timings, proxies }: Pick<FailoverFacts, "timings" | "proxies"> & { readonly group: GroupFacts },
  fault: DowntimeFault,
  path: DowntimePath,
): DrillEstimate | null {
  const facts: FailoverFacts = {
    ...group,
    majorityBoundSeconds: null,
    majorityTimeout: null,
    checkpointMs: null,
    timings,
    proxies,
  };
  return predictDowntime(facts).find((one) => one.fault === fault && one.path === path) ?? null;
}

/** The server tells the group that it leaves, so that nobody has to miss it. */
function stopEstimate(group: GroupFacts, timings: VipTimings): DrillEstimate | null {
  const crash = find(group, timings, "crash");
  return toEstimate("stop", [leavePart(), ...(crash?.parts ?? []).filter(({ share }) => share === "vip")]);
}

/** What the group takes where the server of its primary ends in order. */
export function leavePart(): DowntimePart {
  return { text: message("downtime.shutdown"), ...shutdown, share: "elect" };
}

/** A majority does without the silent member, but for commits that wait for every member: they do until it is expelled. */
function lossParts(group: GroupFacts): readonly DowntimePart[] {
  if (group.commitsWaitForAll !== true)
    return [{ text: message("downtime.silent_member", { ms: silenceMs }), minMs: 0, maxMs: silenceMs }];
  const loss = groupParts(group).filter(({ share }) => share === "notice" || share === "expel");
  return [{ text: message("downtime.waits_for_all"), minMs: 0, maxMs: 0 }, ...loss];
}

/** The address is without its agent until another one is started: its supervisor lets go of it, or its lease ends, and it is taken anew. */
function leasePart({ leaseSeconds, kernelSlackMs }: VipTimings): DowntimePart {
  const leaseMs = leaseSeconds * 1_000;
  const text = message("downtime.agent_lease", { leaseMs });
  return { text, minMs: 0, maxMs: leaseMs + kernelSlackMs + vipLimits.returnMs };
}

/** An estimate without some of its parts, by the codes of their texts. */
export function without(estimate: DrillEstimate | null, codes: readonly string[]): DrillEstimate | null {
  if (estimate === null) return null;
  const parts = estimate.parts.filter(({ text }) => !codes.includes(text.code));
  const because = estimate.because.filter(({ code }) => !codes.includes(code));
  return { ...estimate, ...sumParts(parts), because, parts };
}

/** The estimate that is the sum of some parts. */
export function toEstimate(
  fault: DrillEstimate["fault"],
  parts: readonly DowntimePart[],
  path: DowntimePath = "vip",
): DrillEstimate {
  return {
    fault,
    path,
    ...sumParts(parts),
    because: parts.map(({ text }) => text),
    parts: [...parts],
    advice: [],
  };
}
