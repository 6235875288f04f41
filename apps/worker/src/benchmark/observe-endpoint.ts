import type { EndpointSight } from "@primacy/core/benchmark";
import { type ListedEndpoint, listAuthorities, orderMembers } from "@primacy/core/endpoint";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { findOwnAuthority } from "../endpoint/router-authority";
import { visitAt } from "../endpoint/sign-in";
import type { ServerConnection } from "../mysql/connect-server";

/** Connects as a client does, with the account that may do least, and sees which member answers. */
export async function observeEndpoint(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  endpoint: ListedEndpoint,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<EndpointSight> {
  const account = await getAccount(worker.db, cluster.id, "verify");
  const own = await findOwnAuthority(worker, endpoint);
  const ofMembers = listLikely(cluster.members, endpoint, primary);
  const { address, port } = endpoint;
  const authorities = listAuthorities(endpoint, own, ofMembers);
  const visit = await visitAt({ address, port }, account, authorities, signal, (connection) =>
    readServer(connection, signal),
  );
  if (visit.kind === "unreached")
    return visit.why === "silent" ? { kind: "silent", reason: visit.reason } : { kind: visit.why };
  const { uuid, isReadOnly, connections } = visit.value;
  const member = cluster.members.find(({ serverUuid }) => serverUuid.toLowerCase() === uuid.toLowerCase());
  return {
    kind: "reached",
    member: member === undefined ? null : nameOfMember(member),
    isPrimary: member !== undefined && member.id === primary?.id,
    isReadOnly,
    connectMs: visit.loginMs,
    connections,
  };
}

/** The CAs of the members, those that answer most likely first. */
function listLikely(
  members: readonly MemberRecord[],
  endpoint: ListedEndpoint,
  primary: MemberRecord | null,
): readonly (string | null)[] {
  const seated = members.map((member) => ({
    memberId: member.id,
    role: primary === null ? null : member.id === primary.id ? ("PRIMARY" as const) : ("SECONDARY" as const),
    authority: endpointOf(member).authority,
  }));
  return orderMembers(endpoint, seated, null).map(({ authority }) => authority);
}

const ServerRow = z.object({
  uuid: z.string(),
  read_only: z.coerce.number(),
  max: z.coerce.number(),
});
const StatusRow = z.object({ Value: z.coerce.number() });

interface SeenServer {
  readonly uuid: string;
  readonly isReadOnly: boolean;
  readonly connections: { readonly max: number; readonly used: number };
}

async function readServer(connection: ServerConnection, signal: AbortSignal): Promise<SeenServer> {
  const sql =
    "SELECT @@server_uuid AS uuid, @@global.super_read_only AS read_only, @@global.max_connections AS max";
  const [server] = await connection.query(sql, { signal });
  const { uuid, read_only: isReadOnly, max } = ServerRow.parse(server);
  const [status] = await connection.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'", { signal });
  return { uuid, isReadOnly: isReadOnly === 1, connections: { max, used: StatusRow.parse(status).Value } };
}
