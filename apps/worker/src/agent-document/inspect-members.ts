import { type Message, message, withPort } from "@primacy/contract";
import type { ClusterRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import {
  endpointOf,
  getAccount,
  loadCluster,
  type MemberFacts,
  targetOf,
} from "../cluster-record/load-cluster";
import { fromRecord } from "../cluster-record/member-draft";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { OperationContext } from "../operation/operation-context";
import { readServerFacts, type ServerFacts } from "./read-server-facts";

const replicationWaitMs = 10_000;
const retryMs = 250;

/**
 * Signs in to every member at once with `primacy_admin`, and keeps what agents must be told of it: its admin address,
 * and its host's Ethernet addresses. Members that do not answer, or whose certificate does not fit their stored CA,
 * keep the facts that they have, and are named. The epoch rises only where a fact changed. Members that a refresh adds,
 * moves or takes away meanwhile are as it has them. Throws `MysqlFailure` `mysql_denied` where the new account has not
 * arrived within 10 s.
 */
export async function inspectMembers(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<Inspected> {
  const { cluster, wanted } = await loadCluster(worker.db, clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const inspected = await Promise.all(
    cluster.members.map(async (member) => {
      const host = wanted.hosts.find((one) => one.hostId === member.hostId);
      const server = await inspectServer(member, account, signal);
      const macs = host === undefined ? null : await readMacs(worker, host, signal);
      return { member, server, macs };
    }),
  );
  const learnt = inspected.map(({ member, server, macs }) => {
    const facts: Partial<MemberFacts> = { ...server.facts, ...(macs === null ? {} : { macs }) };
    return { ...fromRecord(member), facts };
  });
  await worker.db.transact(worker.actor, (unit) => unit.clusters.recordFacts(clusterId, learnt));
  const silent = inspected.filter(({ server }) => server.facts === null);
  return {
    silent: silent.map(({ member }) => withPort(member.address, member.port)),
    untrusted: inspected.flatMap(({ server }) => server.untrusted ?? []),
  };
}

/** The same, and the operation's log says whose certificate does not fit. What a step says of the silent ones; null where all answered. */
export async function inspectAndLog(
  { worker, log }: Pick<OperationContext, "worker" | "log">,
  clusterId: string,
  signal: AbortSignal,
): Promise<Message | null> {
  const { silent, untrusted } = await inspectMembers(worker, clusterId, signal);
  for (const text of untrusted) await log("warning", text);
  return silent.length === 0 ? null : message("detail.member_silent", { members: silent.join(", ") });
}

/** The members that could not be looked at: `silent` are all of them, `untrusted` says why of those that are not who they should be. */
export interface Inspected {
  readonly silent: readonly string[];
  readonly untrusted: readonly Message[];
}

interface InspectedServer {
  readonly facts: ServerFacts | null;
  readonly untrusted: Message | null;
}

async function inspectServer(
  member: ClusterRecord["members"][number],
  account: ServerAccount,
  signal: AbortSignal,
): Promise<InspectedServer> {
  const endsAt = performance.now() + replicationWaitMs;
  for (;;) {
    try {
      return { facts: await readServerFacts(endpointOf(member), account, signal), untrusted: null };
    } catch (error) {
      if (!(error instanceof MysqlFailure)) throw error;
      if (error.code === "mysql_untrusted") return { facts: null, untrusted: error.explanation };
      if (error.code === "mysql_unreachable") return { facts: null, untrusted: null };
      // The account reaches a secondary a moment after the primary.
      if (error.code !== "mysql_denied" || performance.now() >= endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

async function readMacs(
  worker: WorkerContext,
  host: Parameters<typeof targetOf>[0],
  signal: AbortSignal,
): Promise<string[] | null> {
  try {
    const { nics } = await worker.observer.readStatus(targetOf(host), signal);
    return macsOf(nics);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return null;
    throw error;
  }
}

/** The Ethernet addresses of interfaces, in a fixed order. */
export function macsOf(nics: readonly { readonly mac: string | null }[]): string[] {
  const macs = nics.flatMap((nic) => nic.mac ?? []).filter((mac) => mac !== "00:00:00:00:00:00");
  return [...new Set(macs)].sort();
}
