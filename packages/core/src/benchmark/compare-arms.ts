import {
  fewestForStudent,
  fewestPairs,
  type MiddleInterval,
  mostExactPairs,
  signedRankInterval,
  studentInterval,
  studentReach,
} from "./statistics";

/** What one run came to. Runs that failed or were disturbed are none. */
export interface ArmRun {
  readonly block: number;
  readonly threads: number;
  readonly arm: number;
  /** Above 0. */
  readonly tps: number;
}

/** How the interval was made: by ranks, counted or by the normal distribution, or by Student's t. */
export type IntervalMethod = "exact_ranks" | "normal_ranks" | "t";

/** What may be said of an arm: it costs or gains throughput, or the difference is inside the noise. */
export type Verdict = "costs" | "gains" | "noise" | "too_few";

/** What an arm loses against the baseline, in percent of the baseline's throughput; negative where it gains. */
export type ArmDifference =
  | {
      readonly method: IntervalMethod;
      readonly loss: number;
      /** The two-sided 95 % interval of the loss. */
      readonly low: number;
      readonly high: number;
      /** How many blocks it stands on; over several thread counts, rounds of blocks. */
      readonly blocks: number;
      readonly verdict: Exclude<Verdict, "too_few">;
    }
  | {
      readonly method: "too_few";
      /** A figure without an interval would be taken for an answer. */
      readonly loss: null;
      readonly low: null;
      readonly high: null;
      readonly blocks: number;
      readonly verdict: "too_few";
    };

/**
 * Judges an arm against the baseline. A block's figure is log(arm / baseline); over several thread counts these logs are
 * averaged inside each round, and only rounds in which no thread count is missing count, since the loss may differ between
 * them. From six blocks on it is the Hodges-Lehmann centre with Wilcoxon's interval, for three to five the mean with
 * Student's, below three nothing is said. For one thread count give the runs of that one alone. `threads`: the counts that were
 * ordered, so that one without any result is missing too; those of the runs where absent. Throws RangeError where a throughput
 * is not above 0, or an arm has two results in one block.
 */
export function compareArms(
  runs: readonly ArmRun[],
  {
    arm,
    baseline,
    threads,
  }: { readonly arm: number; readonly baseline: number; readonly threads?: readonly number[] },
): ArmDifference {
  const [of, against] = [indexTps(runs, arm), indexTps(runs, baseline)];
  const logs = listRounds(of, against, threads ?? [...new Set([...of.keys(), ...against.keys()])]);
  const blocks = logs.length;
  if (blocks < fewestForStudent)
    return { method: "too_few", loss: null, low: null, high: null, blocks, verdict: "too_few" };
  const { method, interval } = estimate(logs);
  const low = toLoss(interval.high);
  const high = toLoss(interval.low);
  const verdict = low > 0 ? "costs" : high < 0 ? "gains" : "noise";
  return { method, loss: toLoss(interval.middle), low, high, blocks, verdict };
}

/**
 * How many more blocks an interval of ± `halfWidth` percent would probably need, going by the spread so far, and the seconds
 * that they take; 0 where it is reached, null where there are too few blocks to tell. From six blocks the answer may be
 * half or double of what it takes, from twenty a third off. It is for planning another benchmark: the number of blocks of
 * one that runs is fixed.
 */
export function blocksForHalfWidth(
  difference: ArmDifference,
  { halfWidth, secondsPerBlock }: { readonly halfWidth: number; readonly secondsPerBlock: number },
): { readonly blocks: number; readonly seconds: number } | null {
  if (!(halfWidth > 0)) throw new RangeError("half the width of an interval is above 0");
  if (difference.method === "too_few") return null;
  const { blocks, low, high, loss } = difference;
  if ((high - low) / 2 <= halfWidth) return { blocks: 0, seconds: 0 };
  const half = (toLog(low) - toLog(high)) / 2;
  const spread = half / (difference.method === "t" ? studentReach(blocks) : rankReach(blocks));
  // A percent of the loss is less than a percent of the arm's own throughput.
  const wanted = halfWidth / 100 / Math.exp(toLog(loss));
  let needed = Math.max(blocks + 1, fewestPairs, Math.floor(((limitReach * spread) / wanted) ** 2));
  while (rankReach(needed) * spread > wanted) needed += 1;
  return { blocks: needed - blocks, seconds: (needed - blocks) * secondsPerBlock };
}

/**
 * How far the interval by ranks reaches to either side on average, in standard deviations of one value with normal noise.
 * Fitted to simulated intervals within 6 %; at six values it is the whole range, and wider than its neighbours.
 */
function rankReach(count: number): number {
  return (count === fewestPairs ? 3.04 : limitReach + 2.8 / count) / Math.sqrt(count);
}

/** The same for very many values, times the root of their number: the normal factor, and the efficiency of ranks of 3/pi. */
const limitReach = 2.006;

function estimate(logs: readonly number[]): {
  readonly method: IntervalMethod;
  readonly interval: MiddleInterval;
} {
  if (logs.length < fewestPairs) return { method: "t", interval: studentInterval(logs) };
  const method = logs.length <= mostExactPairs ? "exact_ranks" : "normal_ranks";
  return { method, interval: signedRankInterval(logs) };
}

/** Throughput by thread count and block. */
type TpsIndex = ReadonlyMap<number, ReadonlyMap<number, number>>;

function indexTps(runs: readonly ArmRun[], wanted: number): TpsIndex {
  const byThreads = new Map<number, Map<number, number>>();
  for (const { arm, threads, block, tps } of runs) {
    if (arm !== wanted) continue;
    if (!(tps > 0) || !Number.isFinite(tps)) throw new RangeError(`a throughput of ${tps} has no ratio`);
    const byBlock = byThreads.get(threads) ?? new Map<number, number>();
    if (byBlock.has(block)) throw new RangeError(`arm ${arm} has two results in block ${block}`);
    byThreads.set(threads, byBlock.set(block, tps));
  }
  return byThreads;
}

/** The figure of each round that has both arms at every thread count. */
function listRounds(arm: TpsIndex, baseline: TpsIndex, counts: readonly number[]): readonly number[] {
  const rounds = new Set([...arm.values()].flatMap((byBlock) => [...byBlock.keys()]));
  return [...rounds].flatMap((round) => {
    let sum = 0;
    for (const threads of counts) {
      const one = arm.get(threads)?.get(round);
      const other = baseline.get(threads)?.get(round);
      if (one === undefined || other === undefined) return [];
      sum += Math.log(one / other);
    }
    return [sum / counts.length];
  });
}

function toLoss(log: number): number {
  return -Math.expm1(log) * 100;
}

function toLog(loss: number): number {
  return Math.log1p(-loss / 100);
}
