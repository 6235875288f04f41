import { expect, test } from "vitest";
import type { QueryOptions, Row } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { refuseTaken } from "./refuse-taken";

const signal = new AbortController().signal;
const names = { schema: "primacy_bench_0192", account: "primacy_bench_01" };
const address = { address: "192.0.2.1", port: 3306 };

/** A server with these schemas and accounts; an `errno`: it does not show its accounts. */
function server(schemas: readonly string[], accounts: readonly string[] | number) {
  return {
    query: async (sql: string, { values = [] }: QueryOptions): Promise<readonly Row[]> => {
      const isSchema = sql.includes("information_schema.SCHEMATA");
      if (!isSchema && typeof accounts === "number")
        throw new MysqlFailure("mysql_statement", address, {}, { errno: accounts });
      const all = isSchema ? schemas : typeof accounts === "number" ? [] : accounts;
      return all.filter((one) => one.split("@")[0] === values[0]).map((name) => ({ name }));
    },
  };
}

test("a schema or an account of the benchmark's names is somebody's: the benchmark is refused, and names them", async () => {
  const taken = server([names.schema], [`${names.account}@10.0.0.%`]);
  await expect(refuseTaken(taken, names, signal)).rejects.toMatchObject({
    ...{ code: "benchmark_taken", retryable: false },
    explanation: { params: { names: `${names.schema}, ${names.account}@10.0.0.%` } },
  });
  for (const one of [server([names.schema], []), server([], [`${names.account}@%`])])
    await expect(refuseTaken(one, names, signal)).rejects.toMatchObject({ code: "benchmark_taken" });
});

test("other names are nobody's concern, and accounts that may not be seen are not judged", async () => {
  await refuseTaken(server(["app"], ["app@%"]), names, signal);
  await refuseTaken(server([], 1142), names, signal);
  await expect(refuseTaken(server([], 2013), names, signal)).rejects.toMatchObject({ errno: 2013 });
});
