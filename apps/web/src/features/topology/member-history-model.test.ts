import type { SampleHistory, SamplePoint } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { toMemberHistory } from "./member-history-model";

const memberId = "00000000-0000-4000-8000-000000000021";
const fromMs = Date.parse("2026-11-22T11:00:30.500Z");
const at = (minute: number): number => fromMs + minute * 60_000;

interface Minute {
  readonly minute: number;
  readonly lag?: number;
  readonly looks?: number;
}

function pointOf({ minute, lag, looks = 60 }: Minute): SamplePoint {
  const figure = lag === undefined ? null : { max: lag, mean: lag / 2 };
  return {
    at: new Date(at(minute)).toISOString(),
    count: 6,
    looks,
    roles: ["SECONDARY"],
    states: ["ONLINE"],
    certifyQueue: null,
    applyQueue: figure,
    appliedLagMs: figure,
  };
}

function historyOf(minutes: readonly Minute[]): SampleHistory {
  return {
    from: new Date(at(0)).toISOString(),
    to: new Date(at(5)).toISOString(),
    stepSeconds: 60,
    members: [{ memberId, points: minutes.map(pointOf) }],
  };
}

describe("the past of a member", () => {
  it("is nothing where it was never sampled", () => {
    expect(toMemberHistory(historyOf([]), memberId)).toBeNull();
    expect(toMemberHistory(historyOf([{ minute: 0 }]), "another")).toBeNull();
  });

  it("has a gap where nobody sampled or nobody knew, and names the first highest value", () => {
    const model = toMemberHistory(
      historyOf([{ minute: 0, lag: 1 }, { minute: 2, lag: 1_204 }, { minute: 3 }, { minute: 4, lag: 1_204 }]),
      memberId,
    );
    expect(model?.points.map(({ atMs, values }) => [atMs, values.lag])).toEqual([
      [at(0), 1],
      [at(1), null],
      [at(2), 1_204],
      [at(3), null],
      [at(4), 1_204],
    ]);
    expect(model).toMatchObject({
      lag: { value: 1_204, atMs: at(2) },
      apply: { value: 1_204 },
      certify: null,
    });
  });

  it("says how closely it was looked at while somebody could, and how long nobody could", () => {
    const lookedAt = (...looks: readonly number[]) =>
      toMemberHistory(historyOf(looks.map((count, minute) => ({ minute, looks: count }))), memberId)?.looked;
    expect(lookedAt(60, 60, 60, 60, 60)).toEqual({ count: 300, everyMs: 1_000, unseenMs: 0 });
    // One minute has no sample, and one has no look.
    expect(lookedAt(6, 6, 6, 0)).toEqual({ count: 18, everyMs: 10_000, unseenMs: 120_000 });
    expect(lookedAt(0)).toBeNull();
  });
});
