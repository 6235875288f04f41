import type { VipCheckSnapshot } from "@primacy/core/check";
import { z } from "zod";
import { type LoadedCluster, serversOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { connectServer } from "../../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../../mysql/mysql-failure";

const limit = 8;
const serverLimitMs = 3_000;

const TableRow = z.object({ name: z.string() });

/** Ordinary tables of users that are not InnoDB, or have no unique key whose columns are all never null. */
const statement =
  `SELECT /*+ MAX_EXECUTION_TIME(${serverLimitMs}) */ CONCAT(t.TABLE_SCHEMA, '.', t.TABLE_NAME) AS name` +
  " FROM information_schema.TABLES AS t" +
  " WHERE t.TABLE_TYPE = 'BASE TABLE'" +
  " AND t.TABLE_SCHEMA NOT IN ('mysql', 'sys', 'information_schema', 'performance_schema')" +
  " AND (t.ENGINE <> 'InnoDB' OR NOT EXISTS (" +
  "SELECT 1 FROM information_schema.STATISTICS AS s" +
  " WHERE s.TABLE_SCHEMA = t.TABLE_SCHEMA AND s.TABLE_NAME = t.TABLE_NAME AND s.NON_UNIQUE = 0" +
  " GROUP BY s.INDEX_NAME HAVING SUM(s.NULLABLE = 'YES') = 0))" +
  ` ORDER BY name LIMIT ${limit + 1}`;

/**
 * Tables that the group refuses to write to, by the administrator's account where it was kept: Primacy's own may not see
 * them. Null where it was not, or where no server said so within 4 s: it is asked once, of the first that lets it in.
 */
export async function observeTables(
  worker: WorkerContext,
  loaded: LoadedCluster,
  signal: AbortSignal,
): Promise<NonNullable<VipCheckSnapshot["tables"]> | null> {
  const account = await worker.db.clusters.findCredential(loaded.cluster.id, "administrator");
  if (account === null) return null;
  for (const server of serversOf(loaded.cluster))
    try {
      const connection = await connectServer(server, account, signal);
      try {
        const rows = await connection.query(statement, { signal, timeoutMs: serverLimitMs + 1_000 });
        const names = rows.map((row) => TableRow.parse(row).name);
        return { unfit: names.slice(0, limit), isMore: names.length > limit };
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof MysqlFailure) return null;
        throw error;
      } finally {
        connection.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure) || isUntrusted(error)) throw error;
    }
  return null;
}
