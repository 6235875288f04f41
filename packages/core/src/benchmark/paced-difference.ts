import { type MiddleInterval, signedRankInterval } from "./statistics";

/** A stretch of load: what was achieved, and how long each processor took for one and the same piece of work. */
export interface PacedBlock {
  readonly tps: number;
  /** One figure per processor share, above 0. */
  readonly pace: readonly number[];
}

/** The halves of one pair, each in blocks of equal length. */
export interface PacedPair {
  readonly with: readonly PacedBlock[];
  readonly without: readonly PacedBlock[];
}

/** The difference in percent, corrected for the pace of the processors and as it was measured. */
export interface PacedDifference {
  readonly corrected: MiddleInterval;
  readonly measured: MiddleInterval;
  /** How much more or less processor time the same work took in the halves with agents, in percent. */
  readonly pace: MiddleInterval;
}

/**
 * What the agents change in throughput, in percent of the throughput without them, with 95 % intervals over the pairs
 * (signed ranks). The pace of the processors is a covariate (analysis of covariance): how throughput follows it is learnt
 * by least squares on logarithms from what agents have no part in, which is how blocks differ *within* a half, and how
 * pairs differ from each other; each half is then set to the mean pace. For each pair it is learnt from the others alone,
 * so that what was learnt wrongly widens the interval. Throws RangeError with fewer than six pairs.
 */
export function comparePaced(pairs: readonly PacedPair[]): PacedDifference {
  const logged = pairs.map((pair) => ({ with: toLogs(pair.with), without: toLogs(pair.without) }));
  const corrected = logged.map((pair, index) => {
    const slopes = fitSlopes(logged.filter((_, other) => other !== index));
    const atMeanPace = (half: Half): number =>
      half.tps.mean - half.pace.reduce((sum, pace, share) => sum + (slopes[share] ?? 0) * pace.mean, 0);
    return toPercent(atMeanPace(pair.with) - atMeanPace(pair.without));
  });
  const differences = (of: (half: Half) => number): number[] =>
    logged.map((pair) => toPercent(of(pair.with) - of(pair.without)));
  return {
    corrected: signedRankInterval(corrected),
    measured: signedRankInterval(differences((half) => half.tps.mean)),
    pace: signedRankInterval(differences((half) => half.pace[0]?.mean ?? 0)),
  };
}

function toPercent(difference: number): number {
  return (Math.exp(difference) - 1) * 100;
}

interface Logs {
  readonly values: readonly number[];
  readonly mean: number;
}

interface Half {
  readonly tps: Logs;
  readonly pace: readonly Logs[];
}

function toLogs(blocks: readonly PacedBlock[]): Half {
  const shares = blocks[0]?.pace.length ?? 0;
  return {
    tps: logs(blocks.map((block) => block.tps)),
    pace: Array.from({ length: shares }, (_, index) => logs(blocks.map((block) => block.pace[index] ?? 1))),
  };
}

function logs(figures: readonly number[]): Logs {
  const values = figures.map(Math.log);
  return { values, mean: values.reduce((sum, value) => sum + value, 0) / values.length };
}

/** One deviation of throughput with those of each share's pace, all of one variance. */
interface Row {
  readonly tps: number;
  readonly pace: readonly number[];
}

/**
 * Least squares without intercepts, one share after the other (Gauss-Seidel): shares whose paces go together keep their
 * sum right whichever of them gets it.
 */
function fitSlopes(pairs: readonly { readonly with: Half; readonly without: Half }[]): number[] {
  const halves = pairs.flatMap((pair) => [pair.with, pair.without]);
  const rows = [...halves.flatMap(listWithin), ...listBetween(pairs)];
  const slopes = Array.from({ length: halves[0]?.pace.length ?? 0 }, () => 0);
  for (let round = 0; round < 50; round += 1) {
    for (const share of slopes.keys()) {
      let products = 0;
      let squares = 0;
      for (const { tps, pace } of rows) {
        const own = pace[share] ?? 0;
        const others =
          slopes.reduce((sum, slope, other) => sum + slope * (pace[other] ?? 0), 0) -
          (slopes[share] ?? 0) * own;
        products += own * (tps - others);
        squares += own * own;
      }
      slopes[share] = squares === 0 ? 0 : products / squares;
    }
  }
  return slopes;
}

/** How each block differs from its half. */
function listWithin({ tps, pace }: Half): readonly Row[] {
  return tps.values.map((value, block) => ({
    tps: value - tps.mean,
    pace: pace.map((share) => (share.values[block] ?? share.mean) - share.mean),
  }));
}

/** How each pair's difference differs from the mean one: of two means of n blocks each, scaled to the variance of a block. */
function listBetween(pairs: readonly { readonly with: Half; readonly without: Half }[]): readonly Row[] {
  const rows = pairs.map((pair) => ({
    tps: pair.with.tps.mean - pair.without.tps.mean,
    pace: pair.with.pace.map((share, index) => share.mean - (pair.without.pace[index]?.mean ?? share.mean)),
  }));
  const mean = (of: (row: Row) => number): number =>
    rows.reduce((sum, row) => sum + of(row), 0) / rows.length;
  const middle = {
    tps: mean((row) => row.tps),
    pace: (rows[0]?.pace ?? []).map((_, index) => mean((row) => row.pace[index] ?? 0)),
  };
  const scale = Math.sqrt((pairs[0]?.with.tps.values.length ?? 1) / 2);
  return rows.map((row) => ({
    tps: (row.tps - middle.tps) * scale,
    pace: row.pace.map((value, index) => (value - (middle.pace[index] ?? 0)) * scale),
  }));
}
