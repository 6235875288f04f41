import { describe, expect, it } from "vitest";
import type { WriteAttempt } from "../../drill";
import { judgeGap, notBegun } from "./judge-gap";

/** Writes every 50 ms, each of 5 ms; those that begin within the outage fail after a second. */
function writes(outage: { readonly fromMs: number; readonly toMs: number }): readonly WriteAttempt[] {
  return Array.from({ length: 100 }, (_, seq): WriteAttempt => {
    const dueMonotonicMs = 1_000 + seq * 50;
    const acked = dueMonotonicMs < outage.fromMs || dueMonotonicMs >= outage.toMs;
    return {
      seq,
      dueMonotonicMs,
      startedMonotonicMs: dueMonotonicMs,
      endedMonotonicMs: dueMonotonicMs + (acked ? 5 : 1_000),
      acked,
      isSent: acked,
      error: acked ? null : "ATTEMPT_TIMEOUT",
      serverUuid: null,
      gtid: null,
    };
  });
}

describe("how long no write came through", () => {
  it.each([
    [2_001, 2_601],
    [2_049, 3_000],
    [2_000, 2_050],
  ])("is at least the outage, and more by no more than its error: %i to %i", (fromMs, toMs) => {
    const gap = judgeGap(writes({ fromMs, toMs }), 50);
    if (gap === null) throw new Error("no gap");
    expect(gap.gapMs).toBeGreaterThanOrEqual(toMs - fromMs);
    expect(gap.gapMs - gap.errorMs).toBeLessThanOrEqual(toMs - fromMs);
    expect(gap.errorMs).toBeLessThanOrEqual(105);
  });

  it("is less certain by as long as the client could begin no write, for the outage may have ended meanwhile", () => {
    const stalled = writes({ fromMs: 2_001, toMs: 4_001 }).map((one) =>
      one.startedMonotonicMs > 2_500 && !one.acked ? { ...one, error: notBegun } : one,
    );
    const gap = judgeGap(stalled, 50);
    expect(gap).toMatchObject({ gapMs: 2_050, errorMs: 1_600 });
  });

  it("counts the writes and those that failed", () => {
    expect(judgeGap(writes({ fromMs: 2_000, toMs: 2_500 }), 50)).toMatchObject({
      writes: 100,
      failed: 10,
      everyMs: 50,
    });
  });

  it("is not known by fewer than two that were acknowledged", () => {
    expect(judgeGap(writes({ fromMs: 0, toMs: 99_999 }), 50)).toBeNull();
  });
});
