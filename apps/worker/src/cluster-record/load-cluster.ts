import { defaultVipTimings, type Host, type Vip, VipTimings } from "@primacy/contract";
import { type AccountPurpose, accountUsers } from "@primacy/core/cluster";
import type { WantedCluster, WantedHost } from "@primacy/core/plan";
import { compareNames } from "@primacy/core/topology";
import type { ClusterRecord, MemberRecord, Readers } from "@primacy/db";
import { z } from "zod";
import type { AgentTarget } from "../agent-client/agent-client";
import type { ServerAccount, ServerEndpoint } from "../mysql/connect-server";
import { StepFailure } from "../operation/failure";

const ServerFacts = z.object({
  adminAddress: z.string().nullable().default(null),
  adminPort: z.number().int().nullable().default(null),
  /** Ethernet addresses of its host. */
  macs: z.array(z.string()).default([]),
});
const TrustFacts = z.object({
  /** PEM of the CA that its certificate is verified with; null where none was read over SSH yet. */
  authority: z.string().nullable().default(null),
  /** The file on its host that the CA was read from. */
  authorityPath: z.string().nullable().default(null),
});

/** What registration and refresh learn of a member's server and keep beside it. */
export const MemberFacts = ServerFacts.extend(TrustFacts.shape);
export type MemberFacts = z.infer<typeof MemberFacts>;

/** A cluster as stored, with everything that its operations need. */
export interface LoadedCluster {
  readonly cluster: ClusterRecord;
  /** The hosts that carry its members, by name. */
  readonly hosts: readonly Host[];
  readonly vips: readonly Vip[];
  readonly wanted: WantedCluster;
}

type ClusterReaders = Pick<Readers, "clusters" | "hosts" | "vips">;

/** Loads a cluster. Throws `not_found`. Works on the database and within a transaction. */
export async function loadCluster(readers: ClusterReaders, clusterId: string): Promise<LoadedCluster> {
  for (let cluster = await readers.clusters.get(clusterId); ; ) {
    const hosts = await readers.hosts.listByCluster(clusterId);
    const vips = await readers.vips.listByCluster(clusterId);
    // Every change of what is wanted raises the epoch with it: where that stands, no half of one was read.
    const after = await readers.clusters.get(clusterId);
    if (after.epoch === cluster.epoch)
      return { cluster, hosts, vips, wanted: toWanted(cluster, hosts, vips) };
    cluster = after;
  }
}

function toWanted(cluster: ClusterRecord, hosts: readonly Host[], vips: readonly Vip[]): WantedCluster {
  return {
    clusterId: cluster.id,
    clusterName: cluster.name,
    epoch: cluster.epoch,
    hosts: cluster.members
      .flatMap((member) => {
        const host = hosts.find((one) => one.id === member.hostId);
        return host === undefined ? [] : [toWantedHost(host, member)];
      })
      .sort((a, b) => compareNames(a.name, b.name)),
    vips,
    timings: VipTimings.safeParse(cluster.config.timings).data ?? defaultVipTimings,
  };
}

function toWantedHost(host: Host, member: MemberRecord): WantedHost {
  const facts = factsOf(member);
  const macs = [...facts.macs, ...(host.facts?.nics ?? []).flatMap((nic) => nic.mac ?? [])];
  return {
    hostId: host.id,
    askedOf: host.clusterIds.length > 1 ? member.clusterId : null,
    name: host.name,
    agentAddress: host.agentAddress,
    agentPort: host.agentPort,
    macs: [...new Set(macs)].filter((mac) => mac !== "00:00:00:00:00:00").sort(),
    member: {
      memberId: member.id,
      serverUuid: member.serverUuid,
      address: member.address,
      port: member.port,
      adminAddress: facts.adminAddress,
      adminPort: facts.adminPort,
    },
  };
}

/**
 * The facts kept beside a member; those that are missing or unreadable count as unknown. What its server is verified
 * with is read apart from them, and an unreadable one throws `ZodError`: a server must not become unverified by it.
 */
export function factsOf(member: Pick<MemberRecord, "facts">): MemberFacts {
  const server = ServerFacts.safeParse(member.facts).data ?? ServerFacts.parse({});
  return { ...server, ...TrustFacts.parse(member.facts) };
}

/** Where a member's server listens, and what it is verified with. */
export function endpointOf(member: Pick<MemberRecord, "address" | "port" | "facts">): ServerEndpoint {
  return { address: member.address, port: member.port, authority: factsOf(member).authority };
}

/** The servers of all members. */
export function serversOf(cluster: Pick<ClusterRecord, "members">): readonly ServerEndpoint[] {
  return cluster.members.map(endpointOf);
}

/** The agent of a host, asked of the cluster where it serves others too. */
export function targetOf({
  hostId,
  askedOf,
  name,
  agentAddress,
  agentPort,
}: Pick<WantedHost, "hostId" | "askedOf" | "name" | "agentAddress" | "agentPort">): AgentTarget {
  return toTarget({ hostId, hostName: name, address: agentAddress, port: agentPort }, askedOf);
}

/** The same by what is stored of the host; without a cluster its agent is asked of the host itself. */
export function agentOf(host: Host, clusterId: string | null): AgentTarget {
  const { id: hostId, name: hostName, agentAddress: address, agentPort: port } = host;
  return toTarget({ hostId, hostName, address, port }, host.clusterIds.length > 1 ? clusterId : null);
}

/**
 * What an agent keeps of a cluster that this console does not know must be seen: so the agent of a host in one cluster is
 * asked as it always was, and answers with whatever it has.
 */
function toTarget(target: AgentTarget, clusterId: string | null): AgentTarget {
  return clusterId === null ? target : { ...target, clusterId };
}

/** One of Primacy's accounts in clear. Throws `StepFailure` `credential_missing`. */
export async function getAccount(
  readers: Pick<Readers, "clusters">,
  clusterId: string,
  purpose: AccountPurpose,
): Promise<ServerAccount> {
  const credential = await readers.clusters.findCredential(clusterId, purpose);
  if (credential !== null) return credential;
  throw new StepFailure("failure.credential_missing", { params: { account: accountUsers[purpose] } });
}
