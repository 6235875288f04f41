import { isRefusal } from "@primacy/contract";
import type { ClusterRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-group";
import { readStatus } from "./agent-call";
import { endpointOf, factsOf, getAccount, loadCluster, type MemberFacts, targetOf } from "./load-cluster";
import { fromRecord } from "./member-draft";

const replicationWaitMs = 10_000;
const retryMs = 250;

/**
 * Signs in to every member at once with `primacy_admin`, and keeps what agents must be told of it: its admin address,
 * and its host's Ethernet addresses. Members that do not answer keep the facts that they have, and are named. The
 * epoch rises only where a fact changed. Throws `MysqlFailure`: `mysql_denied` where the new account has not arrived
 * within 10 s, `mysql_untrusted` where a server's certificate does not fit its stored CA.
 */
export async function inspectMembers(
  worker: WorkerContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<{ readonly silent: readonly string[] }> {
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
  const members = inspected.map(({ member, server, macs }) => {
    const facts: MemberFacts = { ...factsOf(member), ...server, ...(macs === null ? {} : { macs }) };
    return { ...fromRecord(member), facts: { ...member.facts, ...facts } };
  });
  if (JSON.stringify(members) !== JSON.stringify(cluster.members.map(fromRecord))) {
    const changed = await worker.db.transact(worker.actor, (unit) =>
      unit.clusters.setMembers(clusterId, members),
    );
    if (isRefusal(changed)) throw new Error(changed.message.text);
  }
  const silent = inspected.filter(({ server }) => server === null);
  return { silent: silent.map(({ member }) => `${member.address}:${member.port}`) };
}

type ServerFacts = Pick<MemberFacts, "adminAddress" | "adminPort">;

async function inspectServer(
  member: ClusterRecord["members"][number],
  account: ServerAccount,
  signal: AbortSignal,
): Promise<ServerFacts | null> {
  const endsAt = performance.now() + replicationWaitMs;
  for (;;) {
    try {
      const connection = await connectServer(endpointOf(member), account, signal);
      try {
        return toServerFacts(await readVariables(connection, ["admin_address", "admin_port"], { signal }));
      } finally {
        connection.close();
      }
    } catch (error) {
      if (!(error instanceof MysqlFailure)) throw error;
      if (error.code === "mysql_unreachable") return null;
      // The account reaches a secondary a moment after the primary.
      if (error.code !== "mysql_denied" || performance.now() >= endsAt) throw error;
      await new Promise((resolve) => setTimeout(resolve, retryMs));
    }
  }
}

const wildcards = new Set(["*", "0.0.0.0", "::"]);

function toServerFacts(variables: Readonly<Record<string, string>>): ServerFacts {
  const address = variables.admin_address ?? "";
  if (address === "") return { adminAddress: null, adminPort: null };
  return {
    adminAddress: wildcards.has(address) ? "127.0.0.1" : address,
    adminPort: Number(variables.admin_port ?? 33_062),
  };
}

async function readMacs(
  worker: WorkerContext,
  host: Parameters<typeof targetOf>[0],
  signal: AbortSignal,
): Promise<string[] | null> {
  try {
    const { nics } = await readStatus(worker, targetOf(host), signal);
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
