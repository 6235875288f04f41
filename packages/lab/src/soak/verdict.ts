import { limits } from "./limits";
import { loadPace } from "./load-pace";
import type { FaultOutcome, SittingEnd } from "./outcome";
import { sumOutcomes, sumReads } from "./totals";

/** A whole run: all its sittings, and what it was meant to be. */
export interface SoakRun {
  readonly wanted: number;
  readonly outcomes: readonly FaultOutcome[];
  readonly ends: readonly SittingEnd[];
  /** True for single faults that were done again: what only a whole run can show is not asked of them. */
  readonly isReplay?: boolean;
}

/**
 * What was not safe, one sentence each: the failures that a rule which is not safe must show. That it has no proofs to show
 * is no failure of this kind, nor that it was late.
 */
export function listUnsafe({ outcomes, ends }: Pick<SoakRun, "outcomes" | "ends">): string[] {
  const report = sumOutcomes(0, outcomes, ends);
  const count = (of: (one: FaultOutcome) => number): string => {
    const faults = outcomes.filter((one) => of(one) > 0).map(({ number }) => number);
    return faults.length === 0 ? "after the last fault" : `in fault ${faults.join(", ")}`;
  };
  const found: string[] = [];
  const none = (amount: number, what: string, of: (one: FaultOutcome) => number): void => {
    if (amount > 0) found.push(`${amount} ${what}, ${count(of)}`);
  };
  none(report.lostWrites, "acknowledged writes were lost", (one) => one.lostWrites.length);
  none(report.phantomWrites, "rows are there that nobody wrote", (one) => one.phantomWrites.length);
  none(report.dualWriterMs, "ms with two writers", (one) => one.dualWriterMs);
  none(report.dualHolderMs, "ms with two holders", (one) => one.dualHolderMs);
  none(report.reads.stale, "reads through the address were stale", (one) => sumReads(one, "stale"));
  none(report.disorder, "kinds of breach of the group's order", (one) => one.disorder.length);
  none(report.wire.dual, "questions on the wire that two hosts answered", (one) => one.wire?.dual ?? 0);
  return found;
}

/** Why a run fails, one sentence each; empty where it passed. */
export function listFailures(run: SoakRun): string[] {
  const { wanted, outcomes, ends, isReplay = false } = run;
  const report = sumOutcomes(0, outcomes, ends);
  const failures = listUnsafe(run);
  const expect = (holds: boolean, text: string): void => {
    if (!holds) failures.push(text);
  };
  expect(outcomes.length === wanted, `only ${outcomes.length} of ${wanted} faults were done`);
  for (const { number, late, disorder, violations } of outcomes) {
    for (const text of [...late, ...disorder, ...violations]) failures.push(`fault ${number}: ${text}`);
  }
  failures.push(...ends.flatMap(({ violations }) => violations), ...listUnverified(run));
  failures.push(...listUnseen(outcomes));
  const builds = new Set([...outcomes, ...ends].map(({ build }) => build));
  expect(builds.size <= 1, `the faults were done with ${builds.size} builds of the agent`);
  if (isReplay) return failures;
  for (const proof of ["R1", "R2", "R3"] as const)
    expect(report.byProof[proof] > 0, `no host took the address by ${proof}`);
  expect(
    report.heldShare >= limits.heldShare,
    `the address was held for ${(report.heldShare * 100).toFixed(1)} % of the time with a healthy primary`,
  );
  const { asked, answered } = report.wire;
  expect(
    asked > 0 && answered >= limits.answeredShare * asked,
    `only ${answered} of ${asked} questions on the wire were answered`,
  );
  failures.push(...listUnread(outcomes));
  const again = outcomes.filter(({ rejoined }) => rejoined > 0).length;
  expect(
    again <= limits.rejoinedShare * outcomes.length,
    `a member lost the way to another one and was let join again in ${again} of ${outcomes.length} faults`,
  );
  return failures;
}

/** Kinds of which too few faults were seen to be in force: what was not in force tells nothing of its kind. */
function listUnseen(outcomes: readonly FaultOutcome[]): string[] {
  return [...new Set(outcomes.map(({ kind }) => kind))].flatMap((kind) => {
    const own = outcomes.filter((one) => one.kind === kind);
    const effective = own.filter(({ isEffective }) => isEffective).length;
    return effective >= limits.effectiveShare * own.length
      ? []
      : [`only ${effective} of ${own.length} faults of '${kind}' were seen to be in force`];
  });
}

/** Clients of the address of whose reads too few were answered, over all faults: a reader that is deaf finds nothing stale. */
function listUnread(outcomes: readonly FaultOutcome[]): string[] {
  const known = outcomes.filter(({ reads }) => reads !== null);
  const due = known.reduce((sum, { heldMs }) => sum + heldMs, 0) / loadPace.readEveryMs;
  return loadPace.readers.flatMap((connects, index) => {
    const had = known.reduce((sum, { reads }) => sum + (reads?.[index]?.answered ?? 0), 0);
    return had >= due * limits.readShare
      ? []
      : [`only ${had} of ${Math.round(due)} reads of the client that connects ${connects} were answered`];
  });
}

/** Faults whose rows nobody read again before their lab went: a sitting that was cut off. One sentence, or none. */
export function listUnverified({ outcomes, ends }: Pick<SoakRun, "outcomes" | "ends">): string[] {
  const verified = new Set(ends.flatMap(({ lab, verified }) => verified.map((number) => `${lab} ${number}`)));
  const missing = outcomes.filter(({ lab, number }) => !verified.has(`${lab} ${number}`));
  return missing.length === 0
    ? []
    : [`the rows of fault ${missing.map(({ number }) => number).join(", ")} were not read again at the end`];
}
