import { type Message, message } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { findExplainedFailure } from "../operation/failure";

/** A place at which clients connect. */
export interface Place {
  readonly address: string;
  readonly port: number;
}

/** Which member answered at a place; or why none did. */
export type Sight =
  | {
      readonly kind: "reached";
      readonly member: MemberRecord;
      readonly isPrimary: boolean;
      readonly connectMs: number;
    }
  | { readonly kind: "unreached"; readonly reason: Message };

const Row = z.object({ uuid: z.string() });

/** The member that is the primary now; null where there is none, or nobody can tell. */
export async function findPrimaryMember(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<MemberRecord | null> {
  const cluster = await worker.db.clusters.get(clusterId);
  try {
    const account = await getAccount(worker.db, clusterId, "admin");
    const adapter = worker.replication[cluster.kind];
    const servers = serversOf(cluster);
    const { connection, reading } = await adapter.findPrimary(servers, account, cluster.name, signal);
    connection.close();
    return cluster.members.find(({ serverUuid }) => serverUuid === reading.serverUuid) ?? null;
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return null;
  }
}

/**
 * Connects as a client does, with the account that may do least. Whoever answers has to show the certificate of a member, whichever
 * that is, or of the proxy itself: a password is told to nobody else.
 */
export async function lookThrough(
  worker: WorkerContext,
  clusterId: string,
  place: Place,
  primary: MemberRecord | null,
  signal: AbortSignal,
  /** The CA of a proxy that ends TLS itself. */
  ownAuthority: string | null = null,
): Promise<Sight> {
  const { members } = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "verify");
  const known = primary === null ? members : [primary, ...members];
  const authorities = [
    ...(ownAuthority === null ? [] : [ownAuthority]),
    ...new Set(known.map((member) => endpointOf(member).authority)),
  ];
  let reason: Message = message("why.no_answer");
  // A proxy that takes turns leads each attempt to another server: as often as there are servers with each CA, and one meets its own.
  for (const authority of authorities.flatMap((one) => authorities.map(() => one))) {
    try {
      const startedMs = performance.now();
      const connection = await connectServer({ ...place, authority }, account, signal);
      const connectMs = performance.now() - startedMs;
      try {
        const [row] = await connection.query("SELECT @@server_uuid AS uuid", { signal });
        const { uuid } = Row.parse(row);
        const member = members.find((one) => one.serverUuid.toLowerCase() === uuid.toLowerCase());
        if (member === undefined) return { kind: "unreached", reason: message("why.proxy_stranger") };
        return { kind: "reached", member, isPrimary: member.id === primary?.id, connectMs };
      } finally {
        connection.close();
      }
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      reason = error.explanation;
      if (error.code !== "mysql_untrusted") break;
    }
  }
  return { kind: "unreached", reason };
}

/** How a member is called. */
export function nameOfMember({ hostName, address }: Pick<MemberRecord, "hostName" | "address">): string {
  return hostName ?? address;
}
