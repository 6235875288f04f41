import type { DrillLedger } from "@primacy/core/drill";
import { expect, test } from "vitest";
import { mergeLedgers } from "./merge-ledgers";

const ledger = (server: string, isPrimary: boolean, seqs: readonly number[] | null): DrillLedger => ({
  server,
  isPrimary,
  rows: seqs === null ? null : [seqs.map((seq) => ({ seq, serverUuid: "a" }))],
});

test("a server that fell silent keeps the rows that it told before, with when it was asked", () => {
  const first = { ledgers: [ledger("db1", false, [1, 2, 3]), ledger("db2", true, null)], fromMs: 100 };
  const later = { ledgers: [ledger("db1", false, null), ledger("db2", true, [1, 2])], fromMs: 200 };
  expect(mergeLedgers(first, later)).toEqual({
    ledgers: [ledger("db1", false, [1, 2, 3]), ledger("db2", true, [1, 2])],
    fromMs: 100,
  });
});

test("a reading in which every server answers stands alone", () => {
  const later = { ledgers: [ledger("db1", true, [1, 2]), ledger("db2", false, null)], fromMs: 200 };
  const first = { ledgers: [ledger("db1", false, [1]), ledger("db2", true, null)], fromMs: 100 };
  expect(mergeLedgers(first, later)).toEqual(later);
  expect(mergeLedgers(null, later)).toEqual(later);
});
