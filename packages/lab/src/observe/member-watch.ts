import type { Lab } from "../lab";
import { runRootSql } from "../mysql/root-sql";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";

const everyMs = 100;
const limitMs = 3_600_000;
const statement =
  "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE member_state = 'ONLINE'";

/** A watch of the group; `stop` says how many members were ONLINE at the same time at least, by the best view of all servers that answered. */
export function watchMembers(lab: Lab): { stop(): Promise<number> } {
  const ended = new AbortController();
  let least: number = databaseNames.length;
  const look = async (): Promise<true | undefined> => {
    if (ended.signal.aborted) return true;
    const views = await Promise.all(
      databaseNames.map((name) =>
        runRootSql(lab.host(name), statement).then(
          ([row]) => Number(row?.[0] ?? 0),
          () => 0,
        ),
      ),
    );
    least = Math.min(least, Math.max(...views));
    return undefined;
  };
  const watch = waitFor("the end of the watch", look, { timeoutMs: limitMs, intervalMs: everyMs });
  return {
    async stop() {
      ended.abort();
      await watch;
      return least;
    },
  };
}
