import { describe, expect, it, test } from "vitest";
import { toCsv } from "../format/csv";
import { findLoneIndexes, toBandTable } from "./band-series";
import {
  type ChartPoint,
  canLabelDirectly,
  dashOf,
  findLastValue,
  listAxisTicks,
  listByteTicks,
  listRangeTicks,
} from "./series";
import { sparklinePath } from "./sparkline";

describe("listAxisTicks", () => {
  it.each([
    [[], 1],
    [[0, 0], 1],
    [[0.0042], 0.005],
    [[2630], 3000],
    [[1361, 900], 1500],
    [[1000], 1000],
    [[9.1], 10],
  ])("ends the axis of %j at %d", (values, end) => {
    expect(listAxisTicks(values).at(-1)).toBe(end);
  });

  it("starts at zero with even steps that are round figures", () => {
    expect(listAxisTicks([2630])).toEqual([0, 1000, 2000, 3000]);
    expect(listAxisTicks([0.23])).toEqual([0, 0.05, 0.1, 0.15, 0.2, 0.25]);
  });
});

test("ticks of bytes are round in the unit that they are told in", () => {
  const mebi = 1_024 ** 2;
  expect(listByteTicks([4.4 * mebi, 2 * mebi]).map((tick) => tick / mebi)).toEqual([0, 1, 2, 3, 4, 5]);
  expect(listByteTicks([700])).toEqual([0, 200, 400, 600, 800]);
  expect(listByteTicks([])).toEqual(listAxisTicks([1]));
});

describe("listRangeTicks", () => {
  it.each([
    [
      [1_241, 1_321],
      [1_240, 1_260, 1_280, 1_300, 1_320, 1_340],
    ],
    [
      [0.011, 0.042],
      [0.01, 0.02, 0.03, 0.04, 0.05],
    ],
    [[], [0, 1]],
  ])("lays even round ticks around %j", (values, ticks) => {
    expect(listRangeTicks(values)).toEqual(ticks);
  });

  it.each([[[7]], [[1_290, 1_290]], [[0]], [[-3, 12]]])(
    "holds every value of %j, even of one alone",
    (values) => {
      const ticks = listRangeTicks(values);
      expect(ticks[0]).toBeLessThanOrEqual(Math.min(...values));
      expect(ticks.at(-1)).toBeGreaterThanOrEqual(Math.max(...values));
      expect(ticks.length).toBeGreaterThan(1);
    },
  );
});

describe("dashOf", () => {
  it("leaves the first line of a kind whole and gives the next ones other dashes", () => {
    const dashes = [undefined, 1, 2, 3].map((nth) => dashOf(nth === undefined ? {} : { nth }));
    expect(dashes[0]).toBe("");
    expect(new Set(dashes).size).toBe(4);
  });
});

describe("points with a spread", () => {
  const flat = (value: number) => ({ min: value, mean: value, max: value });
  const points = [flat(4), null, flat(0), null, flat(1), flat(2)].map((a, x) => ({ x, values: { a } }));

  it("stand as dots where they lie between two gaps: a line through them would not be seen", () => {
    expect([...findLoneIndexes(points, "a")]).toEqual([0, 2]);
    expect([...findLoneIndexes(points, "b")]).toEqual([]);
  });

  it("are told in a table where a gap is no zero, and with lowest and highest where they have a spread", () => {
    const chart = {
      series: [{ id: "a", label: "A", kind: "vip" }] as const,
      points: points.slice(0, 3),
      formatValue: (value: number) => `${value} tx`,
      nameX: (x: number) => `second ${x}`,
      headers: {
        x: "second",
        low: (label: string) => `${label} low`,
        high: (label: string) => `${label} high`,
      },
    };
    expect(toBandTable({ ...chart, hasBand: false }).rows()).toEqual([
      ["second 0", "4 tx"],
      ["second 1", "–"],
      ["second 2", "0 tx"],
    ]);
    expect(toBandTable({ ...chart, hasBand: true }).file()).toEqual([
      ["second", "A", "A low", "A high"],
      [0, 4, 4, 4],
      [1, null, null, null],
      [2, 0, 0, 0],
    ]);
  });
});

describe("canLabelDirectly", () => {
  const series = [
    { id: "a", label: "a", kind: "vip" },
    { id: "b", label: "b", kind: "direct" },
  ] as const;
  const plot = { heightPx: 200, top: 100 };
  const ending = (a: number | null, b: number | null): ChartPoint[] => [{ atMs: 0, values: { a, b } }];

  it("names lines at their ends where the names do not touch", () => {
    expect(canLabelDirectly(ending(20, 80), series, plot)).toBe(true);
  });

  it("needs a legend where names would touch, where a line stops early, and without points", () => {
    expect(canLabelDirectly(ending(50, 53), series, plot)).toBe(false);
    expect(canLabelDirectly(ending(20, null), series, plot)).toBe(false);
    expect(canLabelDirectly([], series, plot)).toBe(false);
  });
});

describe("findLastValue", () => {
  it("skips gaps at the end", () => {
    const points = [4, 7, null].map((value, atMs) => ({ atMs, values: { a: value } }));
    expect(findLastValue(points, "a")).toBe(7);
    expect(findLastValue(points, "other")).toBeNull();
  });
});

describe("toCsv", () => {
  it("quotes what must be quoted and leaves gaps empty", () => {
    expect(
      toCsv([
        ["time", 'a "b", c'],
        ["2026-11-21T03:04:05.678Z", 1240.5],
        ["x\ny", null],
      ]),
    ).toBe('time,"a ""b"", c"\r\n2026-11-21T03:04:05.678Z,1240.5\r\n"x\ny",\r\n');
  });

  it("defuses text that a spreadsheet would run, and leaves negative figures alone", () => {
    expect(toCsv([["=1+1", -3, "@x"]])).toBe("'=1+1,-3,'@x\r\n");
  });
});

describe("sparklinePath", () => {
  it("lifts the pen at a gap and stands on zero", () => {
    expect(sparklinePath([10, null, 0, 10])).toBe("M0 1M64 23L96 1");
  });

  it("draws nothing of nothing", () => {
    expect(sparklinePath([])).toBe("");
  });
});
