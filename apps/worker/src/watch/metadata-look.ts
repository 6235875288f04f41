import type { EndpointNote } from "@primacy/contract";
import type { GroupView } from "@primacy/core/cluster";
import { judgeMetadata, type MetadataGroup, tellMetadata } from "@primacy/core/proxy";
import type { ClusterRecord } from "@primacy/db";
import { endpointOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { readMetadata } from "../endpoint/router-metadata";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";

/**
 * Compares the metadata that MySQL Router reads with the group, both as the primary has them. The session with it is kept from look to
 * look, so that a look costs no sign-in.
 */
export class MetadataLook {
  #session: { readonly memberId: string; readonly connection: ServerConnection } | null = null;

  constructor(private readonly worker: Pick<WorkerContext, "db" | "replication">) {}

  /** What is wrong, or null; undefined where nobody can tell, as without a primary. Throws the signal's reason. */
  async compare(
    cluster: ClusterRecord,
    primaryMemberId: string | null,
    signal: AbortSignal,
  ): Promise<EndpointNote | null | undefined> {
    try {
      const connection = await this.#open(cluster, primaryMemberId, signal);
      if (connection === null) return undefined;
      const { groupName, view } = await this.worker.replication[cluster.kind].observe(connection, { signal });
      if (groupName === null) return undefined;
      const group = groupOf(cluster, groupName, view);
      const verdict = judgeMetadata(await readMetadata(connection, signal), group);
      return tellMetadata(verdict, { clusterName: cluster.name, groupName });
    } catch (error) {
      this.#session?.connection.close();
      this.#session = null;
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      return undefined;
    }
  }

  /** Ends the session; another look opens another one. */
  close(): void {
    this.#session?.connection.leave();
    this.#session = null;
  }

  async #open(
    { id, members }: ClusterRecord,
    memberId: string | null,
    signal: AbortSignal,
  ): Promise<ServerConnection | null> {
    if (this.#session !== null && this.#session.memberId === memberId) return this.#session.connection;
    this.close();
    const primary = members.find((one) => one.id === memberId);
    const account = await this.worker.db.clusters.findCredential(id, "admin");
    if (primary === undefined || account === null) return null;
    const connection = await connectServer(endpointOf(primary), account, signal);
    this.#session = { memberId: primary.id, connection };
    return connection;
  }
}

/**
 * A member that is on its way in is listed soon, and one that is on its way back is listed rightly: the page of the members tells of
 * both, and `rescan()` would take the second out.
 */
function groupOf(
  { members: known }: ClusterRecord,
  groupName: string,
  { members }: GroupView,
): MetadataGroup {
  const nameOf = (uuid: string, place: string): string => {
    const member = known.find(({ serverUuid }) => serverUuid.toLowerCase() === uuid.toLowerCase());
    return member === undefined ? place : nameOfMember(member);
  };
  const online = members.filter(({ state }) => state === "ONLINE");
  return {
    groupName,
    members: online.map(({ serverUuid, host, port }) => ({
      serverUuid,
      name: nameOf(serverUuid, `${host}:${port}`),
    })),
    away: [...known, ...members].map(({ serverUuid }) => serverUuid),
  };
}
