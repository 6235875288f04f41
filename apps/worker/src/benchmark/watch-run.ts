import type { BenchmarkFigures, BenchmarkRun } from "@primacy/contract";
import { type BenchmarkInput, networkPerTransaction } from "@primacy/core/benchmark";
import { agentOf, endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { followHost } from "./follow-host";
import { followMember } from "./follow-member";
import { type HostWatch, type WatchedSource, watchHosts } from "./watch-hosts";

/** Begins to ask the load host, every member's host and every member, beside a run. */
export async function watchRun(
  { worker }: StepContext,
  { clusterId, loadHostId, fields }: BenchmarkInput,
  { id: runId }: Pick<BenchmarkRun, "id">,
): Promise<HostWatch> {
  const { db, actor, replication } = worker;
  const cluster = await db.clusters.get(clusterId);
  const account = await getAccount(db, clusterId, "admin");
  const loadHost = await db.hosts.get(loadHostId);
  const hosts = [loadHost, ...(await db.hosts.listByCluster(clusterId))];
  const byId = new Map(hosts.map((host) => [host.id, host]));
  const sources: WatchedSource[] = [
    ...[...byId.values()].map((host) => ({
      kind: "host" as const,
      id: host.id,
      ...followHost(worker, agentOf(host, null)),
    })),
    ...cluster.members.map((member) => ({
      kind: "member" as const,
      id: member.id,
      ...followMember(replication[cluster.kind], endpointOf(member), account),
    })),
  ];
  return watchHosts({
    worker,
    runId,
    sources,
    loadHost: agentOf(loadHost, null),
    lastSecond: fields.warmupSeconds + fields.runSeconds,
    store: (seconds) => db.transact(actor, (unit) => unit.benchmarks.recordSources(runId, seconds)),
  });
}

/** The same figures with what went over the network for each transaction, where agents measured it. */
export async function withNetwork(
  { worker }: StepContext,
  { clusterId, fields }: BenchmarkInput,
  { id }: Pick<BenchmarkRun, "id">,
  figures: BenchmarkFigures | null,
): Promise<BenchmarkFigures | null> {
  if (figures === null) return null;
  const { members } = await worker.db.clusters.get(clusterId);
  const { hosts, primaryMembers } = await worker.db.benchmarks.readTraffic(id, fields.warmupSeconds + 1);
  if (primaryMembers.length === 0) return figures;
  const isPrimaryHost = (hostId: string): boolean =>
    members.some((member) => member.hostId === hostId && primaryMembers.includes(member.id));
  const ofMembers = hosts
    .filter(({ hostId }) => members.some((member) => member.hostId === hostId))
    .map((host) => ({ ...host, isPrimary: isPrimaryHost(host.hostId) }));
  const network = networkPerTransaction(ofMembers, figures);
  return network === undefined ? figures : { ...figures, network };
}
