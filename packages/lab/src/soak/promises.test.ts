import type { WriteAttempt } from "@primacy/core/drill";
import { describe, expect, it } from "vitest";
import { formatRanges, KeptPromises, keepPromises, parseRanges, readPromises } from "./promises";

describe("ranges", () => {
  it.each([
    ["", []],
    ["7", [7]],
    ["0-3,5,8-9", [0, 1, 2, 3, 5, 8, 9]],
  ])("keep '%s' whole", (text, numbers) => {
    expect(formatRanges(numbers.toReversed())).toBe(text);
    expect([...parseRanges(text)]).toEqual(numbers);
  });
});

it("keeps what clients may expect through a line of JSON", () => {
  const attempt = (seq: number, error: string | null): WriteAttempt => ({
    ...{ seq, acked: error === null, isSent: true, error, serverUuid: null, gtid: null },
    ...{ dueMonotonicMs: seq, startedMonotonicMs: seq, endedMonotonicMs: seq },
  });
  const errors = [null, "ATTEMPT_TIMEOUT", "ECONNREFUSED", null];
  const attempts = errors.map((error, seq) => attempt(seq, error));
  const kept = keepPromises(4, "l1", [{ run: "r", path: "router", attempts }]);
  expect(kept).toEqual({
    ...{ number: 4, lab: "l1" },
    clients: [{ run: "r", path: "router", acked: "0,3", unknown: "1" }],
  });
  expect(readPromises(KeptPromises.parse(JSON.parse(JSON.stringify(kept))))).toEqual([
    { run: "r", path: "router", acked: new Set([0, 3]), unknown: new Set([1]) },
  ]);
});
