import type { BenchmarkInput } from "@primacy/core/benchmark";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";

/** SELECT command denied. */
const deniedErrno = 1142;
const NameRow = z.object({ name: z.string() });

/**
 * Refuses a benchmark whose names a server has already: its schema and account are deleted at its end, and those are somebody's. Ask before
 * the first of them is made, and never again. An account is not looked for where the administrator may not see accounts. Throws
 * `StepFailure` `benchmark_taken`, and `MysqlFailure`.
 */
export async function refuseTaken(
  connection: Pick<ServerConnection, "query">,
  { schema, account }: Pick<BenchmarkInput, "schema" | "account">,
  signal: AbortSignal,
): Promise<void> {
  const find = async (sql: string, wanted: string): Promise<readonly string[]> => {
    const options: QueryOptions = { signal, values: [wanted] };
    const rows = await connection.query(sql, options);
    return rows.map((row) => NameRow.parse(row).name);
  };
  const schemas = await find(
    "SELECT SCHEMA_NAME AS name FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = ?",
    schema,
  );
  const accounts = await find(
    "SELECT CONCAT(User, '@', Host) AS name FROM mysql.user WHERE User = ?",
    account,
  ).catch((error: unknown) => {
    if (error instanceof MysqlFailure && error.errno === deniedErrno) return [];
    throw error;
  });
  const taken = [...schemas, ...accounts];
  if (taken.length > 0)
    throw new StepFailure("failure.benchmark_taken", { params: { names: taken.join(", ") } });
}
