import {
  computeHeldShare,
  type Figures,
  listTimidFigures,
  SIMULATOR_SIZES,
  type SimulatorSize,
} from "@primacy/core/vip/simulator";

const SUMS = [
  "heldMs",
  "absentMs",
  "acquisitions",
  "byR1Only",
  "byR2",
  "byR3",
  "byR4",
  "adoptions",
  "renewals",
  "lateActs",
] as const;

/** What a number of schedules was worth; plain data, small however many they were. */
export type Tally = Record<(typeof SUMS)[number] | "schedules", number>;

/** The tallies of schedules with two, three and five hosts. */
export type Tallies = Readonly<Record<SimulatorSize, Tally>>;

/** Fresh tallies, all zero. */
export function createTallies(): Tallies {
  return { 2: createTally(), 3: createTally(), 5: createTally() };
}

function createTally(): Tally {
  return {
    schedules: 0,
    heldMs: 0,
    absentMs: 0,
    acquisitions: 0,
    byR1Only: 0,
    byR2: 0,
    byR3: 0,
    byR4: 0,
    adoptions: 0,
    renewals: 0,
    lateActs: 0,
  };
}

/** Counts one schedule. */
export function countFigures(tally: Tally, figures: Figures): void {
  tally.schedules += 1;
  for (const key of SUMS) tally[key] += figures[key];
}

/** Adds the tallies of other schedules. */
export function addTallies(sum: Tallies, more: Tallies): void {
  for (const hosts of SIMULATOR_SIZES) {
    sum[hosts].schedules += more[hosts].schedules;
    for (const key of SUMS) sum[hosts][key] += more[hosts][key];
  }
}

/** All schedules as one. */
export function sumTallies(tallies: Tallies): Tally {
  const sum = createTally();
  for (const hosts of SIMULATOR_SIZES) {
    sum.schedules += tallies[hosts].schedules;
    for (const key of SUMS) sum[key] += tallies[hosts][key];
  }
  return sum;
}

/** Where the schedules were not worth running, one line each; empty for fewer than would tell. */
export function listTimid(tallies: Tallies, fewest: number): readonly string[] {
  return SIMULATOR_SIZES.flatMap((hosts) => {
    const tally = tallies[hosts];
    if (tally.schedules < fewest) return [];
    return listTimidFigures(tally, tally.schedules, hosts).map((line) => `${hosts} hosts: ${line}`);
  });
}

/** The figures that are told, of all schedules: acquisitions by acknowledgements alone, and with at least one other proof. */
export function describeTallies(tallies: Tallies): {
  readonly schedules: number;
  readonly withTwoHosts: number;
  readonly withFiveHosts: number;
  readonly acquisitions: number;
  readonly byProof: Readonly<Record<"R1" | "R2" | "R3" | "R4", number>>;
  readonly adoptions: number;
  readonly heldShare: number;
} {
  const { schedules, acquisitions, byR1Only, byR2, byR3, byR4, adoptions, ...sum } = sumTallies(tallies);
  return {
    schedules,
    withTwoHosts: tallies[2].schedules,
    withFiveHosts: tallies[5].schedules,
    acquisitions,
    byProof: { R1: byR1Only, R2: byR2, R3: byR3, R4: byR4 },
    adoptions,
    heldShare: Number(computeHeldShare(sum).toFixed(4)),
  };
}
