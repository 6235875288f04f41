import type { LabHost } from "../host/lab-host";

/**
 * Runs SQL as the server's own root through the local socket, which works without any account of the lab.
 * Returns the rows of all statements, columns split by tabs. The SQL goes through standard input, so it may
 * carry passwords. Throws as `LabHost.exec`.
 */
export async function runRootSql(
  host: LabHost,
  sql: string,
  options: { readonly timeoutMs?: number; readonly signal?: AbortSignal | undefined } = {},
): Promise<string[][]> {
  const result = await host.exec(
    [
      "mysql",
      "--no-defaults",
      "--socket=/run/mysqld/mysqld.sock",
      "--user=root",
      "--connect-timeout=3",
      "-NB",
    ],
    { input: sql, timeoutMs: options.timeoutMs ?? 15_000, signal: options.signal },
  );
  return result.stdout
    .split("\n")
    .filter((line) => line !== "")
    .map((line) => line.split("\t"));
}

/** Quotes a string for SQL; the lab's own names and passwords only. */
export function quoteSql(text: string): string {
  return `'${text.replaceAll("\\", "\\\\").replaceAll("'", "''")}'`;
}
