import type { DowntimeShare, DrillPhaseName, DrillPrediction } from "@primacy/contract";
import { groupParts, sumParts } from "../../check/downtime";
import type { DrillRecord, DrillWay } from "./drill-record";

/** The phase that each share of an outage ends with, in the order in which they come. */
const phases = [
  ["notice", "suspected"],
  ["expel", "expelled"],
  ["restart", "expelled"],
  ["elect", "writable"],
  ["vip", "vip_taken"],
] as const satisfies readonly (readonly [DowntimeShare, DrillPhaseName])[];

type Part = Parameters<typeof sumParts>[0][number] & { readonly share?: DowntimeShare | undefined };
type Ways = readonly Pick<DrillWay, "isVip">[];
type Foreseen = Pick<DrillRecord, "estimate" | "fault" | "group"> & { readonly ways: Ways };

/**
 * When each phase is to come by the variables of the servers, from the fault: each at its shortest, and each at its longest. Phases that a
 * fault does not have are not there. Empty: nothing is known, or the estimate does not name its shares.
 */
export function predictPhases({ estimate, fault, ways, group }: Foreseen): DrillPrediction[] {
  switch (fault.kind) {
    case "cut_secondary":
      return group === null ? [] : predictLoss(groupParts(group));
    case "cut_one_way":
      // Nobody is expelled for long: who is expelled asks to come back, and is heard.
      return group === null ? [] : predictLoss(groupParts(group)).slice(0, 1);
    case "kill_agent":
    case "freeze_agent":
      return [];
    case "freeze_mysqld":
    case "cut_host":
    case "kill_mysqld":
      return estimate === null || !hasShares(estimate.parts, ["notice", "elect"])
        ? []
        : [...predictLoss(estimate.parts), ...predictSuccession(estimate.parts, ways)];
    case "switchover":
    case "stop_mysqld":
      return estimate === null || !hasShares(estimate.parts, ["elect"])
        ? []
        : predictSuccession(estimate.parts, ways);
  }
}

/** When the longest of what is predicted is over, in milliseconds from the fault; 0: nothing is. */
export function foreseenMs(record: Foreseen): number {
  return Math.max(0, record.estimate?.maxMs ?? 0, ...predictPhases(record).map(({ maxMs }) => maxMs));
}

/** Of a member that falls silent. */
function predictLoss(parts: readonly Part[]): DrillPrediction[] {
  return [
    { phase: "suspected", ...upTo(parts, "suspected") },
    { phase: "expelled", ...upTo(parts, "expelled") },
  ];
}

/**
 * Of the next primary. The election is measured with the first write that the new primary takes, so that it may end at any time of it.
 */
function predictSuccession(parts: readonly Part[], ways: Ways): DrillPrediction[] {
  const writable = upTo(parts, "writable");
  const taken = upTo(parts, "vip_taken");
  const moves = hasShares(parts, ["vip"]) && ways.some(({ isVip }) => isVip);
  const firstMs = ways.every(({ isVip }) => isVip) ? taken.minMs : writable.minMs;
  return [
    { phase: "elected", minMs: upTo(parts, "expelled").minMs, maxMs: writable.maxMs },
    { phase: "writable", ...writable },
    ...(moves ? [{ phase: "vip_taken" as const, ...taken }] : []),
    { phase: "first_write", minMs: firstMs, maxMs: moves ? taken.maxMs : writable.maxMs },
  ];
}

function hasShares(parts: readonly Part[], wanted: readonly DowntimeShare[]): boolean {
  return wanted.every((share) => parts.some((part) => part.share === share));
}

function upTo(parts: readonly Part[], phase: DrillPhaseName): { minMs: number; maxMs: number } {
  const last = phases.findLastIndex(([, ended]) => ended === phase);
  const shares = phases.slice(0, last + 1).map(([share]): DowntimeShare => share);
  return sumParts(parts.filter(({ share }) => share !== undefined && shares.includes(share)));
}
