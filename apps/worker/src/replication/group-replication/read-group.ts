import type { MemberView } from "@primacy/contract/agent";
import { z } from "zod";
import type { QueryOptions, ServerConnection } from "../../mysql/connect-server";
import { readVariables } from "../../mysql/read-variables";
import type { ServerReading } from "../replication-adapter";

const ServerRow = z.object({
  server_uuid: z.string(),
  version: z.string(),
  super_read_only: z.coerce.number(),
});
const MemberRow = z.object({
  member_id: z.string(),
  member_host: z.string(),
  member_port: z.coerce.number().nullable(),
  member_state: z.string(),
  member_role: z.string(),
  member_version: z.string(),
});
const StatsRow = z.object({ certify: z.coerce.number(), apply: z.coerce.number() });

/** Reads the group as one server sees it. Throws `MysqlFailure`. */
export async function readGroup(connection: ServerConnection, options: QueryOptions): Promise<ServerReading> {
  const [row] = await connection.query(
    "SELECT @@server_uuid AS server_uuid, VERSION() AS version, @@global.super_read_only AS super_read_only",
    options,
  );
  const server = ServerRow.parse(row);
  const variables = await readVariables(
    connection,
    ["group_replication_group_name", "group_replication_single_primary_mode"],
    options,
  );
  const groupName = variables.group_replication_group_name ?? "";
  const members = await readMembers(connection, options);
  const mode = variables.group_replication_single_primary_mode;
  return {
    serverUuid: server.server_uuid,
    version: server.version,
    isSuperReadOnly: server.super_read_only === 1,
    groupName: groupName === "" ? null : groupName,
    view: {
      observer: server.server_uuid,
      isSinglePrimary: mode === undefined ? null : mode === "ON",
      members,
    },
    queue: await readQueue(connection, options),
  };
}

async function readMembers(connection: ServerConnection, options: QueryOptions): Promise<MemberView[]> {
  const rows = await connection.query(
    "SELECT MEMBER_ID AS member_id, MEMBER_HOST AS member_host, MEMBER_PORT AS member_port," +
      " MEMBER_STATE AS member_state, MEMBER_ROLE AS member_role, MEMBER_VERSION AS member_version" +
      " FROM performance_schema.replication_group_members WHERE MEMBER_ID <> '' ORDER BY MEMBER_ID",
    options,
  );
  return rows.map((row) => {
    const member = MemberRow.parse(row);
    return {
      serverUuid: member.member_id,
      host: member.member_host,
      port: member.member_port ?? 0,
      state: member.member_state,
      role: member.member_role,
      version: member.member_version,
    };
  });
}

async function readQueue(connection: ServerConnection, options: QueryOptions): Promise<number | null> {
  const [row] = await connection.query(
    "SELECT COUNT_TRANSACTIONS_IN_QUEUE AS certify, COUNT_TRANSACTIONS_REMOTE_IN_APPLIER_QUEUE AS apply" +
      " FROM performance_schema.replication_group_member_stats WHERE MEMBER_ID = @@server_uuid",
    options,
  );
  const stats = StatsRow.safeParse(row);
  return stats.success ? stats.data.certify + stats.data.apply : null;
}
