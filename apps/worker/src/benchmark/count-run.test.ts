import { StatusCounter } from "@primacy/contract";
import { describe, expect, test } from "vitest";
import type { QueryOptions, Row } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { askCounters } from "./count-run";

const signal = new AbortController().signal;
const digest = {
  ...{ text: "SELECT `c` FROM `sbtest` WHERE `id` = ?", count: "5000000000", totalMs: "12.5000" },
  ...{ rowsExamined: "7", rowsAffected: "0", errors: "1", firstSeen: "2026-11-28 10:00:00.000000" },
};

/** A server that began 500 s ago and was told to count anew 20 s ago; what it was asked. */
function server(digests: () => readonly Row[], accounts: () => readonly Row[] = () => []) {
  const asked: { readonly sql: string; readonly values: QueryOptions["values"] }[] = [];
  const status = { Uptime: "500", Uptime_since_flush_status: "20", Questions: "9007199254740991" };
  return {
    asked,
    query: async (sql: string, { values }: QueryOptions): Promise<readonly Row[]> => {
      asked.push({ sql, values });
      if (sql.includes("UNIX_TIMESTAMP")) return [{ now: "10000" }];
      if (sql.includes("by_user_by_event_name")) return accounts();
      if (sql.includes("by_thread_by_event_name")) return [{ user: "root", count: "90", totalMs: "40" }];
      if (sql.includes("events_statements_current")) return [{ user: "app", count: "0", totalMs: "900.5" }];
      if (!sql.startsWith("SHOW")) return digests();
      return Object.entries(status).map(([name, value]) => ({ Variable_name: name, Value: value }));
    },
  };
}

describe("what a server has counted", () => {
  test("is its stated counters, since when they count, and the statements of the benchmark's schema alone", async () => {
    const one = server(
      () => [digest],
      () => [
        { user: "app", count: "7", totalMs: "12.5" },
        { user: "bench", count: "8", totalMs: "1" },
        { user: "root", count: "97", totalMs: "42.5" },
      ],
    );
    expect(await askCounters(one, "primacy_bench_1", signal)).toEqual({
      askedAt: 10_000,
      startedAt: 9_500,
      countedSince: 9_980,
      status: { Questions: 9_007_199_254_740_991 },
      digests: [
        { ...digest, count: 5_000_000_000, totalMs: 12.5, rowsExamined: 7, rowsAffected: 0, errors: 1 },
      ],
      // With what of it still runs, and without what was replicated: its threads bear the account that started replication.
      accounts: [
        { user: "app", count: 7, totalMs: 913 },
        { user: "bench", count: 8, totalMs: 1 },
        { user: "root", count: 7, totalMs: 2.5 },
      ],
    });
    const status = one.asked.find(({ sql }) => sql.startsWith("SHOW"));
    for (const name of StatusCounter.options) expect(status?.sql).toContain(`'${name}'`);
    expect(one.asked.at(-1)?.values).toEqual(["primacy_bench_1"]);
  });

  const failing = (errno: number) =>
    server(() => {
      throw new MysqlFailure("mysql_statement", { address: "192.0.2.1", port: 3306 }, {}, { errno });
    });

  test("has no statements where the account may not see them", async () => {
    expect((await askCounters(failing(1142), "s", signal)).digests).toBeNull();
    const denied = server(
      () => [digest],
      () => {
        throw new MysqlFailure("mysql_statement", { address: "192.0.2.1", port: 3306 }, {}, { errno: 1142 });
      },
    );
    expect(await askCounters(denied, "s", signal)).toMatchObject({ accounts: null, digests: [{}] });
  });

  test("is not told by halves where the server fails otherwise", async () => {
    await expect(askCounters(failing(1317), "s", signal)).rejects.toMatchObject({ errno: 1317 });
  });
});
