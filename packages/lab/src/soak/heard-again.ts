import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import { listDatabases } from "./group-care";

/** What a server wrote into its error log about another member. */
export type MemberNote = "unreachable" | "reachable" | "removed";

/** MySQL's messages of Group Replication, by their number. */
const notes = new Map<string, MemberNote>([
  ["MY-011493", "unreachable"],
  ["MY-011494", "reachable"],
  ["MY-011499", "removed"],
]);

/**
 * Whether a server, as its own log tells in the order of `told`, heard a member again and did not miss it any more before
 * that was removed. Then this server cannot testify that the member was silent, and time alone can prove that it let go.
 */
export function heardUntilRemoved(told: readonly MemberNote[]): boolean {
  const end = told.indexOf("removed");
  if (end === -1) return false;
  const last = told.slice(0, end).at(-1);
  return last !== "unreachable";
}

/**
 * The hosts whose server heard the server of `target` until it was removed from the group, by what the servers themselves
 * have logged in the last `sinceMs`. No word of an agent is in it. Throws LabError where a server does not answer.
 */
export async function listHeardUntilRemoved(
  lab: Lab,
  target: string,
  sinceMs: number,
  signal: AbortSignal,
): Promise<string[]> {
  const hosts = listDatabases(lab);
  const address = hosts.find(({ name }) => name === target)?.address;
  const codes = [...notes.keys()].map((code) => `'${code}'`).join(", ");
  const sql = `SELECT error_code FROM performance_schema.error_log WHERE error_code IN (${codes})
    AND logged >= SYSDATE(6) - INTERVAL ${Math.ceil(sinceMs * 1_000)} MICROSECOND
    AND INSTR(data, '${address}:3306') > 0 ORDER BY logged;`;
  const found = await Promise.all(
    hosts
      .filter(({ name }) => name !== target)
      .map(async (host) => {
        const rows = await runRootSql(host, sql, { timeoutMs: 10_000, signal });
        const told = rows.flatMap(([code = ""]) => notes.get(code) ?? []);
        return heardUntilRemoved(told) ? [host.name] : [];
      }),
  );
  return found.flat();
}
