import { describe, expect, it } from "vitest";
import type { ArmRun } from "./compare-arms";
import { describeTrend, listTrendLoads, type TrendSource } from "./describe-trend";
import { nameWorkload } from "./workload";

const id = (n: number): string => `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`;
const ref = { kind: "custom", address: "10.0.0.1", port: 3306 } as const;
const endpoint = { ref, name: "db1", address: "10.0.0.1", port: 3306 } as const;

/** Blocks of two arms, the second of which is a tenth slower. */
function blocks(count: number, threads = 16): readonly ArmRun[] {
  return Array.from({ length: count }, (_, block) => [
    { block, threads, arm: 0, tps: 100 + block },
    { block, threads, arm: 1, tps: (100 + block) * 0.9 },
  ]).flat();
}

function source(n: number, changes: Partial<TrendSource> = {}): TrendSource {
  return {
    id: id(n),
    name: `benchmark ${n}`,
    createdAt: `2026-11-${String(n).padStart(2, "0")}T10:00:00.000Z`,
    isPinned: false,
    tags: [],
    workload: { tool: "sysbench", script: "oltp_read_write", tables: 4, tableSize: 10_000, options: {} },
    threads: [16],
    arms: [
      { name: "Direct", endpoints: [{ ...endpoint, way: "direct" }] },
      { name: "VIP", endpoints: [{ ...endpoint, way: "write_vip" }] },
    ],
    runs: blocks(6),
    ...changes,
  };
}

describe("the trend of a cluster", () => {
  it("has the throughput of each arm with its spread, and the loss of all but the first with its interval", () => {
    const [point] = describeTrend([source(1)]);
    expect(point?.arms.map(({ name, way, figures }) => [name, way, figures])).toEqual([
      ["Direct", "direct", [{ threads: 16, min: 100, mean: 102.5, max: 105 }]],
      ["VIP", "write_vip", [{ threads: 16, min: 90, mean: expect.closeTo(92.25), max: 94.5 }]],
    ]);
    expect(point?.arms[0]?.losses).toEqual([]);
    const [loss] = point?.arms[1]?.losses ?? [];
    expect(loss?.loss).toBeCloseTo(10);
    expect(loss?.low).toBeLessThanOrEqual(loss?.loss ?? 0);
    expect(loss?.high).toBeGreaterThanOrEqual(loss?.loss ?? 0);
  });

  it("has a loss over all numbers of threads where there are several", () => {
    const runs = [...blocks(6), ...blocks(6, 64)];
    const [point] = describeTrend([source(1, { threads: [16, 64], runs })]);
    expect(point?.arms[1]?.losses.map(({ threads }) => threads)).toEqual([null, 16, 64]);
  });

  it("claims no loss over all numbers of threads where one of them was not measured", () => {
    const [point] = describeTrend([source(1, { threads: [16, 64], runs: blocks(6) })]);
    expect(point?.arms[1]?.losses.map(({ threads }) => threads)).toEqual([16]);
  });

  it("claims no loss from too few blocks, and has no point where nothing was measured", () => {
    const [point] = describeTrend([source(1, { runs: blocks(2) }), source(2, { runs: [] })]);
    expect(point?.id).toBe(id(1));
    expect(point?.arms[1]).toMatchObject({ losses: [], figures: [{ threads: 16 }] });
  });

  it("begins with the oldest", () => {
    expect(describeTrend([source(3), source(1), source(2)]).map(({ id: one }) => one)).toEqual([
      id(1),
      id(2),
      id(3),
    ]);
  });
});

describe("what stands in one line", () => {
  const other = {
    tool: "sysbench",
    script: "oltp_read_only",
    tables: 4,
    tableSize: 10_000,
    options: {},
  } as const;

  it("is the same workload with the same number of threads, that of the newest first", () => {
    const points = describeTrend([
      source(1),
      source(2, { threads: [16, 64], runs: [...blocks(6), ...blocks(6, 64)] }),
      source(3, { workload: { ...other, options: {} } }),
    ]);
    expect(
      listTrendLoads(points).map(({ workload, threads, points: own }) => [
        nameWorkload(workload),
        threads,
        own.map(({ id: one }) => one),
      ]),
    ).toEqual([
      ["oltp_read_only", 16, [id(3)]],
      ["oltp_read_write", 16, [id(1), id(2)]],
      ["oltp_read_write", 64, [id(2)]],
    ]);
  });

  it("does not depend on the order in which options were typed", () => {
    const workload = { tool: "sysbench", script: "oltp_read_write", tables: 4, tableSize: 10_000 } as const;
    const points = describeTrend([
      source(1, { workload: { ...workload, options: { point_selects: 5, rand_type: "uniform" } } }),
      source(2, { workload: { ...workload, options: { rand_type: "uniform", point_selects: 5 } } }),
    ]);
    expect(listTrendLoads(points)).toHaveLength(1);
  });
});
