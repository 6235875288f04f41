import { type MeanInterval, meanInterval } from "./statistics";

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
  readonly corrected: MeanInterval;
  readonly measured: MeanInterval;
  /** How much more or less processor time the same work took in the halves with agents, in percent. */
  readonly pace: MeanInterval;
}

/**
 * What the agents change in throughput, in percent of the throughput without them, with 95 % intervals over the pairs.
 * The pace of the processors is a covariate: how throughput follows it is learnt by least squares *within* the halves, where
 * agents do not change, on logarithms; each half is then set to the mean pace (analysis of covariance). Throws RangeError
 * with fewer than two pairs.
 */
export function comparePaced(pairs: readonly PacedPair[]): PacedDifference {
  const halves = pairs.flatMap((pair) => [pair.with, pair.without]).map(toLogs);
  const slopes = fitWithin(halves);
  const corrected = (half: Half): number =>
    half.tps.mean - half.pace.reduce((sum, pace, index) => sum + (slopes[index] ?? 0) * pace.mean, 0);
  const differences = (of: (half: Half) => number): number[] =>
    pairs.map((pair) => (Math.exp(of(toLogs(pair.with)) - of(toLogs(pair.without))) - 1) * 100);
  return {
    corrected: meanInterval(differences(corrected)),
    measured: meanInterval(differences((half) => half.tps.mean)),
    pace: meanInterval(differences((half) => half.pace[0]?.mean ?? 0)),
  };
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

/**
 * Least squares without intercepts on deviations from each half's own mean, one share after the other (Gauss-Seidel):
 * shares whose paces go together keep their sum right whichever of them gets it.
 */
function fitWithin(halves: readonly Half[]): number[] {
  const shares = halves[0]?.pace.length ?? 0;
  const slopes = Array.from({ length: shares }, () => 0);
  for (let round = 0; round < 50; round += 1) {
    for (let share = 0; share < shares; share += 1) {
      let products = 0;
      let squares = 0;
      for (const half of halves) {
        half.tps.values.forEach((value, block) => {
          const own = deviation(half.pace[share], block);
          const others = slopes.reduce(
            (sum, slope, other) => (other === share ? sum : sum + slope * deviation(half.pace[other], block)),
            0,
          );
          products += own * (value - half.tps.mean - others);
          squares += own * own;
        });
      }
      slopes[share] = squares === 0 ? 0 : products / squares;
    }
  }
  return slopes;
}

function deviation(logs: Logs | undefined, block: number): number {
  return (logs?.values[block] ?? 0) - (logs?.mean ?? 0);
}
