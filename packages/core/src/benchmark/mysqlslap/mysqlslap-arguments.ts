import type { MysqlslapWorkload, SlapSql } from "@primacy/contract";

/** What a run of mysqlslap is given besides its workload. */
export interface SlapRun {
  readonly schema: string;
  readonly threads: number;
  /** By default `/dev/stdin`. */
  readonly configFile?: string;
}

/**
 * The arguments of mysqlslap, without its own name; account and address come from the option file (`clientConfig`), which has to be the first
 * argument. MySQL's and MariaDB's take the same.
 *
 * mysqlslap deletes and makes its schema anew before each iteration, and deletes it at the end, unless it is told not to: where nothing makes
 * tables, the schema has to stay. Its own table gets a column that counts up, because a group needs a key on each table.
 */
export function mysqlslapArguments(
  { sql, queries, iterations }: MysqlslapWorkload,
  { schema, threads, configFile = "/dev/stdin" }: SlapRun,
): string[] {
  return [
    `--defaults-file=${configFile}`,
    `--create-schema=${schema}`,
    `--concurrency=${threads}`,
    `--iterations=${iterations}`,
    `--number-of-queries=${queries}`,
    ...listSql(sql),
  ];
}

function listSql(sql: SlapSql): readonly string[] {
  if (sql.kind === "given") {
    const tables = sql.create === undefined ? ["--no-drop"] : [`--create=${sql.create}`];
    return ["--delimiter=;", ...tables, `--query=${sql.query}`];
  }
  return [
    "--auto-generate-sql",
    "--auto-generate-sql-add-autoincrement",
    `--auto-generate-sql-load-type=${sql.load}`,
    `--auto-generate-sql-write-number=${sql.rows}`,
    `--number-int-cols=${sql.intColumns}`,
    `--number-char-cols=${sql.charColumns}`,
  ];
}
