import type { HostCurve, HostCurves } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { hasFigures, listHostLines, toHostPoints } from "./host-lines";

const figure = (value: number) => ({ min: value, mean: value, max: value });

function curveOf(
  id: string,
  role: HostCurve["role"],
  values: readonly (number | null)[],
  step = 1,
): HostCurve {
  return {
    id,
    name: id,
    role,
    points: values.map((value, index) => ({
      second: index * step + 1,
      figure: value === null ? null : figure(value),
    })),
  };
}

const curvesOf = (stepSeconds: number, ...curves: HostCurve[]): HostCurves => ({
  runId: "r1",
  metric: "cpu",
  stepSeconds,
  curves,
});

describe("the lines of hosts", () => {
  it("stand on one axis, and a host that was away is a gap in its own line alone", () => {
    const points = toHostPoints(
      curvesOf(2, curveOf("a", "load", [1, null, 3], 2), curveOf("b", "primary", [7], 2)),
    );
    expect(points).toEqual([
      { x: 1, values: { a: figure(1), b: figure(7) } },
      { x: 3, values: { a: null, b: null } },
      { x: 5, values: { a: figure(3), b: null } },
    ]);
    expect(toHostPoints(curvesOf(1))).toEqual([]);
  });

  it("are told apart by what each was to the run, and several of one kind by their dashes", () => {
    const curves = [
      curveOf("app1", "load", []),
      curveOf("db1", "primary", []),
      curveOf("db2", "secondary", []),
      curveOf("db3", "secondary", []),
    ];
    expect(listHostLines(curves, ({ id }) => id).map(({ kind, nth }) => [kind, nth])).toEqual([
      ["control", 0],
      ["direct", 0],
      ["vip-read", 0],
      ["vip-read", 1],
    ]);
  });

  it("are none where nothing was measured", () => {
    expect(hasFigures(curvesOf(1, curveOf("a", null, [null])))).toBe(false);
    expect(hasFigures(curvesOf(1, curveOf("a", null, [null, 0])))).toBe(true);
  });
});
