import { message } from "@primacy/contract";
import {
  agentHostsQuery,
  foreignTablesQuery,
  schemaDropStatements,
  schemaRevokeStatements,
  schemaStatements,
} from "@primacy/core/cluster";
import { getAccount, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";

/** The server's number for a right that was not given. */
const noSuchGrants = new Set([1141, 1147]);

/** Runs `act` on the primary, signed in as `primacy_admin`. Throws `MysqlFailure` or `StepFailure` `no_primary`. */
export async function onPrimary<T>(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const cluster = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const { connection } = await worker.replication[cluster.kind].findPrimary(
    serversOf(cluster),
    account,
    cluster.name,
    signal,
  );
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}

/** True when the schema is there already. */
export function hasSchema(worker: WorkerContext, clusterId: string, signal: AbortSignal): Promise<boolean> {
  return onPrimary(worker, clusterId, signal, (connection) => hasSchemaOn(connection, signal));
}

/** The same, asked of the server that `connection` leads to. */
export async function hasSchemaOn(connection: ServerConnection, signal: AbortSignal): Promise<boolean> {
  const rows = await connection.query(
    "SELECT 1 AS there FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = 'primacy'",
    { signal },
  );
  return rows.length > 0;
}

/** Creates the schema with its tables and rights. Throws where somebody else's tables are in it. */
export async function ensureSchema(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  await onPrimary(worker, clusterId, signal, async (connection) => {
    await refuseForeign(connection, signal);
    await connection.run(schemaStatements(await readAgentHosts(connection, signal)), { signal });
  });
}

/** Drops the schema. Throws, and leaves it, where somebody else's tables are in it. */
export async function dropSchema(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  await onPrimary(worker, clusterId, signal, async (connection) => {
    await refuseForeign(connection, signal);
    for (const statement of schemaRevokeStatements(await readAgentHosts(connection, signal)))
      await connection.run([statement], { signal }).catch((error: unknown) => {
        if (!(error instanceof MysqlFailure) || !noSuchGrants.has(error.errno ?? 0)) throw error;
      });
    await connection.run(schemaDropStatements, { signal });
  });
}

/** Names of the tables in the schema `primacy` that are not Primacy's. */
export function listForeignTables(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return onPrimary(worker, clusterId, signal, (connection) => readForeign(connection, signal));
}

/** The hosts of the agents' accounts that the group has. Throws `MysqlFailure`. */
export async function readAgentHosts(
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<readonly string[]> {
  return (await connection.query(agentHostsQuery, { signal })).map((row) => String(row.host));
}

async function refuseForeign(connection: ServerConnection, signal: AbortSignal): Promise<void> {
  const tables = await readForeign(connection, signal);
  if (tables.length > 0)
    throw new StepFailure("failure.schema_foreign", { params: { tables: tables.join(", ") } });
}

async function readForeign(connection: ServerConnection, signal: AbortSignal): Promise<readonly string[]> {
  const rows = await connection.query(foreignTablesQuery, { signal });
  return rows.map((row) => String(row.name));
}

const statesInGroup = new Set(["ONLINE", "RECOVERING", "UNREACHABLE"]);

/**
 * True when no server can be reached that proves to be one of the group and takes part in it: then nothing can be
 * dropped. Somebody else who answers at its address is no server of it; and servers that have all left the group accept
 * no writes, or none that the others would learn of.
 */
export async function isGroupGone(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const cluster = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  for (const server of serversOf(cluster)) {
    try {
      const connection = await connectServer(server, account, signal);
      try {
        const { serverUuid, view } = await worker.replication[cluster.kind].observe(connection, { signal });
        const own = view.members.find((member) => member.serverUuid === serverUuid);
        if (own !== undefined && statesInGroup.has(own.state)) return false;
      } finally {
        connection.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      if (error.code !== "mysql_unreachable" && !isUntrusted(error)) return false;
    }
  }
  return true;
}

/** What a step says that left something behind on servers that are gone. */
export const leftBehind = message("detail.accounts_left");
