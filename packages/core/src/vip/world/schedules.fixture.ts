import path from "node:path";
import { build } from "esbuild";
import { expect, it } from "vitest";
import { printSchedule } from "./faults";
import { listTimidFigures } from "./floors";
import { addFigures, createFigures, type Figures } from "./watch";
import type { WorldResult } from "./world";

const BATCH_SIZE = 1000;
const { runSchedule } = await bundleWorlds();

/** The same code in one module: Vitest looks up what is imported at each call, which takes a quarter of so long a run. */
async function bundleWorlds(): Promise<typeof import("./index")> {
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

/** Tests that so many thousand schedules from a seed on hold every invariant, and that they are worth it. */
export function testSchedules(hosts: 3 | 5, fromSeed: number, thousands: number): void {
  const figures = createFigures();
  const count = thousands * BATCH_SIZE;

  it.each(Array.from({ length: thousands }, (_, batch) => fromSeed + batch * BATCH_SIZE))(
    `${hosts} hosts hold every invariant in the 1000 from seed %i`,
    (from) => runBatch(figures, from, hosts),
  );

  it(`... and ${hosts} hosts take the address by every proof, hold it, and follow a switchover at once`, () => {
    expect(listTimidFigures(figures, count, hosts)).toEqual([]);
    expect(figures.lateActs).toBeGreaterThan(0);
    // A host that is not primary any more keeps the address for H at the longest, whatever froze or died on it.
    expect(figures.longestWrongMs).toBeLessThan(3550 + 100);
    expect(figures.longestAfterPauseMs).toBeLessThan(3550 + 20);
    const gaps = figures.switchGapsMs.toSorted((a, b) => a - b);
    expect(gaps.length).toBeGreaterThan(0.1 * count);
    expect(gaps[Math.floor(gaps.length / 2)]).toBeLessThan(150);
  });
}

function runBatch(figures: Figures, from: number, hosts: 3 | 5): void {
  for (let seed = from; seed < from + BATCH_SIZE; seed += 1) {
    const result = runSchedule({ seed, hosts });
    if (result.findings.length > 0) throw new Error(describeFailure(seed, result));
    addFigures(figures, result.figures);
  }
}

function describeFailure(seed: number, { findings, faults }: WorldResult): string {
  const lines = findings
    .slice(0, 3)
    .map(({ atMs, invariant, message }) => `  ${atMs.toFixed(1)} ms ${invariant}: ${message}`);
  return `seed ${seed}:\n${lines.join("\n")}\nschedule:\n${printSchedule(faults)}`;
}
