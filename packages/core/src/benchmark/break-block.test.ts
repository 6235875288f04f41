import { type BenchmarkRun, type BenchmarkRunState, message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { allowedRepeats, breakBlock } from "./break-block";
import { mostRepeats, planSchedule, repeatBlock } from "./schedule";

const shape = { arms: 2, threads: [4, 16], blocks: 2, seed: 7 };

/** The runs of the schedule: so many are done, the others wait. */
function runsOf(done: number): readonly BenchmarkRun[] {
  return planSchedule(shape).map(({ ordinal, block, threads, arm }) => {
    const state: BenchmarkRunState = ordinal < done ? "done" : "waiting";
    const instants = { startedAt: null, endedAt: null };
    return {
      id: `run-${ordinal}`,
      ordinal,
      block,
      threads,
      arm,
      state,
      ...instants,
      figures: null,
      reason: null,
    };
  });
}

const next = (runs: readonly BenchmarkRun[]): BenchmarkRun => {
  const found = runs.find(({ state }) => state === "waiting");
  if (found === undefined) throw new Error("nothing waits");
  return found;
};

describe("a pause", () => {
  it("between two blocks breaks none", () => {
    for (const done of [0, 2, 4]) expect(breakBlock(shape, runsOf(done), next(runsOf(done)))).toBeNull();
  });

  it("in the middle of a block voids it whole, tells of it once, and has it run again at the end", () => {
    const runs = runsOf(3);
    const broken = breakBlock(shape, runs, next(runs));
    expect(broken?.voided.map(({ id, reason }) => [id, reason?.code])).toEqual([
      ["run-2", "why.benchmark_paused"],
      ["run-3", "why.benchmark_block"],
    ]);
    expect(broken?.again.map(({ ordinal, block, threads }) => [ordinal, block, threads])).toEqual([
      [8, 0, 16],
      [9, 0, 16],
    ]);
  });

  it("takes away none of the repeats that disturbed blocks have", () => {
    const runs = runsOf(3);
    const broken = breakBlock(shape, runs, next(runs));
    const after = [
      ...runs.map((run) => ({
        ...run,
        reason: broken?.voided.find(({ id }) => id === run.id)?.reason ?? null,
      })),
      ...runsOf(2).slice(0, 2),
    ];
    expect(allowedRepeats(runs)).toBe(mostRepeats);
    expect(allowedRepeats(after)).toBe(mostRepeats + 1);
    const twice = [...after, ...runsOf(2).slice(0, 2)];
    const disturbed = { block: 1, threads: 4 };
    expect(repeatBlock(shape, twice, disturbed)).toBeNull();
    expect(repeatBlock(shape, twice, disturbed, allowedRepeats(twice))).toHaveLength(2);
    expect(allowedRepeats([{ reason: message("why.benchmark_block") }])).toBe(mostRepeats);
  });
});
