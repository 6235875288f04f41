import type { PluginAccount, PluginConnections, PluginRelease } from "@primacy/core/greatdb-ha";
import { findPluginRelease, pluginPort } from "@primacy/core/greatdb-ha";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import { readVariables } from "../../mysql/read-variables";

/** Another member of the group as this server knows it. */
export interface GroupPeer {
  readonly serverUuid: string;
  readonly host: string;
  /** Where its plugin is asked: its server's port, or the plugin's own. */
  readonly port: number;
}

/** What a member's server says of the path that its plugin would use. `secret` never leaves for anything but the agent of its host. */
export interface PathFacts {
  /** Null: no release of the plugin is for this server. */
  readonly release: PluginRelease | null;
  readonly peers: readonly GroupPeer[];
  /** The first half of the group's view; null: it is in no group. */
  readonly viewStamp: string | null;
  /** Of the recovery channel; null: it has none. */
  readonly user: string | null;
  /** Null: none is stored. */
  readonly secret: string | null;
  readonly accounts: readonly PluginAccount[];
  readonly connections: PluginConnections;
}

const PeerRow = z.object({ uuid: z.string(), host: z.string(), port: z.coerce.number() });
const TextRow = z.object({ text: z.string().nullable() });
const StoredRow = z.object({ user: z.string().nullable(), secret: z.string().nullable() });
const AccountRow = z.object({
  host: z.string(),
  tls: z.coerce.string(),
  is_super: z.coerce.number(),
  is_admin: z.coerce.number(),
});
const CountRow = z.object({ name: z.string(), value: z.coerce.number() });

const peerStatement =
  "SELECT MEMBER_ID AS uuid, MEMBER_HOST AS host, MEMBER_PORT AS port" +
  " FROM performance_schema.replication_group_members WHERE MEMBER_ID NOT IN ('', @@server_uuid) ORDER BY MEMBER_ID";
const viewStatement =
  "SELECT SUBSTRING_INDEX(VIEW_ID, ':', 1) AS text" +
  " FROM performance_schema.replication_group_member_stats WHERE MEMBER_ID = @@server_uuid";
const userStatement =
  "SELECT USER AS text FROM performance_schema.replication_connection_configuration" +
  " WHERE CHANNEL_NAME = 'group_replication_recovery'";
const storedStatement =
  "SELECT User_name AS user, User_password AS secret FROM mysql.slave_master_info" +
  " WHERE Channel_name = 'group_replication_recovery'";
const accountStatement =
  "SELECT u.Host AS host, u.ssl_type AS tls, u.Super_priv = 'Y' AS is_super," +
  " EXISTS (SELECT 1 FROM mysql.global_grants AS g WHERE g.USER = u.User AND g.HOST = u.Host" +
  " AND g.PRIV = 'REPLICATION_SLAVE_ADMIN') AS is_admin FROM mysql.user AS u WHERE u.User = ? ORDER BY u.Host";
const countStatement =
  "SELECT VARIABLE_NAME AS name, VARIABLE_VALUE AS value FROM performance_schema.global_status" +
  " WHERE VARIABLE_NAME IN ('Threads_connected', 'Max_used_connections')";

/** Reads them as administrator: of all accounts, it alone may read the recovery channel's password. Throws `MysqlFailure`. */
export async function readPathFacts(connection: ServerConnection, options: QueryOptions): Promise<PathFacts> {
  const names = ["version", "version_comment", "max_connections"];
  const {
    version = "",
    version_comment: comment = "",
    max_connections: limit = "0",
  } = await readVariables(connection, names, options);
  const sight = findPluginRelease(version, comment);
  const release = sight.kind === "none" ? null : sight.release;
  const counted = (await connection.query(countStatement, options)).map((row) => CountRow.parse(row));
  const count = (wanted: string): number => counted.find(({ name }) => name === wanted)?.value ?? 0;
  const peers = (await connection.query(peerStatement, options)).map((row) => PeerRow.parse(row));
  const channel = await readChannel(connection, options);
  return {
    ...channel,
    release,
    peers: peers.map(({ uuid, host, port }) => ({
      serverUuid: uuid.toLowerCase(),
      host,
      port: release?.channel === "port" ? pluginPort : port,
    })),
    viewStamp: await readText(connection, viewStatement, options),
    accounts: channel.user === null ? [] : await listAccounts(connection, channel.user, options),
    connections: {
      limit: Number(limit),
      now: count("Threads_connected"),
      most: count("Max_used_connections"),
    },
  };
}

/** The account is what the server has in use; its password is stored beside the same name, or is not known. */
async function readChannel(
  connection: ServerConnection,
  options: QueryOptions,
): Promise<Pick<PathFacts, "user" | "secret">> {
  const user = await readText(connection, userStatement, options);
  const [row] = await connection.query(storedStatement, options);
  const stored = row === undefined ? null : StoredRow.parse(row);
  if (user === null) return { user: stored?.user || null, secret: stored?.secret || null };
  return { user, secret: stored?.user === user ? stored.secret || null : null };
}

async function listAccounts(
  connection: ServerConnection,
  user: string,
  options: QueryOptions,
): Promise<readonly PluginAccount[]> {
  const rows = await connection.query(accountStatement, { ...options, values: [user] });
  return rows.map((row) => {
    const { host, tls, is_super, is_admin } = AccountRow.parse(row);
    return { host, requiresTls: tls !== "", mayTell: is_super === 1 || is_admin === 1 };
  });
}

/** Null where there is no row, or an empty text. */
async function readText(
  connection: ServerConnection,
  statement: string,
  options: QueryOptions,
): Promise<string | null> {
  const [row] = await connection.query(statement, options);
  return row === undefined ? null : TextRow.parse(row).text || null;
}
