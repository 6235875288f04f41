import { describe, expect, it } from "vitest";
import { comparePaths, formatComparison } from "./comparison";
import type { FaultOutcome } from "./outcome";
import { endOf, outcomeOf, pathOf } from "./outcome.fixture";
import type { PathOutcome } from "./paths";

const withRouter = (number: number, given: Partial<PathOutcome>): FaultOutcome => {
  const clean = outcomeOf(number);
  return { ...clean, paths: { ...clean.paths, router: pathOf(900, given) } };
};

describe("comparePaths", () => {
  it("has the middle and the longest gap of each way, and its rows", () => {
    const outcomes = [800, 1_200, 6_900].map((gapMs, index) => withRouter(index + 1, { gapMs, refused: 4 }));
    const { vip, router } = comparePaths(outcomes);
    expect(vip).toMatchObject({ gapP50Ms: 300, gapMaxMs: 300, acked: 750, lost: 0 });
    expect(router).toMatchObject({ gapP50Ms: 1_200, gapMaxMs: 6_900, refused: 12, open: 0, unserved: 0 });
  });

  it("counts what was not measured and what had not ended apart", () => {
    const outcomes = [withRouter(1, { gapMs: null }), withRouter(2, { gapMs: 30_000, isOpen: true })];
    expect(comparePaths(outcomes).router).toMatchObject({
      ...{ gapP50Ms: 30_000, gapMaxMs: 30_000, open: 1, unserved: 1 },
    });
    expect(comparePaths([withRouter(1, { gapMs: null })]).router).toMatchObject({ gapP50Ms: null });
  });

  it("counts a row once that the end of a sitting found too", () => {
    const none = { lostWrites: [], phantomWrites: [] };
    const found = { lostWrites: ["r/1", "r/2"], phantomWrites: ["r/9"] };
    const ends = [endOf(1, { beside: { router: found, haproxy: none } })];
    const { router, haproxy } = comparePaths([withRouter(1, { lostWrites: ["r/1"] })], ends);
    expect(router).toMatchObject({ lost: 2, phantom: 1 });
    expect(haproxy).toMatchObject({ lost: 0, phantom: 0 });
  });
});

describe("formatComparison", () => {
  it("has one line per kind in the order of the matrix, and one of all", () => {
    const other = outcomeOf(3, { kind: "switchover", row: "F1" });
    const open = withRouter(2, { gapMs: 31_004, isOpen: true, lostWrites: ["r/1"] });
    expect(formatComparison([outcomeOf(1), open, other])).toEqual([
      "| row | fault | n | VIP | Router | HAProxy | direct | lost | phantom |",
      "| --- | --- | --- | --- | --- | --- | --- | --- | --- |",
      "| F1 | switchover | 1 | 0.30 / 0.30 | 0.90 / 0.90 | 1.40 / 1.40 | 0.25 / 0.25 | 0 | 0 |",
      "| F3 | kill-mysql | 2 | 0.30 / 0.30 | 0.90 / 31.00+ | 1.40 / 1.40 | 0.25 / 0.25 | Router 1 | 0 |",
      "|  | all | 3 | 0.30 / 0.30 | 0.90 / 31.00+ | 1.40 / 1.40 | 0.25 / 0.25 | Router 1 | 0 |",
    ]);
  });

  it("says of a way that led nowhere that it was not served", () => {
    expect(formatComparison([withRouter(1, { gapMs: null })])[2]).toContain("| not served |");
  });
});
