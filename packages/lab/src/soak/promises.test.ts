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
  const attempts = [
    { seq: 0, acked: true, error: null },
    { seq: 1, acked: false, error: "ATTEMPT_TIMEOUT" },
    { seq: 2, acked: false, error: "ECONNREFUSED" },
    { seq: 3, acked: true, error: null },
  ];
  const kept = keepPromises(4, "l1", [{ run: "r", attempts }]);
  expect(kept).toEqual({ number: 4, lab: "l1", clients: [{ run: "r", acked: "0,3", unknown: "1" }] });
  expect(readPromises(KeptPromises.parse(JSON.parse(JSON.stringify(kept))))).toEqual([
    { run: "r", acked: new Set([0, 3]), unknown: new Set([1]) },
  ]);
});
