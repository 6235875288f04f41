import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import { monotonicMs } from "../process/monotonic";
import { listDatabases } from "./group-care";

/** What a server wrote into its error log about another member. */
export interface MemberNote {
  readonly what: "unreachable" | "reachable" | "removed";
  /** CLOCK_MONOTONIC in ms. */
  readonly atMs: number;
}

/** What the other servers logged of one. No word of an agent is in it. */
export interface MemberLog {
  /** Hosts whose server heard the member again until it was removed: none of them can testify to its silence (R2). */
  readonly heard: readonly string[];
  /** When the group removed the member, CLOCK_MONOTONIC in ms: from then on its silence can be testified to. */
  readonly removedMs: readonly number[];
}

/** MySQL's messages of Group Replication, by their number. */
const notes = new Map<string, MemberNote["what"]>([
  ["MY-011493", "unreachable"],
  ["MY-011494", "reachable"],
  ["MY-011499", "removed"],
]);

/**
 * The servers that heard a member, always or again, and did not miss it when it was removed, by what each of them logged: then
 * time alone can prove that it let go. None where no server missed it either: such a member left in order, and its agent, which
 * is asked first, is no reason to wait.
 */
export function listHeard(logs: ReadonlyMap<string, readonly Pick<MemberNote, "what">[]>): string[] {
  const lastOf = (told: readonly Pick<MemberNote, "what">[]): string | null => {
    const end = told.findIndex(({ what }) => what === "removed");
    return end === -1 ? null : (told[end - 1]?.what ?? "reachable");
  };
  const last = [...logs].map(([host, told]) => [host, lastOf(told)] as const);
  const isLost = last.some(([, what]) => what === "unreachable");
  return isLost ? last.flatMap(([host, what]) => (what === "reachable" ? [host] : [])) : [];
}

/** Reads what the servers of the other hosts logged of the one of `target` since `sinceMs`. Throws LabError where one does not answer. */
export async function readMemberLog(
  lab: Lab,
  target: string,
  sinceMs: number,
  signal: AbortSignal,
): Promise<MemberLog> {
  const hosts = listDatabases(lab);
  const address = hosts.find(({ name }) => name === target)?.address;
  const codes = [...notes.keys()].map((code) => `'${code}'`).join(", ");
  const sql = `SELECT error_code, TIMESTAMPDIFF(MICROSECOND, logged, SYSDATE(6)) FROM performance_schema.error_log
    WHERE error_code IN (${codes}) AND INSTR(data, '${address}:3306') > 0 ORDER BY logged;`;
  const read = async (host: (typeof hosts)[number]): Promise<[string, MemberNote[]]> => {
    const rows = await runRootSql(host, sql, { timeoutMs: 10_000, signal });
    const nowMs = monotonicMs();
    const told = rows.flatMap(([code = "", ageUs = ""]) => {
      const what = notes.get(code);
      const atMs = nowMs - Number(ageUs) / 1_000;
      return what === undefined || atMs < sinceMs ? [] : [{ what, atMs }];
    });
    return [host.name, told];
  };
  const logs = await Promise.all(hosts.filter(({ name }) => name !== target).map(read));
  return {
    heard: listHeard(new Map(logs)),
    removedMs: logs.flatMap(([, told]) =>
      told.flatMap(({ what, atMs }) => (what === "removed" ? [atMs] : [])),
    ),
  };
}
