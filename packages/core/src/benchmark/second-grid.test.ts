import { describe, expect, test } from "vitest";
import { type GridSecond, SecondGrid } from "./second-grid";

const span = (fromMs: number, toMs: number, value: number | null, more = {}) => ({
  fromMs,
  toMs,
  values: { cpu: value, ...more },
});

const figures = (seconds: readonly GridSecond[]) => seconds.map(({ second, values }) => [second, values.cpu]);

describe("the seconds of a run", () => {
  test("are means of the spans that lie in them, by how much of each does", () => {
    const grid = new SecondGrid(10_000, 60);
    expect(figures(grid.push(span(10_250, 11_250, 1)))).toEqual([[1, 1]]);
    expect(figures(grid.push(span(11_250, 12_250, 0)))).toEqual([[2, 0.25]]);
    expect(figures(grid.push(span(12_250, 13_250, 0.5)))).toEqual([[3, 0.375]]);
    expect(grid.end()).toEqual([]);
  });

  test("are all there, though what measures is a little slower than a second", () => {
    const grid = new SecondGrid(0, 5_000);
    const seen: number[] = [];
    for (let n = 0; n < 4_000; n += 1)
      seen.push(...grid.push(span(n * 1_002 - 700, (n + 1) * 1_002 - 700, 1)).map(({ second }) => second));
    expect(seen).toEqual(Array.from({ length: seen.length }, (_, n) => n + 1));
    expect(seen.length).toBeGreaterThan(4_000);
  });

  test("before the start and after the end are of no run", () => {
    const grid = new SecondGrid(5_000, 2);
    expect(grid.push(span(3_000, 4_000, 9))).toEqual([]);
    expect(figures(grid.push(span(4_300, 5_300, 9)))).toEqual([]);
    expect(figures(grid.push(span(5_300, 6_300, 0)))).toEqual([[1, 2.7]]);
    expect(figures(grid.push(span(6_300, 7_300, 0)))).toEqual([[2, 0]]);
    expect(grid.push(span(7_300, 8_300, 9))).toEqual([]);
    expect(grid.end()).toEqual([]);
  });

  test("of which less than half was measured are missing, each figure by itself", () => {
    const grid = new SecondGrid(0, 60);
    expect(grid.push(span(0, 400, 5))).toEqual([]);
    expect(figures(grid.push(span(3_000, 4_000, 7)))).toEqual([[4, 7]]);
    expect(grid.push(span(4_000, 5_000, null, { apply: 3 }))).toEqual([{ second: 5, values: { apply: 3 } }]);
    grid.push(span(5_000, 5_600, 2));
    expect(figures(grid.end())).toEqual([[6, 2]]);
  });
});
