import type { ProbeSample } from "@primacy/contract";
import { traitsOf } from "../order/fault-traits";
import type { DrillRecord } from "./drill-record";
import { foreseenMs } from "./predict-phases";

/** Writes are back where they have come through for so long, without one that failed. */
const steadyMs = 3_000;
/** Where the primary stays, the group may be slow for as long as the fault lasts: writes flow where so long without one is the most. */
const pauseMs = 1_000;

/**
 * Whether writes come through every way since the fault, steadily, and nothing more is to be expected of it: where it takes the primary, they are
 * back; else they are watched for as long as it may take to act, and until all is over that is predicted. False while the fault was not seen to be
 * made, and of one that holds writes for as long as it lasts.
 */
export function isBack(record: DrillRecord): boolean {
  const { injection, nowMs, ways, probe, fault } = record;
  if (traitsOf(fault).holdsWrites) return false;
  if (injection === null || nowMs - injection.actedMs < watchMs(record)) return false;
  const fromMs = Math.max(injection.seenMs, nowMs - steadyMs);
  const isSteady = traitsOf(fault).takesPrimary ? isWhole : isFlowing;
  return ways.every((_way, at) => {
    const recent = probe.samples.filter(
      (one) => one.lane === "write" && one.endpoint === at && one.endedMs + probe.offsetMs >= fromMs,
    );
    return isSteady(recent, fromMs - probe.offsetMs);
  });
}

/** What a record has of the clients' writes, and since when they may come through again. */
export interface RecordedWrites extends Pick<DrillRecord, "healBegunMs"> {
  readonly ways: readonly Pick<DrillRecord["ways"][number], "label">[];
  readonly probe: Pick<DrillRecord["probe"], "offsetMs" | "samples">;
}

/** The ways through which no write is acknowledged yet that began after the heal had begun, by their labels. */
export function listUnwritten({ healBegunMs, ways, probe }: RecordedWrites): readonly string[] {
  const fromMs = (healBegunMs ?? Number.POSITIVE_INFINITY) - probe.offsetMs;
  const written = new Set(
    probe.samples.flatMap(({ lane, error, endpoint, startedMs }) =>
      lane === "write" && error === null && startedMs >= fromMs ? [endpoint] : [],
    ),
  );
  return ways.flatMap(({ label }, at) => (written.has(at) ? [] : [label]));
}

/** The newest are fetched a moment later: half of what is due has to be there. */
function isWhole(recent: readonly ProbeSample[]): boolean {
  return recent.length > steadyMs / 40 && recent.every(({ error }) => error === null);
}

function isFlowing(recent: readonly ProbeSample[], fromMs: number): boolean {
  const acked = recent
    .flatMap(({ error, endedMs }) => (error === null ? [endedMs] : []))
    .sort((a, b) => a - b);
  const newest = recent.reduce((last, { endedMs }) => Math.max(last, endedMs), fromMs);
  const ends = [fromMs, ...acked, newest];
  return newest > fromMs && ends.every((ms, at) => ms - (ends[at - 1] ?? ms) < pauseMs);
}

function watchMs(record: DrillRecord): number {
  const { takesPrimary, lateMs } = traitsOf(record.fault);
  return takesPrimary ? steadyMs : Math.max(lateMs, foreseenMs(record) + steadyMs);
}
