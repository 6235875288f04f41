import type { RunFigure, RunPoint, RunSeries } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { finished, running } from "../benchmark.fixture";
import {
  choosePlace,
  findNewest,
  listBlocks,
  listSecondTicks,
  movePlace,
  runsAt,
  toCurves,
} from "./benchmark-curves";

function pointOf(second: number, tps: RunFigure): RunPoint {
  return { second, tps, qps: null, latencyMs: null, errors: null, reconnects: null };
}

const flat = (value: number) => ({ min: value, mean: value, max: value });

function seriesOf(arm: number, stepSeconds: number, points: readonly RunPoint[]): RunSeries {
  return { runId: `run-${arm}`, arm, stepSeconds, points: [...points] };
}

const runs = [0, 1].map((arm) => ({ id: `run-${arm}` }));
const drawn = (series: readonly RunSeries[]) =>
  toCurves(series, runs, "tps").points.map(({ x, values }) => [
    x,
    values["run-0"]?.mean ?? null,
    values["run-1"]?.mean ?? null,
  ]);

describe("the curves of a block", () => {
  it("keep a stall as a zero, and what was not measured or did not come as a gap", () => {
    const one = seriesOf(0, 1, [
      pointOf(1, flat(10)),
      pointOf(2, flat(0)),
      pointOf(3, null),
      pointOf(5, flat(12)),
    ]);
    expect(drawn([one, seriesOf(1, 1, [pointOf(1, flat(9))])])).toEqual([
      [1, 10, 9],
      [2, 0, null],
      [3, null, null],
      [4, null, null],
      [5, 12, null],
    ]);
  });

  it("have one axis where one run has points of one second and the other of two, and lose no lowest second", () => {
    const long = seriesOf(0, 2, [
      pointOf(1, { min: 8, mean: 9, max: 10 }),
      pointOf(3, { min: 0, mean: 5, max: 10 }),
    ]);
    const short = seriesOf(
      1,
      1,
      [1, 2, 3].map((second) => pointOf(second, flat(second === 2 ? 0 : 6))),
    );
    const { points, stepSeconds, lastSecond } = toCurves([long, short], runs, "tps");
    expect([stepSeconds, lastSecond]).toEqual([2, 3]);
    expect(points.map(({ x, values }) => [x, values["run-1"]])).toEqual([
      [1, { min: 0, mean: 3, max: 6 }],
      [3, flat(6)],
    ]);
  });

  it("draw the highest second where a point has several 95th percentiles, and no mean of them", () => {
    const latencyMs = { min: 10, mean: 30, max: 50 };
    const points = [{ ...pointOf(1, flat(5)), latencyMs }];
    const [point] = toCurves([seriesOf(0, 2, points)], runs, "latencyMs").points;
    expect(point?.values["run-0"]).toEqual({ min: 10, mean: 50, max: 50 });
  });

  it("are those of the runs that count, and none where nothing came", () => {
    expect(drawn([{ ...seriesOf(0, 1, [pointOf(1, flat(3))]), runId: "void" }])).toEqual([]);
    expect(toCurves([], runs, "tps")).toEqual({ stepSeconds: 1, points: [], lastSecond: 0 });
  });
});

describe("the block that is shown", () => {
  it("is the one that runs or was run last, as long as nobody chooses", () => {
    expect(findNewest(running)).toEqual({ block: 1, threads: 16 });
    // The block that was disturbed was run again at the end.
    expect(findNewest(finished)).toEqual({ block: 1, threads: 64 });
    const waiting = running.runs.filter(({ state }) => state === "waiting");
    expect(findNewest({ runs: waiting })).toEqual({ block: 1, threads: 64 });
    expect(findNewest({ runs: [] })).toBeNull();
  });

  it("is the newest of what is chosen, unless there are no such runs", () => {
    expect(choosePlace(finished, { block: 2, threads: 16 })).toEqual({ block: 2, threads: 16 });
    expect(choosePlace(finished, { block: 2 })).toEqual({ block: 2, threads: 64 });
    expect(choosePlace(finished, { block: 99 })).toEqual({ block: 1, threads: 64 });
    expect(listBlocks(finished)).toEqual([0, 1, 2, 3, 4, 5]);
  });

  it("moves to what is chosen, though the other choice before has no run there", () => {
    const { runs: all } = finished;
    const cut = { runs: all.filter(({ block, threads }) => block < 5 || threads === 16) };
    expect(movePlace(cut, { block: 5, threads: 16 }, { threads: 64 })).toEqual({ block: 1, threads: 64 });
    expect(movePlace(cut, { block: 2, threads: 64 }, { block: 5 })).toEqual({ block: 5, threads: 16 });
    expect(movePlace(cut, { block: 2, threads: 64 }, { threads: 16 })).toEqual({ block: 2, threads: 16 });
  });

  it("has the runs that count before those that were disturbed, each by its arm", () => {
    const again = runsAt(finished, { block: 1, threads: 64 });
    expect(again.map(({ arm, state }) => [arm, state])).toEqual([
      [0, "done"],
      [1, "done"],
      [0, "void"],
      [1, "void"],
    ]);
    expect(runsAt(finished, { block: 0, threads: 16 })).toHaveLength(2);
  });
});

describe("the axis of seconds", () => {
  it.each([
    [35, [0, 5, 10, 15, 20, 25, 30, 35]],
    [65, [0, 10, 20, 30, 40, 50, 60]],
    [420, [0, 60, 120, 180, 240, 300, 360, 420]],
  ])("of %d s has its ticks at %j", (seconds, ticks) => {
    expect(listSecondTicks(seconds)).toEqual(ticks);
  });

  it("has few ticks for the longest run", () => {
    expect(listSecondTicks(46_800).length).toBeLessThan(10);
  });
});
