import type { RunCounters } from "@primacy/contract";
import { system } from "./benchmark.fixture";

/** What servers counted during a run of 12,000 transactions. */
export const counters: RunCounters = {
  transactions: 12_000,
  status: {
    primary: {
      Questions: 240_180,
      Com_commit: 12_000,
      Connections: 19,
      Bytes_received: 38_400_000,
      Bytes_sent: 112_000_000,
      Innodb_rows_read: 1_310_000,
      Innodb_row_lock_waits: 41,
      Innodb_row_lock_time: 380,
      Innodb_data_fsyncs: 3_200,
      Innodb_os_log_written: 52_000_000,
    },
    secondaries: { Questions: 420, Com_commit: 24_000, Innodb_data_fsyncs: 6_100 },
  },
  statements: {
    top: [
      ["COMMIT", 12_000, 41_000, 0],
      ["SELECT `c` FROM `sbtest` WHERE `id` = ?", 120_000, 9_400, 0],
      ["UPDATE `sbtest` SET `k` = `k` + ? WHERE `id` = ?", 12_000, 4_100.5, 3],
      ["INSERT INTO `sbtest` ( `id` , `k` , `c` , `pad` ) VALUES (...)", 12_000, 2_300, 0],
    ].map(([text, count, totalMs, errors]) => ({
      text: String(text),
      count: Number(count),
      totalMs: Number(totalMs),
      rowsExamined: Number(count),
      rowsAffected: 0,
      errors: Number(errors),
    })),
    others: { count: 24_000, totalMs: 900 },
  },
  work: {
    own: { count: 240_060, totalMs: 94_000 },
    foreign: [
      { memberId: system.servers[0]?.memberId ?? "", user: "orders_app", count: 3_120, totalMs: 2_450 },
    ],
  },
};

/** A run in which the servers began to count anew. */
export const unknownCounters: RunCounters = {
  transactions: 12_000,
  status: { primary: null, secondaries: null },
  statements: null,
  work: null,
};
