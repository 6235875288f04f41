import type { Figures } from "./watch";

/** How many hosts the worlds of the suite and of the long run have. */
export type SimulatorSize = 2 | 3 | 5;

/** All of them, the smallest first. */
export const SIMULATOR_SIZES = [2, 3, 5] as const;

/** The least that schedules must have been worth; each figure but the share is per schedule. */
interface Floors {
  readonly heldShare: number;
  readonly acquisitions: number;
  readonly byR1Only: number;
  /** Not asked of two hosts: without the other one has no majority, so the lost one hardly ever leaves its view. */
  readonly byR2?: number;
  readonly byR3: number;
  readonly byR4: number;
  readonly adoptions: number;
  readonly renewals: number;
}

const FLOORS: Readonly<Record<SimulatorSize, Floors>> = {
  2: {
    heldShare: 0.82,
    acquisitions: 2,
    byR1Only: 1.8,
    byR3: 0.05,
    byR4: 0.02,
    adoptions: 0.02,
    renewals: 35,
  },
  3: {
    heldShare: 0.82,
    acquisitions: 2.5,
    byR1Only: 2,
    byR2: 0.1,
    byR3: 0.1,
    byR4: 0.001,
    adoptions: 0.02,
    renewals: 45,
  },
  5: {
    heldShare: 0.81,
    acquisitions: 2,
    byR1Only: 1.5,
    byR2: 0.05,
    byR3: 0.05,
    byR4: 0.0005,
    adoptions: 0.01,
    renewals: 45,
  },
};

/** How many schedules it takes for every figure to be far above its floor. */
export const FEWEST_SCHEDULES_FOR_FLOORS = 3000;

/** The share of the time with a healthy primary in which it held the address. */
export function computeHeldShare({ heldMs, absentMs }: Pick<Figures, "heldMs" | "absentMs">): number {
  return heldMs + absentMs === 0 ? 0 : heldMs / (heldMs + absentMs);
}

/**
 * Says where a number of schedules was not worth running, one line each; empty when it was. A decision that never takes
 * the address is perfectly safe: these floors are what keeps it from being that.
 */
export function listTimidFigures(
  figures: Pick<Figures, "heldMs" | "absentMs" | Exclude<keyof Floors, "heldShare">>,
  schedules: number,
  hosts: SimulatorSize,
): readonly string[] {
  const { heldShare, ...perSchedule } = FLOORS[hosts];
  const share = computeHeldShare(figures);
  const problems = share > heldShare ? [] : [`held ${share.toFixed(3)} of the time, not ${heldShare}`];
  for (const key of FIGURES) {
    const found = figures[key] / schedules;
    const floor = perSchedule[key];
    if (floor !== undefined && found <= floor)
      problems.push(`${key}: ${found.toFixed(4)} per schedule, not ${floor}`);
  }
  return problems;
}

const FIGURES = ["acquisitions", "byR1Only", "byR2", "byR3", "byR4", "adoptions", "renewals"] as const;
