import { describe, expect, it } from "vitest";
import { toCsv } from "./csv";
import { type ChartPoint, canLabelDirectly, findLastValue, listAxisTicks } from "./series";
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
