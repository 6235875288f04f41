import { type Message, message } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import { endpointOf, getAccount, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { findExplainedFailure } from "../operation/failure";
import { type Place, signInAt } from "./sign-in";

/** Which member answered at a place; or why none did. */
export type Sight =
  | {
      readonly kind: "reached";
      readonly member: MemberRecord;
      readonly isPrimary: boolean;
      readonly connectMs: number;
    }
  | { readonly kind: "unreached"; readonly reason: Message };

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
  const look = await prepareLook(worker, clusterId, primary, ownAuthority);
  return look(place, signal);
}

/** Reads from the console's database what {@link lookThrough} needs, and returns what connects by it and asks that database nothing more. */
export async function prepareLook(
  worker: WorkerContext,
  clusterId: string,
  primary: MemberRecord | null,
  ownAuthority: string | null = null,
): Promise<(place: Place, signal: AbortSignal) => Promise<Sight>> {
  const { members } = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "verify");
  const known = primary === null ? members : [primary, ...members];
  const authorities = [
    ...(ownAuthority === null ? [] : [ownAuthority]),
    ...known.map((member) => endpointOf(member).authority),
  ];
  return async (place, signal) => {
    const answer = await signInAt(place, account, authorities, signal);
    if (answer.kind === "unreached") return { kind: "unreached", reason: answer.reason };
    const uuid = answer.serverUuid.toLowerCase();
    const member = members.find((one) => one.serverUuid.toLowerCase() === uuid);
    if (member === undefined) return { kind: "unreached", reason: message("why.proxy_stranger") };
    return { kind: "reached", member, isPrimary: member.id === primary?.id, connectMs: answer.loginMs };
  };
}

/** How a member is called. */
export function nameOfMember({ hostName, address }: Pick<MemberRecord, "hostName" | "address">): string {
  return hostName ?? address;
}
