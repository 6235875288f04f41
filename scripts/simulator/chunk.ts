import { printSchedule, runSchedule, type SimulatorSize } from "@primacy/core/vip/simulator";
import { countFigures, createTallies, type Tallies } from "./tally";

/** Consecutive seeds that one process runs before it reports. */
export interface Chunk {
  readonly firstSeed: number;
  readonly count: number;
}

/** The first schedule of a chunk in which a promise was broken. */
export interface Violation {
  readonly seed: number;
  readonly findings: readonly string[];
  readonly schedule: string;
}

/** What a process reports of a chunk; after a violation nothing of it was run. */
export interface ChunkResult {
  readonly firstSeed: number;
  readonly tallies: Tallies;
  readonly violation: Violation | null;
}

const LAST_DIGIT_OF_FIVE = 0;
const LAST_DIGIT_OF_TWO = 5;
const MAX_FINDINGS = 3;

/** The size of a seed's world: one in ten has five hosts, and one in ten two. */
export function chooseHosts(seed: number): SimulatorSize {
  const lastDigit = seed % 10;
  if (lastDigit === LAST_DIGIT_OF_FIVE) return 5;
  return lastDigit === LAST_DIGIT_OF_TWO ? 2 : 3;
}

/** Runs the schedules of a chunk one after the other, up to the first violation. */
export function runChunk({ firstSeed, count }: Chunk): ChunkResult {
  const tallies = createTallies();
  for (let seed = firstSeed; seed < firstSeed + count; seed += 1) {
    const hosts = chooseHosts(seed);
    const { findings, figures, faults } = runSchedule({ seed, hosts });
    if (findings.length > 0) {
      const lines = findings
        .slice(0, MAX_FINDINGS)
        .map(({ atMs, invariant, message }) => `${atMs.toFixed(1)} ms ${invariant}: ${message}`);
      return { firstSeed, tallies, violation: { seed, findings: lines, schedule: printSchedule(faults) } };
    }
    countFigures(tallies[hosts], figures);
  }
  return { firstSeed, tallies, violation: null };
}
