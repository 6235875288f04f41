import type { TrendPoint } from "@primacy/contract";
import { listTrendLoads } from "@primacy/core/benchmark";
import { describe, expect, it } from "vitest";
import { listLosses, listTrendLines } from "./trend-arms";

function point(n: number, vip: string, loss: number | null, isPinned = false): TrendPoint {
  return {
    id: `00000000-0000-4000-8000-${String(n).padStart(12, "0")}`,
    name: `b${n}`,
    at: `2026-11-0${n}T10:00:00.000Z`,
    isPinned,
    tags: [],
    workload: { tool: "sysbench", script: "oltp_read_write", tables: 4, tableSize: 100, options: {} },
    threads: [16],
    arms: [
      { name: "Direct", way: "direct", figures: [], losses: [] },
      {
        name: vip,
        way: "write_vip",
        figures: [],
        losses: loss === null ? [] : [{ threads: 16, loss, low: loss - 1, high: loss + 1 }],
      },
    ],
  };
}

const otherBaseline = { name: "Router", way: "router_write" } as const;

describe("the arms of a trend", () => {
  const [load] = listTrendLoads([
    point(1, "VIP", 2, true),
    point(2, "Floating", 3),
    point(3, "VIP", 4),
    point(4, "VIP", null),
  ]);
  if (load === undefined) throw new Error("there is no load");
  const lines = listTrendLines(load);

  it("are one line where name and way are the same, and another dash where only the way is", () => {
    expect(lines.map(({ name, kind, nth, isBaseline }) => [name, kind, nth, isBaseline])).toEqual([
      ["Direct", "direct", 0, true],
      ["VIP", "vip", 0, false],
      ["Floating", "vip", 1, false],
    ]);
  });

  it("have their losses newest first, beside that of the pinned benchmark, and none where none is known", () => {
    const [, vip] = lines;
    if (vip === undefined) throw new Error("there is no arm");
    const rows = listLosses(load, vip, ({ name }) => name);
    expect(rows.map(({ label, middle, mark }) => [label, middle, mark])).toEqual([
      ["b3", 4, 2],
      ["b1", 2, undefined],
    ]);
  });

  it("leave out what was held against another arm than the newest baseline, the pinned mark too", () => {
    const older = point(1, "VIP", -22, true);
    const router = {
      ...older,
      arms: [{ ...otherBaseline, figures: [], losses: [] }, ...older.arms.slice(1)],
    };
    const [mixed] = listTrendLoads([router, point(2, "VIP", 3), point(3, "VIP", 4)]);
    const vip = lines.find(({ name }) => name === "VIP");
    if (mixed === undefined || vip === undefined) throw new Error("there is no load");
    const rows = listLosses(mixed, vip, ({ name }) => name);
    expect(rows.map(({ label, middle, mark }) => [label, middle, mark])).toEqual([
      ["b3", 4, undefined],
      ["b2", 3, undefined],
    ]);
  });
});
