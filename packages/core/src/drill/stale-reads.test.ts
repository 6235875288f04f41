import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import type { OwnRead } from "./attempt";
import type { RowAck } from "./gtid-order";
import { judgeReads, missesAcked } from "./stale-reads";

/** A read of 5 ms that saw `rows` rows, numbered from 0, where as many had been acknowledged. */
const read = (startedMs: number, rows: number, given: Partial<OwnRead> = {}): OwnRead => ({
  ...{ startedMonotonicMs: startedMs, endedMonotonicMs: startedMs + 5, serverUuid: "a", error: null },
  ...{ ackedRows: rows, ackedSeq: rows - 1, rows, seq: rows - 1, otherSeq: -1 },
  ...given,
});
/** A write of the direct client. */
const other = (seq: number, endedMs: number): RowAck => ({
  ...{ row: `o/${seq}`, seq, server: "b", gtid: null },
  ...{ startedMs: endedMs - 5, endedMs },
});
const judge = (reads: OwnRead[], others: RowAck[] = [], fromMs = 0) => judgeReads(reads, others, fromMs);

describe("judgeReads", () => {
  it("finds nothing where each read sees what was acknowledged, or more", () => {
    const more = read(200, 5, { ackedRows: 3, ackedSeq: 2 });
    const verdict = judge([read(0, 0), read(100, 2), more, read(300, 5)]);
    expect(verdict).toEqual({ answered: 4, stale: 0, behindMs: 0, found: [] });
  });

  it("finds a read that misses its client's last acknowledged row", () => {
    const verdict = judge([read(1_000, 10), read(1_100, 11, { seq: 9, rows: 10 })], [], 1_000);
    expect(verdict).toMatchObject({ answered: 2, stale: 1 });
    expect(verdict.found).toEqual([
      message("drill.stale_own", {
        ...{ atMs: 100, server: "a", rows: 10, seq: 9 },
        ...{ expectedRows: 11, expectedSeq: 10 },
      }),
    ]);
  });

  it("finds a row that is missing in the midst where no other makes up for it", () => {
    expect(judge([read(0, 10, { rows: 9 })]).stale).toBe(1);
  });

  it("finds a read that goes back behind what another saw, although nobody was promised that", () => {
    const nothing = { ackedRows: 0, ackedSeq: -1 };
    const verdict = judge([read(0, 4, nothing), read(100, 3, nothing)]);
    expect(verdict.stale).toBe(1);
    expect(verdict.found).toEqual([
      message("drill.stale_monotonic", {
        ...{ atMs: 100, server: "a", rows: 3, seq: 2 },
        ...{ expectedRows: 4, expectedSeq: 3 },
      }),
    ]);
  });

  it("asks nothing of reads that overlap", () => {
    const nothing = { ackedRows: 0, ackedSeq: -1 };
    const slow = read(0, 3, { ...nothing, endedMonotonicMs: 500 });
    expect(judge([slow, read(100, 4, nothing)]).stale).toBe(0);
    expect(judge([read(100, 4, nothing), slow]).stale).toBe(0);
  });

  it("counts every stale read, and describes the first of each kind", () => {
    const old = (startedMs: number) => read(startedMs, 5, { rows: 4, seq: 3 });
    const verdict = judge([read(0, 5), old(100), old(200)]);
    expect(verdict).toMatchObject({ answered: 3, stale: 2 });
    expect(verdict.found).toHaveLength(2);
  });

  it("measures for how long a write of the direct client was missed, and takes more than the lease for stale", () => {
    const others = [other(0, 50), other(1, 1_000), other(2, 1_050)];
    const seeing = (startedMs: number, otherSeq: number) => read(startedMs, 1, { otherSeq });
    expect(judge([seeing(100, 0), seeing(1_100, 2)], others).behindMs).toBe(0);
    expect(judge([seeing(1_300, 0)], others)).toMatchObject({ behindMs: 300, stale: 0 });
    expect(judge([seeing(4_050, 0)], others)).toMatchObject({ behindMs: 3_050, stale: 0 });
    const late = judge([seeing(4_060, 0)], others);
    expect(late).toMatchObject({ behindMs: 3_060, stale: 1 });
    expect(late.found).toMatchObject([{ code: "drill.stale_others", params: { missedMs: 3_060 } }]);
    // Acknowledged while the read was under way, or in the future of it.
    expect(judge([seeing(1_000, 0)], others).behindMs).toBe(0);
  });

  it("leaves out reads that were not answered, and tells of a client that had none", () => {
    const refused = read(100, 5, { error: "ECONNREFUSED", rows: 0, seq: -1 });
    expect(judge([read(0, 5), refused])).toMatchObject({ answered: 1, stale: 0, found: [] });
    expect(judge([refused]).found).toEqual([message("drill.no_reads", { error: "ECONNREFUSED" })]);
  });
});

describe("missesAcked", () => {
  it("holds for a read that saw fewer rows than were acknowledged, or none as new, and for none that was not answered", () => {
    expect(missesAcked(read(0, 5))).toBe(false);
    expect(missesAcked(read(0, 5, { rows: 4 }))).toBe(true);
    expect(missesAcked(read(0, 5, { seq: 3 }))).toBe(true);
    expect(missesAcked(read(0, 5, { rows: 0, seq: -1, error: "ECONNREFUSED" }))).toBe(false);
    // It goes back behind an earlier read, but misses nothing that was promised.
    expect(missesAcked(read(0, 3, { ackedRows: 2, ackedSeq: 1 }))).toBe(false);
  });
});
