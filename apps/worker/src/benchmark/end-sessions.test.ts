import { expect, test } from "vitest";
import type { QueryOptions, Row } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { killSessions } from "./end-sessions";

const signal = new AbortController().signal;

/** A server with three sessions of an account, which answers to KILL of the second with this error. */
function server(errno: number) {
  const asked: string[] = [];
  return {
    asked,
    query: async (sql: string, { values }: QueryOptions): Promise<readonly Row[]> => {
      asked.push(sql);
      if (sql.startsWith("SELECT")) {
        expect(values).toEqual(["primacy_bench_1"]);
        return [{ id: "7" }, { id: "8" }, { id: "5000000000" }];
      }
      if (sql !== "KILL 8") return [];
      throw new MysqlFailure("mysql_statement", { address: "192.0.2.1", port: 3306 }, {}, { errno });
    },
  };
}

test("each session of the account is ended, although one has ended by itself meanwhile", async () => {
  const one = server(1094);
  await killSessions(one, "primacy_bench_1", signal);
  expect(one.asked.slice(1)).toEqual(["KILL 7", "KILL 8", "KILL 5000000000"]);
});

test("that a session may not be ended is told", async () => {
  await expect(killSessions(server(1095), "primacy_bench_1", signal)).rejects.toMatchObject({ errno: 1095 });
});
