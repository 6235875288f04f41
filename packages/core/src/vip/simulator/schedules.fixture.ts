import path from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { printSchedule } from "./faults";
import { listTimidFigures, type SimulatorSize } from "./floors";
import type { SimulationResult } from "./simulator";
import { addFigures, createFigures, type Figures } from "./watch";

const BATCH_SIZE = 1000;
/** With fewer, a figure that is low says nothing. */
const FEWEST_FOR_FLOORS = 400;

/**
 * The part of all schedules that a run has time for: PRIMACY_SCHEDULES of 20,000. Seeds are the same in each run, so that a
 * part either holds or does not.
 */
const PART =
  Number(process.env.PRIMACY_SCHEDULES ?? (process.env.PRIMACY_LONG_RUN === "1" ? 20_000 : 1_500)) / 20_000;

/** As many of `count` schedules as this run has time for, one at least. */
export function takePart(count: number): number {
  return Math.max(1, Math.round(count * PART));
}

/** H, and what a sample may be late. */
const LONGEST_WRONG_MS = 3550 + 100;
const { runSchedule } = await bundleSimulator();

/** The same code in one module: Vitest looks up what is imported at each call, which takes a quarter of so long a run. */
async function bundleSimulator(): Promise<typeof import("./index")> {
  const { outputFiles } = await build({
    entryPoints: [path.join(import.meta.dirname, "index.ts")],
    bundle: true,
    format: "esm",
    target: "node20",
    write: false,
  });
  const code = Buffer.from(outputFiles[0]?.contents ?? []).toString("base64");
  return import(/* @vite-ignore */ `data:text/javascript;base64,${code}`);
}

/** Tests that this run's part of so many schedules from a seed on holds every invariant, and that they are worth it. */
export function testSchedules(hosts: SimulatorSize, fromSeed: number, all: number): void {
  const figures = createFigures();
  const count = takePart(all);
  const endSeed = fromSeed + count;

  it.each(Array.from({ length: Math.ceil(count / BATCH_SIZE) }, (_, batch) => fromSeed + batch * BATCH_SIZE))(
    `${hosts} hosts hold every invariant from seed %i on`,
    (from) => {
      const end = Math.min(from + BATCH_SIZE, endSeed);
      for (let seed = from; seed < end; seed += 1) runOne(figures, seed, hosts);
    },
  );

  if (count < FEWEST_FOR_FLOORS) return;

  it(`... and ${hosts} hosts take the address by every proof, hold it, and follow a switchover at once`, () => {
    expect(listTimidFigures(figures, count, hosts)).toEqual([]);
    expect(figures.lateActs).toBeGreaterThan(0);
    expect(figures.announcements).toBeGreaterThan(2 * figures.acquisitions);
    expect(figures.releases).toBeGreaterThan(count);
    // A host that is not primary any more keeps the address for H at the longest, whatever froze or died on it.
    expect(figures.longestWrongMs).toBeLessThan(LONGEST_WRONG_MS);
    // No majority, no address: what is left is the lease.
    expect(figures.longestWithoutQuorumMs).toBeGreaterThan(0);
    expect(figures.longestWithoutQuorumMs).toBeLessThan(LONGEST_WRONG_MS);
    expect(figures.longestAfterPauseMs).toBeLessThan(3550 + 20);
    const gaps = figures.switchGapsMs.toSorted((a, b) => a - b);
    expect(gaps.length).toBeGreaterThan(0.1 * count);
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(150);
  });
}

function runOne(figures: Figures, seed: number, hosts: SimulatorSize): void {
  const result = runSchedule({ seed, hosts });
  if (result.findings.length > 0) throw new Error(describeFailure(seed, result));
  addFigures(figures, result.figures);
}

function describeFailure(seed: number, { findings, faults }: SimulationResult): string {
  const lines = findings
    .slice(0, 3)
    .map(({ atMs, invariant, message }) => `  ${atMs.toFixed(1)} ms ${invariant}: ${message}`);
  return `seed ${seed}:\n${lines.join("\n")}\nschedule:\n${printSchedule(faults)}`;
}
