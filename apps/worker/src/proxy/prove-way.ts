import { type Message, message, messageWith, paramsWith, withPort } from "@primacy/contract";
import type { ProveProxyInput } from "@primacy/core/proxy";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount, serversOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { findExplainedFailure, StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";

/** The member to which the way led. */
interface Proof {
  readonly output: { readonly leadsTo: string; readonly connectMs: number };
  readonly detail: Message;
}

const Row = z.object({ uuid: z.string() });
const everyMs = 250;
const limitMs = 30_000;

/**
 * Connects through an address until the primary answers, with the account that may do least. Whoever answers has to show
 * the certificate of a member. Throws `StepFailure` `proxy_leads_nowhere` with the last reason after 30 s.
 */
export async function proveWay(
  { worker }: { readonly worker: WorkerContext },
  { clusterId, address, port }: ProveProxyInput,
  signal: AbortSignal,
): Promise<Proof> {
  const endpoint = withPort(address, port);
  let last: Message = message("why.no_answer");
  const proof = await poll({ everyMs, limitMs, signal }, async () => {
    const seen = await look(worker, clusterId, { address, port }, signal);
    if (seen.kind === "proof") return seen;
    last = seen.reason;
    return null;
  });
  if (proof === null)
    throw new StepFailure("failure.proxy_leads_nowhere", {
      params: paramsWith({ endpoint, limitMs }, { reason: last }),
    });
  const { leadsTo, connectMs } = proof;
  const params = { endpoint, member: leadsTo, ms: Math.round(connectMs) };
  return { output: { leadsTo, connectMs }, detail: message("detail.proxy_proved", params) };
}

type Seen =
  | { readonly kind: "proof"; readonly leadsTo: string; readonly connectMs: number }
  | { readonly kind: "not_yet"; readonly reason: Message };

async function look(
  worker: WorkerContext,
  clusterId: string,
  at: { readonly address: string; readonly port: number },
  signal: AbortSignal,
): Promise<Seen> {
  const { members } = await worker.db.clusters.get(clusterId);
  try {
    const primary = await findPrimary(worker, clusterId, signal);
    const account = await getAccount(worker.db, clusterId, "verify");
    const startedMs = performance.now();
    const connection = await connectServer(
      { ...at, authority: primary === null ? null : endpointOf(primary).authority },
      account,
      signal,
    );
    const connectMs = performance.now() - startedMs;
    try {
      const [row] = await connection.query("SELECT @@server_uuid AS uuid", { signal });
      const { uuid } = Row.parse(row);
      const member = members.find((one) => one.serverUuid.toLowerCase() === uuid.toLowerCase());
      if (member === undefined) return { kind: "not_yet", reason: message("why.proxy_stranger") };
      if (member.id === primary?.id) return { kind: "proof", leadsTo: nameOf(member), connectMs };
      const params = { member: nameOf(member) };
      return { kind: "not_yet", reason: messageWith("why.proxy_wrong_server", params, {}) };
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    const explained = error instanceof MysqlFailure ? error : findExplainedFailure(error);
    if (explained === null) throw error;
    return { kind: "not_yet", reason: explained.explanation };
  }
}

async function findPrimary(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<MemberRecord | null> {
  const cluster = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const adapter = worker.replication[cluster.kind];
  const { connection, reading } = await adapter.findPrimary(
    serversOf(cluster),
    account,
    cluster.name,
    signal,
  );
  connection.close();
  return cluster.members.find(({ serverUuid }) => serverUuid === reading.serverUuid) ?? null;
}

function nameOf({ hostName, address }: Pick<MemberRecord, "hostName" | "address">): string {
  return hostName ?? address;
}
