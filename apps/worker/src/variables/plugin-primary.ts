import { findPluginRelease, readVipMap, type VipMapSight } from "@primacy/core/greatdb-ha";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import {
  connectServer,
  type QueryOptions,
  type ServerAccount,
  type ServerConnection,
} from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";

const SelfRow = z.object({ uuid: z.string(), role: z.string().nullable() });
const selfStatement =
  "SELECT @@server_uuid AS uuid, (SELECT MEMBER_ROLE FROM performance_schema.replication_group_members" +
  " WHERE MEMBER_ID = @@server_uuid AND MEMBER_STATE = 'ONLINE') AS role";
const names = [
  ...["version", "version_comment"],
  ...["greatdb_ha_vip_tope", "greatdb_ha_mgr_vip_ip", "greatdb_ha_mgr_read_vip_ips"],
];

/** The member that is the primary by its own word, with the map that its plugin has. */
export interface PluginPrimary {
  readonly member: MemberRecord;
  readonly sight: VipMapSight;
}

/** Asks all members at once who is the primary; null where none is that has a map. Throws where another server answers untrusted. */
export async function findPluginPrimary(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  signal: AbortSignal,
): Promise<PluginPrimary | null> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const seen = await Promise.all(
    cluster.members.map(async (member) => {
      const sight = await onPrimary(member, account, signal, readSight);
      return sight === null ? [] : [{ member, sight }];
    }),
  );
  return seen.flat()[0] ?? null;
}

async function readSight(connection: ServerConnection, options: QueryOptions): Promise<VipMapSight | null> {
  const variables = await readVariables(connection, names, options);
  return readVipMap(variables, findPluginRelease(variables.version ?? "", variables.version_comment ?? ""));
}

/** What `ask` says of a member's server, if that is the registered one and the primary now; null otherwise, and where it does not answer. */
async function onPrimary<T>(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
  ask: (connection: ServerConnection, options: QueryOptions) => Promise<T>,
): Promise<T | null> {
  try {
    return await askPrimary(member, account, signal, ask);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure && error.retryable) return null;
    throw error;
  }
}

/** The same; throws `MysqlFailure` where the server does not answer. */
export async function askPrimary<T>(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
  ask: (connection: ServerConnection, options: QueryOptions) => Promise<T>,
): Promise<T | null> {
  const connection = await connectServer(endpointOf(member), account, signal);
  try {
    const [row] = await connection.query(selfStatement, { signal });
    const { uuid, role } = SelfRow.parse(row);
    const isOwn = uuid.toLowerCase() === member.serverUuid.toLowerCase();
    return isOwn && role === "PRIMARY" ? await ask(connection, { signal }) : null;
  } finally {
    connection.close();
  }
}
