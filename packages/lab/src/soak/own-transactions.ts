import { LabError } from "../errors";
import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";

/** What servers did alone, outside of their group: a write that a client was promised by a server alone is among it. */
export interface OwnTransactions {
  /** GTID set of each server that has any, by the name of its host. */
  readonly found: ReadonlyMap<string, string>;
  /** Hosts whose server did not answer. */
  readonly silent: readonly string[];
}

/** Reads what each server has that is neither the group's nor among `known`. Throws LabError `aborted` alone. */
export async function readOwnTransactions(
  lab: Lab,
  known: string,
  signal: AbortSignal,
): Promise<OwnTransactions> {
  const found = new Map<string, string>();
  const silent: string[] = [];
  const group = `${lab.state.groupName}:1-9223372036854775806`;
  const rest = [group, known].filter((set) => set !== "").join(",");
  const sql = `SELECT REPLACE(GTID_SUBTRACT(@@global.gtid_executed, '${rest}'), '\\n', '');`;
  for (const host of lab.hosts.filter(({ kind }) => kind === "database")) {
    try {
      const [row] = await runRootSql(host, sql, { timeoutMs: 10_000, signal });
      if (row?.[0]) found.set(host.name, row[0]);
    } catch (cause) {
      if (!(cause instanceof LabError) || cause.code === "aborted") throw cause;
      silent.push(host.name);
    }
  }
  return { found, silent };
}

/** One sentence for each server that has transactions of its own. */
export function describeOwn({ found }: OwnTransactions): string[] {
  return [...found].map(([host, set]) => `${host} has transactions that are not the group's: ${set}`);
}
