import {
  type ComparedFault,
  type ComparedRun,
  type ComparedWay,
  type Drill,
  type DrillComparison,
  type DrillWayFigures,
  type Message,
  message,
} from "@primacy/contract";
import { roundMs } from "../findings/drill-zero";
import { type FaultKey, keyOfFault, withoutMember } from "./fault-key";

/** What is compared of a drill. */
export type ComparedDrill = Pick<
  Drill,
  "id" | "seriesId" | "fault" | "startedAt" | "endedAt" | "verdict" | "outcomes"
>;

/**
 * The drills beside each other: by fault in the order in which each came first, by way in the order of their drills, each run a point. Those that were not
 * tested or broken off count for nothing, and neither do those that run.
 */
export function compareDrills(drills: readonly ComparedDrill[]): Omit<DrillComparison, "isCut"> {
  const ended = drills.filter(({ endedAt }) => endedAt !== null);
  const tested = ended
    .filter(({ verdict, outcomes }) => isTested(verdict?.kind) && outcomes !== null)
    .toSorted((a, b) => (a.startedAt < b.startedAt ? -1 : a.startedAt > b.startedAt ? 1 : 0));
  const faults = [...group(tested, ({ fault }) => keyOfFault(fault))].flatMap(([key, same]) => {
    const [first] = same;
    return first === undefined ? [] : [compareFault(key, first, same)];
  });
  return { faults, untested: ended.length - tested.length };
}

/**
 * The middle of all, and of an even number the mean of the two in the middle. One without end (null) is longer than any other; null where the
 * middle is one of those, or there is none.
 */
export function medianOf(lengths: readonly (number | null)[]): number | null {
  const sorted = lengths.map((one) => one ?? Number.POSITIVE_INFINITY).toSorted((a, b) => a - b);
  const upper = sorted[Math.floor(sorted.length / 2)] ?? Number.POSITIVE_INFINITY;
  const lower = sorted[Math.floor((sorted.length - 1) / 2)] ?? Number.POSITIVE_INFINITY;
  const median = (lower + upper) / 2;
  return Number.isFinite(median) ? median : null;
}

/** In the order in which each key came first. */
function group<K, T>(all: readonly T[], keyOf: (one: T) => K): ReadonlyMap<K, readonly T[]> {
  const groups = new Map<K, T[]>();
  for (const one of all) {
    const key = keyOf(one);
    const same = groups.get(key);
    if (same === undefined) groups.set(key, [one]);
    else same.push(one);
  }
  return groups;
}

function isTested(kind: string | undefined): boolean {
  return kind === "passed" || kind === "failed";
}

function compareFault(
  key: FaultKey,
  { fault }: ComparedDrill,
  drills: readonly ComparedDrill[],
): ComparedFault {
  const measured = drills.flatMap((drill) => (drill.outcomes ?? []).map((figures) => ({ drill, figures })));
  const byWay = group(measured, ({ figures: { address, port } }) => `${address} ${port}`);
  return {
    fault: withoutMember(fault),
    ways: [...byWay.values()].flatMap((same): ComparedWay[] => {
      const runs = same.flatMap(({ drill, figures }) => toRun(drill, figures) ?? []);
      const newest = same.at(-1)?.figures;
      return newest === undefined || runs.length === 0 ? [] : [compareWay(key, newest, runs)];
    }),
  };
}

/** Null: there were not two writes to measure between. */
function toRun(
  { id, seriesId, startedAt }: ComparedDrill,
  { gapMs, errorMs, writeBackMs, lost }: DrillWayFigures,
): ComparedRun | null {
  const isBack = writeBackMs !== null;
  if (gapMs === null && isBack) return null;
  return { drillId: id, seriesId, startedAt, gapMs: gapMs ?? 0, errorMs, isBack, lost };
}

function compareWay(
  key: FaultKey,
  { address, port, label }: DrillWayFigures,
  runs: readonly ComparedRun[],
): ComparedWay {
  const most = sumUp(runs.map(({ gapMs, isBack }) => (isBack ? gapMs : null)));
  const least = sumUp(runs.map(({ gapMs, errorMs, isBack }) => (isBack ? gapMs - errorMs : null)));
  const notBack = runs.filter(({ isBack }) => !isBack).length;
  const median = { ms: most.medianMs, errorMs: difference(most.medianMs, least.medianMs) };
  const worst = { ms: most.worstMs, errorMs: difference(most.worstMs, least.worstMs) };
  return {
    ...{ endpoint: { address, port }, label, runs: [...runs], notBack },
    ...{ medianMs: median.ms, medianErrorMs: median.errorMs, worstMs: worst.ms, worstErrorMs: worst.errorMs },
    lost: runs.reduce((sum, { lost }) => sum + (lost ?? 0), 0),
    lostUnknown: runs.filter(({ lost }) => lost === null).length,
    sentence: tell({ fault: key, way: label, runs: runs.length, notBack }, median, worst),
  };
}

/** The median and the worst of lengths; null where one without end is. */
function sumUp(lengths: readonly (number | null)[]): {
  readonly medianMs: number | null;
  readonly worstMs: number | null;
} {
  const ended = lengths.flatMap((one) => one ?? []);
  const worstMs = ended.length < lengths.length ? null : Math.max(...ended);
  return { medianMs: medianOf(lengths), worstMs };
}

/** Between the gaps as measured and the shortest outages that they may be of, each summed up alike. */
function difference(most: number | null, least: number | null): number | null {
  return most === null || least === null ? null : roundMs(most - least);
}

/** A figure of all runs, and by how much it may be shorter; null: one without end. */
interface Summed {
  readonly ms: number | null;
  readonly errorMs: number | null;
}

function tell(
  about: {
    readonly fault: FaultKey;
    readonly way: string;
    readonly runs: number;
    readonly notBack: number;
  },
  { ms: median, errorMs: medianError }: Summed,
  { ms: worst, errorMs: worstError }: Summed,
): Message {
  if (median === null || medianError === null) return message("drill_compared.not_back", about);
  const middle = { ...about, median, medianError };
  if (worst === null || worstError === null) return message("drill_compared.some_not_back", middle);
  const code = about.runs === 1 ? "drill_compared.one" : "drill_compared.many";
  return message(code, { ...middle, worst, worstError });
}
