import { describe, expect, it } from "vitest";
import { exampleFindings } from "../../../../../../packages/core/src/drill/findings/drill-record.fixture";
import { spanOf } from "./timeline-lanes";
import { drillMarks, placeMarks } from "./timeline-marks";

describe("the marks of a timeline", () => {
  const findings = exampleFindings();
  const marks = placeMarks(findings.marks, drillMarks, spanOf(findings));

  it("come in the order of their instants, each between as early and as late as it may have been", () => {
    expect(marks.map(({ atMs }) => atMs)).toEqual(marks.map(({ atMs }) => atMs).toSorted((a, b) => a - b));
    for (const { low, at, high } of marks) {
      expect(low).toBeLessThanOrEqual(at);
      expect(high).toBeGreaterThanOrEqual(at);
      expect(low).toBeGreaterThanOrEqual(0);
      expect(high).toBeLessThanOrEqual(100);
    }
  });

  it("have their words before them where there is no room behind", () => {
    expect(marks.find(({ phase }) => phase === "injected")?.isBefore).toBe(false);
    expect(marks.find(({ phase }) => phase === "healed")?.isBefore).toBe(true);
  });

  it("that lie beyond what is drawn are left out", () => {
    const early = placeMarks(findings.marks, drillMarks, { fromMs: -1_000, toMs: 5_000 });
    expect(early.map(({ phase }) => phase)).toEqual(["injected", "in_effect"]);
  });
});
