import type { DrillStripSpan, ProbeLane, ProbeOutcome } from "@primacy/contract";
import { probeEveryMs } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import { roundMs } from "./drill-zero";
import { outcomeOf } from "./way-attempts";

/** The most spans of one strip: more of them are finer than any screen. */
export const mostStripSpans = 600;

interface Tally {
  readonly outcome: ProbeOutcome;
  readonly server: string | null;
  readonly count: number;
}

/** Attempts in a row, of one outcome or of several that were put together. */
export interface StripRun {
  readonly fromMs: number;
  readonly toMs: number;
  readonly count: number;
  readonly tallies: readonly Tally[];
}

/** The worse comes first where as many attempts had either outcome. */
const worst: readonly ProbeOutcome[] = ["unknown", "refused", "not_sent", "acked"];

/**
 * The attempts of one lane, in the order in which they were due, as spans of the same outcome by the same server. Of more than
 * `mostStripSpans` the shortest neighbours become one, again and again: it has the outcome and the server that most of its attempts had,
 * the count of all, and in `others` how many had another.
 */
export function drawStrip(
  lane: ProbeLane,
  attempts: readonly WriteAttempt[],
  nameOf: (serverUuid: string) => string,
): DrillStripSpan[] {
  return drawRuns(listRuns(lane, attempts, nameOf));
}

function listRuns(
  lane: ProbeLane,
  attempts: readonly WriteAttempt[],
  nameOf: (serverUuid: string) => string,
): StripRun[] {
  return attempts.reduce<StripRun[]>((runs, attempt) => {
    const fromMs = attempt.dueMonotonicMs;
    const server = attempt.serverUuid === null ? null : nameOf(attempt.serverUuid);
    addAttempt(runs, {
      ...{ fromMs, toMs: fromMs + probeEveryMs[lane] },
      ...{ outcome: outcomeOf(lane, attempt), server },
    });
    return runs;
  }, []);
}

/** One attempt of a strip: when it was due, and until when it stands for its time. */
export interface StripAttempt {
  readonly fromMs: number;
  readonly toMs: number;
  readonly outcome: ProbeOutcome;
  readonly server: string | null;
}

/** Where nobody tried for longer, a run ends: it does not reach over what nobody knows. */
const untriedMs = 3_000;

/** Adds an attempt behind the others: to the last run where that is of the same outcome by the same server, else as one of its own. */
export function addAttempt(runs: StripRun[], { fromMs, toMs, outcome, server }: StripAttempt): void {
  const one = { fromMs, toMs, count: 1, tallies: [{ outcome, server, count: 1 }] };
  const last = runs.at(-1);
  const [tally] = last?.tallies ?? [];
  const isNext = last !== undefined && fromMs - last.toMs <= untriedMs;
  if (isNext && tally?.outcome === outcome && tally.server === server)
    runs[runs.length - 1] = join(last, one);
  else runs.push(one);
}

/** Runs as the spans of a strip, `mostStripSpans` at most. */
export function drawRuns(runs: readonly StripRun[]): DrillStripSpan[] {
  return mergeShortest(runs).map(toSpan);
}

function mergeShortest(runs: readonly StripRun[]): readonly StripRun[] {
  let left = [...runs];
  for (let most = 2; left.length > mostStripSpans; most *= 2) {
    let spare = left.length - mostStripSpans;
    const merged: StripRun[] = [];
    for (const run of left) {
      const last = merged.at(-1);
      if (spare > 0 && last !== undefined && last.count + run.count <= most) {
        merged[merged.length - 1] = join(last, run);
        spare -= 1;
      } else merged.push(run);
    }
    left = merged;
  }
  return left;
}

function join(one: StripRun, next: StripRun): StripRun {
  const tallies = [...one.tallies];
  for (const tally of next.tallies) {
    const at = tallies.findIndex(
      ({ outcome, server }) => outcome === tally.outcome && server === tally.server,
    );
    const same = tallies[at];
    if (same === undefined) tallies.push(tally);
    else tallies[at] = { ...same, count: same.count + tally.count };
  }
  return { fromMs: one.fromMs, toMs: next.toMs, count: one.count + next.count, tallies };
}

function toSpan({ fromMs, toMs, count, tallies }: StripRun): DrillStripSpan {
  const [most] = [...tallies].sort(
    (a, b) => b.count - a.count || worst.indexOf(a.outcome) - worst.indexOf(b.outcome),
  );
  const span = { fromMs: roundMs(fromMs), toMs: roundMs(toMs), count };
  if (most === undefined) return { ...span, outcome: "unknown", server: null };
  const { outcome, server } = most;
  return { ...span, outcome, server, ...(most.count === count ? {} : { others: count - most.count }) };
}
