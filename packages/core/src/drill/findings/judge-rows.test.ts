import { describe, expect, it } from "vitest";
import type { WriteAttempt } from "../attempt";
import type { DrillLedger, DrillRecord } from "./drill-record";
import { recordedDrill, zeroMs } from "./drill-record.fixture";
import { judgeRows } from "./judge-rows";

const attempt = (seq: number, error: string | null, isSent = true, endedMs = seq): WriteAttempt => ({
  seq,
  dueMonotonicMs: endedMs - 1,
  startedMonotonicMs: endedMs - 1,
  endedMonotonicMs: endedMs,
  acked: error === null,
  isSent,
  error,
  serverUuid: "a",
  gtid: null,
});
const ledger = (server: string, isPrimary: boolean, seqs: readonly number[] | null): DrillLedger => ({
  server,
  isPrimary,
  rows: seqs === null ? null : [seqs.map((seq) => ({ seq, serverUuid: "a" }))],
});
const read = { fromMs: zeroMs + 1_000, toMs: zeroMs + 1_100 };
const judge = (
  attempts: readonly WriteAttempt[],
  ledgers: readonly DrillLedger[],
  change: Partial<DrillRecord> = {},
) => judgeRows({ ...recordedDrill({ ways: ["vip"] }), ledgersRead: read, ...change, ledgers }, 0, attempts);

const lost = (seq: number) => ({ count: 1, first: [seq] });
const none = { count: 0, first: [] };

describe("the rows of a drill's clients", () => {
  const acked = [attempt(1, null), attempt(2, null), attempt(3, null)];

  it("are lost where they were acknowledged and the primary has them not, whoever else has them", () => {
    expect(judge(acked, [ledger("db2", true, [1, 3]), ledger("db3", false, [1, 2, 3])]).lost).toEqual(
      lost(2),
    );
    expect(judge(acked, [ledger("db2", true, [1, 2, 3]), ledger("db3", false, [1])]).lost).toEqual(none);
  });

  it("are not known where no primary was asked and the others have them not: they may apply them later", () => {
    const ledgers = [ledger("db2", true, null), ledger("db3", false, [1]), ledger("db1", false, [3])];
    expect(judge(acked, ledgers).lost).toBeNull();
  });

  it("are not known where no primary was asked and others have them all, but for what nobody acknowledged", () => {
    const ledgers = [ledger("db2", true, null), ledger("db3", false, [1, 2, 3, 4])];
    const found = judge([...acked, attempt(4, "ECONNRESET")], ledgers);
    expect(found).toEqual({ lost: null, phantom: none, unknownThere: lost(4), unknownAbsent: none });
    const leaderless = [ledger("db2", false, [1, 2, 3]), ledger("db3", false, [1, 2, 3])];
    expect(judge(acked, leaderless).lost).toBeNull();
  });

  it("are not known where no server could be asked, or none was yet", () => {
    const nothing = { lost: null, phantom: null, unknownThere: null, unknownAbsent: null };
    expect(judge(acked, [ledger("db2", true, null)])).toEqual(nothing);
    expect(judge(acked, [])).toEqual(nothing);
  });

  it("are not missed where they were acknowledged after the servers were asked", () => {
    const late = attempt(4, null, true, 1_500);
    expect(judge([...acked, late], [ledger("db2", true, [1, 2, 3])]).lost).toEqual(none);
  });

  it("are missed up to the heal where the record does not say when the servers were asked, but for the newest", () => {
    const { ledgersRead, ...record } = recordedDrill({ ways: ["vip"] });
    const attempts = [...acked, attempt(4, null, true, 900)];
    const found = judgeRows({ ...record, ledgers: [ledger("db2", true, [1, 3])] }, 0, attempts);
    expect(ledgersRead).toBeDefined();
    expect(found.lost).toEqual(lost(2));
  });

  it("are phantoms where they were refused or never sent, and are there on any server", () => {
    const attempts = [
      ...acked,
      attempt(4, "ER_OPTION_PREVENTS_STATEMENT"),
      attempt(5, "ECONNRESET", false),
      attempt(6, "ECONNRESET"),
    ];
    const found = judge(attempts, [
      ledger("db2", true, [1, 2, 3, 4, 6]),
      ledger("db3", false, [1, 2, 3, 4, 5]),
    ]);
    expect(found.phantom).toEqual({ count: 2, first: [4, 5] });
  });

  it("are phantoms where no attempt has their number, once every attempt is known", () => {
    const ledgers = [ledger("db2", true, [1, 2, 3, 77])];
    const { probe } = recordedDrill({ ways: ["vip"] });
    const { isComplete, ...running } = probe;
    expect(isComplete).toBe(true);
    expect(judge(acked, ledgers, { probe: running }).phantom).toEqual(none);
    expect(judge(acked, ledgers).phantom).toEqual(lost(77));
    const later = [...acked, attempt(80, "ECONNREFUSED", false, 12_000)];
    expect(judge(later, ledgers, { probe: running }).phantom).toEqual(lost(77));
  });

  it("are counted apart where nobody said what became of them", () => {
    const attempts = [
      ...acked,
      attempt(4, "ECONNRESET"),
      attempt(5, "ETIMEDOUT"),
      attempt(6, "ETIMEDOUT", true, 2_000),
    ];
    const found = judge(attempts, [ledger("db2", true, [1, 2, 3]), ledger("db3", false, [1, 2, 3, 4])]);
    expect(found).toMatchObject({ lost: none, phantom: none, unknownThere: lost(4), unknownAbsent: lost(5) });
  });

  it("are named up to twenty, and counted all", () => {
    const many = Array.from({ length: 30 }, (_, seq) => attempt(seq, null));
    expect(judge(many, [ledger("db2", true, [])]).lost).toEqual({
      count: 30,
      first: Array.from({ length: 20 }, (_, seq) => seq),
    });
  });
});
