import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { findPrimaryMember } from "../endpoint/look-through";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";

const table = "`primacy`.`verify`";
const limitMs = 4_000;
/** There is no schema, or no table. */
const absent = new Set([1049, 1146]);

/**
 * Deletes the rows of these probers through the primary itself, for the endpoint through which they were written may be gone, and returns which are there after
 * it; null: there is no primary now. Throws `MysqlFailure`, and `StepFailure` where there is no account.
 */
export async function removeRows(
  worker: WorkerContext,
  clusterId: string,
  proberIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string> | null> {
  const account = await getAccount(worker.db, clusterId, "verify");
  const primary = await findPrimaryMember(worker, clusterId, signal);
  if (primary === null) return null;
  const connection = await connectServer(endpointOf(primary), account, signal);
  try {
    return await removeThrough(connection, proberIds, signal);
  } finally {
    connection.leave();
  }
}

/** The same over a connection to the primary. Where there is no table, no row is there. */
export async function removeThrough(
  connection: Pick<ServerConnection, "query">,
  proberIds: readonly string[],
  signal: AbortSignal,
): Promise<ReadonlySet<string>> {
  const places = proberIds.map(() => "?").join(", ");
  const options = { signal, values: proberIds, timeoutMs: limitMs };
  try {
    // Waits for a write of the same row that is under way, as a read would not.
    await connection.query(`DELETE FROM ${table} WHERE id IN (${places})`, options);
    const rows = await connection.query(`SELECT id FROM ${table} WHERE id IN (${places})`, options);
    return new Set(rows.map(({ id }) => String(id)));
  } catch (error) {
    if (error instanceof MysqlFailure && absent.has(error.errno ?? 0)) return new Set();
    throw error;
  }
}
