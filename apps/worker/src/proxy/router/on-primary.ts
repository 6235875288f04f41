import { getAccount, serversOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { connectServer, type ServerAccount, type ServerConnection } from "../../mysql/connect-server";

/**
 * Acts on the server that is the primary now, as `account` or else as `primacy_admin`, which finds it in any case: the account of a
 * MySQL Router may not read all that this takes. Throws as `findPrimary` does.
 */
export async function onPrimary<T>(
  worker: WorkerContext,
  clusterId: string,
  account: ServerAccount | null,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const cluster = await worker.db.clusters.get(clusterId);
  const admin = await getAccount(worker.db, clusterId, "admin");
  const adapter = worker.replication[cluster.kind];
  const { connection } = await adapter.findPrimary(serversOf(cluster), admin, cluster.name, signal);
  if (account === null) return closing(connection, act);
  const { server } = connection;
  connection.close();
  return closing(await connectServer(server, account, signal), act);
}

async function closing<T>(
  connection: ServerConnection,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}
