import { describe, expect, it } from "vitest";
import type { OwnRead } from "../client/write-attempt";
import { judgeReads } from "./stale-reads";

/** A read of 5 ms that saw `rows` rows, numbered from 0, where as many had been acknowledged. */
const read = (startedMs: number, rows: number, given: Partial<OwnRead> = {}): OwnRead => ({
  ...{ startedMonotonicMs: startedMs, endedMonotonicMs: startedMs + 5, serverUuid: "a" },
  ...{ ackedRows: rows, ackedSeq: rows - 1, rows, seq: rows - 1 },
  ...given,
});

describe("judgeReads", () => {
  it("finds nothing where each read sees what was acknowledged, or more", () => {
    const more = read(200, 5, { ackedRows: 3, ackedSeq: 2 });
    const verdict = judgeReads([read(0, 0), read(100, 2), more, read(300, 5)], 0);
    expect(verdict).toEqual({ answered: 4, stale: 0, found: [] });
  });

  it("finds a read that misses its client's last acknowledged row", () => {
    const verdict = judgeReads([read(1_000, 10), read(1_100, 11, { seq: 9, rows: 10 })], 1_000);
    expect(verdict).toMatchObject({ answered: 2, stale: 1 });
    expect(verdict.found).toEqual([
      "a read at 100 ms on a saw 10 rows up to 9, where 11 up to 10 had been acknowledged before it",
    ]);
  });

  it("finds a row that is missing in the midst", () => {
    expect(judgeReads([read(0, 10, { rows: 9 })], 0).stale).toBe(1);
  });

  it("finds a read that goes back behind what another saw, although nobody was promised that", () => {
    const nothing = { ackedRows: 0, ackedSeq: -1 };
    const verdict = judgeReads([read(0, 4, nothing), read(100, 3, nothing)], 0);
    expect(verdict.stale).toBe(1);
    expect(verdict.found).toEqual([
      "a read at 100 ms on a saw 3 rows up to 2, where one before it had seen 4 up to 3",
    ]);
  });

  it("asks nothing of reads that overlap", () => {
    const nothing = { ackedRows: 0, ackedSeq: -1 };
    const slow = read(0, 3, { ...nothing, endedMonotonicMs: 500 });
    expect(judgeReads([slow, read(100, 4, nothing)], 0).stale).toBe(0);
    expect(judgeReads([read(100, 4, nothing), slow], 0).stale).toBe(0);
  });

  it("counts every stale read, and describes the first of each kind", () => {
    const old = (startedMs: number) => read(startedMs, 5, { rows: 4, seq: 3 });
    const verdict = judgeReads([read(0, 5), old(100), old(200)], 0);
    expect(verdict).toMatchObject({ answered: 3, stale: 2 });
    expect(verdict.found).toHaveLength(2);
  });
});
