import type {
  DowntimeShare,
  DrillEstimate,
  DrillPhaseName,
  DrillPrediction,
  DrillWayEstimate,
} from "@primacy/contract";
import { groupParts, sumParts } from "../../check/downtime";
import { isSameEndpoint } from "../same-endpoint";
import type { DrillRecord, DrillWay } from "./drill-record";
import { listArpAnswers } from "./find-arp";
import { listVipAddresses } from "./held-address";

/** The phase that each share of an outage ends with, in the order in which they come. */
const phases = [
  ["notice", "suspected"],
  ["expel", "expelled"],
  ["restart", "expelled"],
  ["elect", "writable"],
  ["vip", "vip_taken"],
] as const satisfies readonly (readonly [DowntimeShare, DrillPhaseName])[];

/** The observing host asks the wire each second. */
const askEveryMs = 1_000;

type Part = Parameters<typeof sumParts>[0][number] & { readonly share?: DowntimeShare | undefined };
type Ways = readonly Pick<DrillWay, "isVip" | "endpoint">[];
type Foreseen = Pick<DrillRecord, "estimate" | "fault" | "group" | "wayEstimates"> & { readonly ways: Ways };

/**
 * When each phase is to come by the variables of the servers, from the fault: each at its shortest, and each at its longest. Phases that a
 * fault does not have are not there. Empty: nothing is known, or the estimate does not name its shares.
 */
export function predictPhases({
  estimate,
  fault,
  ways,
  group,
  wayEstimates = [],
}: Foreseen): DrillPrediction[] {
  switch (fault.kind) {
    case "cut_secondary":
      return group === null ? [] : predictLoss(groupParts(group));
    case "cut_one_way":
      // Nobody is expelled for long: who is expelled asks to come back, and is heard.
      return group === null ? [] : predictLoss(groupParts(group)).slice(0, 1);
    // Its supervisor lets go of the VIP at once where it can, and else the lease ends; nobody is elected.
    case "kill_agent":
    case "freeze_agent":
      return estimate === null ? [] : predictReturn(estimate, ways);
    case "cpu_pressure":
    case "kill_proxy":
    case "fill_disk":
      return [];
    case "freeze_mysqld":
    case "cut_host":
    case "kill_mysqld":
      return estimate === null || !hasShares(estimate.parts, ["notice", "elect"])
        ? []
        : [...predictLoss(estimate.parts), ...predictSuccession(estimate.parts, ways, wayEstimates)];
    case "switchover":
    case "stop_mysqld":
      return estimate === null || !hasShares(estimate.parts, ["elect"])
        ? []
        : predictSuccession(estimate.parts, ways, wayEstimates);
  }
}

/**
 * The same with when the observing host is answered by the new owner of the VIP: by its next question after that took the address. Only where it
 * asks the wire; nothing waits for it.
 */
export function predictSeenPhases(record: DrillRecord): DrillPrediction[] {
  const asks = listVipAddresses(record).some((address) => listArpAnswers(record, address).length > 0);
  return predictPhases(record).flatMap((one) =>
    asks && one.phase === "vip_taken"
      ? [one, { phase: "arp_seen" as const, minMs: one.minMs, maxMs: one.maxMs + askEveryMs }]
      : [one],
  );
}

/** When the longest of what is predicted is over, in milliseconds from the fault; 0: nothing is. */
export function foreseenMs(record: Foreseen): number {
  const through = (record.wayEstimates ?? []).map(({ estimate }) => estimate.maxMs);
  const phasesMs = predictPhases(record).map(({ maxMs }) => maxMs);
  return Math.max(0, record.estimate?.maxMs ?? 0, ...through, ...phasesMs);
}

/** Of a member that falls silent. */
function predictLoss(parts: readonly Part[]): DrillPrediction[] {
  return [
    { phase: "suspected", ...upTo(parts, "suspected") },
    { phase: "expelled", ...upTo(parts, "expelled") },
  ];
}

/**
 * Of the next primary. The election is measured with the first write that the new primary takes, so that it may end at any time of it. The first
 * write of all comes through the quickest way: a proxy of which nothing is known may be as quick as the group itself.
 */
function predictSuccession(
  parts: readonly Part[],
  ways: Ways,
  wayEstimates: readonly DrillWayEstimate[],
): DrillPrediction[] {
  const writable = upTo(parts, "writable");
  const taken = upTo(parts, "vip_taken");
  const moves = hasShares(parts, ["vip"]) && ways.some(({ isVip }) => isVip);
  const spans = ways.map(({ isVip, endpoint }) => {
    if (isVip) return taken;
    const known = wayEstimates.find((one) => isSameEndpoint(one.endpoint, endpoint))?.estimate;
    return known ?? { minMs: writable.minMs, maxMs: Number.POSITIVE_INFINITY };
  });
  const latestMs = Math.min(...spans.map(({ maxMs }) => maxMs));
  return [
    { phase: "elected", minMs: upTo(parts, "expelled").minMs, maxMs: writable.maxMs },
    { phase: "writable", ...writable },
    ...(moves ? [{ phase: "vip_taken" as const, ...taken }] : []),
    {
      phase: "first_write",
      minMs: Math.min(...spans.map(({ minMs }) => minMs)),
      maxMs: Number.isFinite(latestMs) ? latestMs : writable.maxMs,
    },
  ];
}

/** Of a VIP that is let go, or whose lease ends, while its agent is away: the next one takes it anew at any time of it. Writes stop where every way is a VIP. */
function predictReturn({ minMs, maxMs }: DrillEstimate, ways: Ways): DrillPrediction[] {
  if (!ways.some(({ isVip }) => isVip)) return [];
  const span = { minMs, maxMs };
  const stops = ways.every(({ isVip }) => isVip);
  return [{ phase: "vip_taken", ...span }, ...(stops ? [{ phase: "first_write" as const, ...span }] : [])];
}

function hasShares(parts: readonly Part[], wanted: readonly DowntimeShare[]): boolean {
  return wanted.every((share) => parts.some((part) => part.share === share));
}

function upTo(parts: readonly Part[], phase: DrillPhaseName): { minMs: number; maxMs: number } {
  const last = phases.findLastIndex(([, ended]) => ended === phase);
  const shares = phases.slice(0, last + 1).map(([share]): DowntimeShare => share);
  return sumParts(parts.filter(({ share }) => share !== undefined && shares.includes(share)));
}
