import {
  type ArmCounters,
  type CounterReading,
  digestLimits,
  type RunCounters,
  type StatementDigest,
  StatusCounter,
} from "@primacy/contract";
import { type CountedPair, clockSlackSeconds, isRestarted, pairReadings } from "./counted-pair";
import { shareWork } from "./share-work";

type Growth = Readonly<Record<string, number>>;

/** What a run is compared with. */
export interface CountedRun {
  /** Of the load, warm-up included; 0: not known. */
  readonly transactions: number;
  /** What was counted over more than this is not the run's alone. */
  readonly longestSeconds: number;
  /** The user of the benchmark's account. */
  readonly account: string;
}

/**
 * What the servers counted between two readings. Where one began anew in between, was told to count anew, did not answer, or was asked too late,
 * its part is unknown. A member that answered neither time takes no part.
 */
export function compareCounters(
  before: CounterReading,
  after: CounterReading,
  { transactions, longestSeconds, account }: CountedRun,
): RunCounters {
  const pairs = pairReadings(before, after, longestSeconds);
  const isPrimary = ({ before: one, after: other }: CountedPair): boolean =>
    one?.isPrimary === true || other?.isPrimary === true;
  const [primary, ...more] = pairs.filter(isPrimary);
  const secondaries = pairs.filter((pair) => !isPrimary(pair));
  return {
    transactions,
    status: {
      // Another one is the primary: neither server's counters are those of the run.
      primary: primary === undefined || more.length > 0 ? null : growthOf(primary),
      secondaries: secondaries.length === 0 ? null : sumGrowths(secondaries.map(growthOf)),
    },
    statements: pairs.length === 0 ? null : rankStatements(pairs.map(statementsOf)),
    work: shareWork(pairs, account),
  };
}

function growthOf({ before, after }: CountedPair): Growth | null {
  if (before === undefined || after === undefined || isRestarted(before, after)) return null;
  if (after.countedSince - before.countedSince > clockSlackSeconds) return null;
  const entries = StatusCounter.options.flatMap((name) => {
    const [from, to] = [before.status[name], after.status[name]];
    return from === undefined || to === undefined ? [] : [[name, to - from] as const];
  });
  // One that fell says that the others were counted anew as well, though they have passed their old values since.
  return entries.some(([, value]) => value < 0) ? null : Object.fromEntries(entries);
}

function sumGrowths(growths: readonly (Growth | null)[]): Growth | null {
  const sum: Record<string, number> = {};
  for (const growth of growths) {
    if (growth === null) return null;
    for (const [name, value] of Object.entries(growth)) sum[name] = (sum[name] ?? 0) + value;
  }
  return sum;
}

const figures = ["count", "totalMs", "rowsExamined", "rowsAffected", "errors"] as const;

function statementsOf({ before, after }: CountedPair): readonly StatementDigest[] | null {
  if (before?.digests == null || after?.digests == null) return null;
  if (isRestarted(before, after)) return null;
  const grown: StatementDigest[] = [];
  for (const { firstSeen, ...one } of after.digests) {
    const earlier = before.digests.find(({ text }) => text === one.text);
    if (earlier !== undefined && firstSeen > earlier.firstSeen) return null;
    const difference = { ...one };
    for (const name of figures) difference[name] -= earlier?.[name] ?? 0;
    if (figures.some((name) => difference[name] < 0)) return null;
    if (difference.count > 0) grown.push(difference);
  }
  // Statements that are gone were counted before: somebody emptied the table.
  const isEmptied = before.digests.some(({ text }) => !after.digests?.some((one) => one.text === text));
  return isEmptied ? null : grown;
}

function rankStatements(lists: readonly (readonly StatementDigest[] | null)[]): RunCounters["statements"] {
  const merged = new Map<string, StatementDigest>();
  for (const list of lists) {
    if (list === null) return null;
    for (const one of list) {
      const sum = { ...one };
      const known = merged.get(one.text);
      if (known !== undefined) for (const name of figures) sum[name] += known[name];
      merged.set(one.text, sum);
    }
  }
  const ranked = [...merged.values()].sort((a, b) => b.totalMs - a.totalMs);
  const rest = ranked.slice(digestLimits.statements);
  return {
    top: ranked.slice(0, digestLimits.statements),
    others: {
      count: rest.reduce((sum, { count }) => sum + count, 0),
      totalMs: rest.reduce((sum, { totalMs }) => sum + totalMs, 0),
    },
  };
}

/** One counter of all arms, for each transaction; null: unknown. */
export interface CounterDifference {
  readonly counter: StatusCounter;
  /** In the order of the arms. */
  readonly perTransaction: readonly (number | null)[];
}

/** By how much an arm has to differ from the baseline to be told of. */
export const tellingShare = 0.05;
/** What happens less often than once in so many transactions differs by chance. */
const seldom = 1 / 10_000;

/**
 * The counters of the primary that grew otherwise through one arm than through the first, for each transaction: by 5 % or more of the
 * larger of both. They have no interval: what is told here explains a difference, and proves none.
 */
export function compareArmCounters(arms: number, sums: readonly ArmCounters[]): readonly CounterDifference[] {
  const places = Array.from({ length: arms }, (_, arm) => sums.find((one) => one.arm === arm));
  return StatusCounter.options.flatMap((counter): CounterDifference[] => {
    const perTransaction = places.map((one) => {
      const sum = one?.status[counter];
      return one === undefined || sum === undefined || one.transactions <= 0 ? null : sum / one.transactions;
    });
    const [baseline = null, ...others] = perTransaction;
    const differs = others.some((value) => differ(baseline, value));
    return differs ? [{ counter, perTransaction }] : [];
  });
}

function differ(baseline: number | null, value: number | null): boolean {
  if (baseline === null || value === null) return false;
  const larger = Math.max(baseline, value);
  return larger >= seldom && Math.abs(baseline - value) >= tellingShare * larger;
}
