import type {
  DowntimeEstimate,
  DowntimeShare,
  DrillFault,
  DrillPhaseName,
  DrillPrediction,
} from "@primacy/contract";
import { sumParts } from "../../check/downtime";
import type { DrillRecord } from "./drill-record";

/** The phase that each share of an outage ends with, in the order in which they come. */
const phases = [
  ["notice", "suspected"],
  ["expel", "expelled"],
  ["restart", "expelled"],
  ["elect", "writable"],
  ["vip", "vip_taken"],
] as const satisfies readonly (readonly [DowntimeShare, DrillPhaseName])[];

/** The estimate of a crash for a drill's fault: a server that stays down is not refused as an old instance of itself. */
export function fitEstimate(
  estimate: DowntimeEstimate,
  { restarts }: Pick<DrillFault, "restarts">,
): DowntimeEstimate {
  const parts = estimate.parts.filter(({ share }) => restarts || share !== "restart");
  if (parts.length === estimate.parts.length) return estimate;
  const without = estimate.parts.filter(({ share }) => share === "restart").map(({ text }) => text.code);
  const because = estimate.because.filter(({ code }) => !without.includes(code));
  return { ...estimate, ...sumParts(parts), because, parts };
}

/**
 * When each phase is to come by the variables of the servers, from the fault: each at its shortest, and each at its longest. The election is
 * measured with the first write that the new primary takes, so that it may end at any time of it. Empty: nothing is known, or the
 * estimate does not name its shares.
 */
export function predictPhases({
  estimate,
  fault,
  ways,
}: Pick<DrillRecord, "estimate" | "fault" | "ways">): DrillPrediction[] {
  if (estimate === null) return [];
  const { parts } = fitEstimate(estimate, fault);
  const upTo = (phase: DrillPhaseName): { minMs: number; maxMs: number } => {
    const last = phases.findLastIndex(([, ended]) => ended === phase);
    const shares = phases.slice(0, last + 1).map(([share]): DowntimeShare => share);
    return sumParts(parts.filter(({ share }) => share !== undefined && shares.includes(share)));
  };
  const has = (wanted: DowntimeShare): boolean => parts.some(({ share }) => share === wanted);
  if (!has("notice") || !has("elect")) return [];
  const writable = upTo("writable");
  const moves = has("vip") && ways.some(({ isVip }) => isVip);
  const firstMs = ways.every(({ isVip }) => isVip) ? upTo("vip_taken").minMs : writable.minMs;
  const lastMs = moves ? upTo("vip_taken").maxMs : writable.maxMs;
  return [
    { phase: "suspected", ...upTo("suspected") },
    { phase: "expelled", ...upTo("expelled") },
    { phase: "elected", minMs: upTo("expelled").minMs, maxMs: writable.maxMs },
    { phase: "writable", ...writable },
    ...(moves ? [{ phase: "vip_taken" as const, ...upTo("vip_taken") }] : []),
    { phase: "first_write", minMs: firstMs, maxMs: lastMs },
  ];
}
