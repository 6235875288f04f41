import { describe, expect, it } from "vitest";
import type { WriteAttempt } from "./attempt";
import { findLongestGap } from "./write-gap";

function attempt(endedMonotonicMs: number, acked: boolean, serverUuid = "a"): WriteAttempt {
  const started = endedMonotonicMs - 1;
  return {
    seq: endedMonotonicMs,
    dueMonotonicMs: started,
    startedMonotonicMs: started,
    endedMonotonicMs,
    acked,
    isSent: true,
    error: acked ? null : "timeout",
    serverUuid,
    gtid: null,
  };
}

describe("findLongestGap", () => {
  it("measures from the last acknowledgement to the next, whatever failed between them", () => {
    const attempts = [
      attempt(10, true),
      attempt(20, true),
      attempt(30, false),
      attempt(95, true, "b"),
      attempt(105, true),
    ];
    expect(findLongestGap(attempts)).toEqual({
      gapMs: 75,
      fromMs: 20,
      toMs: 95,
      fromServer: "a",
      toServer: "b",
    });
  });

  it("goes by when acknowledgements arrived, not by the order of attempts", () => {
    expect(findLongestGap([attempt(50, true), attempt(10, true), attempt(40, true)])?.gapMs).toBe(30);
  });

  it("looks only within its limits", () => {
    const attempts = [attempt(10, true), attempt(500, true), attempt(510, true), attempt(530, true)];
    expect(findLongestGap(attempts, { fromMs: 400 })?.gapMs).toBe(20);
  });

  it("is null without two acknowledgements", () => {
    expect(findLongestGap([attempt(10, true), attempt(20, false)])).toBeNull();
  });
});
