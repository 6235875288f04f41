import { describe, expect, it } from "vitest";
import type { WriteAttempt } from "../attempt";
import { findGap } from "./find-gap";

let seq = 0;
const attempt = (startedMs: number, endedMs: number, error: string | null = null): WriteAttempt => ({
  seq: seq++,
  dueMonotonicMs: startedMs,
  startedMonotonicMs: startedMs,
  endedMonotonicMs: endedMs,
  acked: error === null,
  isSent: true,
  error,
  serverUuid: "a",
  gtid: null,
});

describe("findGap", () => {
  it("measures from answer to answer, and is sure of what lies between the end of the first failure and the begin of the last", () => {
    const attempts = [
      ...[attempt(-45, -40), attempt(-20, -15), attempt(0, 3, "ECONNRESET"), attempt(20, 21, "ECONNREFUSED")],
      ...[attempt(900, 901, "ECONNREFUSED"), attempt(920, 925), attempt(940, 945)],
    ];
    expect(findGap(attempts, 945)).toEqual({
      fromMs: -15,
      toMs: 925,
      gapMs: 940,
      errorMs: 43,
      isOpen: false,
    });
  });

  it("is less certain where attempts were not begun", () => {
    const attempts = [
      attempt(-20, -15),
      attempt(0, 3, "ECONNRESET"),
      attempt(500, 500, "NO_FREE_SLOT"),
      attempt(920, 925),
    ];
    expect(findGap(attempts, 925)).toMatchObject({ gapMs: 940, errorMs: 940 });
  });

  it("lasts until the last look where it is open", () => {
    const attempts = [attempt(-20, -15), attempt(0, 3, "ECONNRESET"), attempt(300, 301, "ECONNREFUSED")];
    expect(findGap(attempts, 400)).toEqual({
      fromMs: -15,
      toMs: 400,
      gapMs: 415,
      errorMs: 118,
      isOpen: true,
    });
  });

  it("does not last where nothing was tried in vain since", () => {
    expect(findGap([attempt(-20, -15), attempt(0, 5)], 400)).toMatchObject({ gapMs: 20, isOpen: false });
  });

  it("leaves out gaps that ended before the fault", () => {
    const attempts = [attempt(-5_000, -4_995), attempt(-20, -15), attempt(0, 5)];
    expect(findGap(attempts, 5)).toMatchObject({ fromMs: -15, toMs: 5 });
  });

  it("is none where fewer than two were answered and none is waited for, and counts from the only one otherwise", () => {
    expect(findGap([], 100)).toBeNull();
    expect(findGap([attempt(0, 1, "ECONNREFUSED")], 100)).toBeNull();
    expect(findGap([attempt(-5, -1)], 100)).toBeNull();
    expect(findGap([attempt(-5, -1), attempt(0, 1, "ECONNREFUSED")], 100)).toMatchObject({
      gapMs: 101,
      isOpen: true,
    });
  });
});
