import { describe, expect, it } from "vitest";
import type { WriteAttempt } from "../attempt";
import { drawStrip, mostStripSpans } from "./draw-strip";

const attempt = (seq: number, error: string | null, serverUuid: string | null = "a"): WriteAttempt => ({
  seq,
  dueMonotonicMs: 20 * seq,
  startedMonotonicMs: 20 * seq,
  endedMonotonicMs: 20 * seq + 5,
  acked: error === null,
  isSent: true,
  error,
  serverUuid,
  gtid: null,
});
const draw = (attempts: readonly WriteAttempt[]) => drawStrip("write", attempts, (uuid) => `db-${uuid}`);

describe("a strip", () => {
  it("joins neighbours of the same outcome by the same server", () => {
    const attempts = [attempt(0, null), attempt(1, null), attempt(2, "ECONNRESET"), attempt(3, null, "b")];
    expect(draw(attempts)).toEqual([
      { fromMs: 0, toMs: 40, outcome: "acked", server: "db-a", count: 2 },
      { fromMs: 40, toMs: 60, outcome: "unknown", server: "db-a", count: 1 },
      { fromMs: 60, toMs: 80, outcome: "acked", server: "db-b", count: 1 },
    ]);
  });

  it("leaves a gap where nothing was due", () => {
    expect(
      draw([attempt(0, null), attempt(5, "ECONNRESET")]).map(({ fromMs, toMs }) => [fromMs, toMs]),
    ).toEqual([
      [0, 20],
      [100, 120],
    ]);
  });

  it("makes the shortest neighbours one where there are too many, says how many of them were otherwise, and loses none", () => {
    const long = Array.from({ length: 500 }, (_, seq) => attempt(seq, null));
    const mixed = Array.from({ length: 2_000 }, (_, index) =>
      attempt(500 + index, index % 2 === 0 ? null : "ECONNRESET"),
    );
    const strip = draw([...long, ...mixed]);
    expect(strip.length).toBeLessThanOrEqual(mostStripSpans);
    expect(strip.reduce((sum, { count }) => sum + count, 0)).toBe(2_500);
    expect(strip[0]).toMatchObject({ count: 501, outcome: "acked" });
    expect(strip[0]).not.toHaveProperty("others");
    const merged = strip.filter(({ others }) => others !== undefined);
    expect(merged.every(({ others = 0, count }) => 2 * others <= count)).toBe(true);
    // As many of both: the worse is shown.
    expect(merged.find(({ count }) => count === 2)).toMatchObject({ outcome: "unknown", others: 1 });
  });

  it("tells what was not sent, refused and unknown apart", () => {
    const unsent = { ...attempt(0, "ECONNREFUSED"), isSent: false };
    const outcomes = [
      unsent,
      attempt(1, "ER_OPTION_PREVENTS_STATEMENT"),
      attempt(2, "NO_FREE_SLOT"),
      attempt(3, "ETIMEDOUT"),
    ];
    expect(draw(outcomes).map(({ outcome }) => outcome)).toEqual([
      "not_sent",
      "refused",
      "not_sent",
      "unknown",
    ]);
    const logins = drawStrip(
      "login",
      [attempt(0, "ECONNREFUSED"), attempt(12, "ER_CON_COUNT_ERROR"), attempt(25, "ETIMEDOUT")],
      String,
    );
    expect(logins.map(({ outcome, count }) => [outcome, count])).toEqual([
      ["refused", 2],
      ["unknown", 1],
    ]);
  });
});
