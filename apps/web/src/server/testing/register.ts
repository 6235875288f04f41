import { randomUUID } from "node:crypto";
import { type Host, type HostCreate, isRefusal, message, type Topology, type Vip } from "@primacy/contract";
import {
  type BenchmarkDraft,
  type ClusterRecord,
  type Database,
  newId,
  systemActor,
  type WatchLease,
} from "@primacy/db";

const system = systemActor("test");
let count = 0;

/** A host as a body asks for it, under a name and an address of its own. */
export function hostDraft(): HostCreate {
  count += 1;
  return {
    name: `host${count}`,
    address: `10.9.${Math.floor(count / 250)}.${count % 250}`,
    sshPort: 22,
    sshUser: "root",
    credential: { kind: "password", password: "a secret of the host" },
    agentPort: 7433,
  };
}

/** Adds a host whose key is accepted. */
export async function addHost(database: Database): Promise<Host> {
  const outcome = await database.transact(system, async (unit) => {
    const created = await unit.hosts.createMany([hostDraft()]);
    const [host] = isRefusal(created) ? [] : created;
    if (host === undefined) throw new Error("no host was created");
    return unit.hosts.pinHostKey(host.id, {
      algorithm: "ssh-ed25519",
      fingerprint: `SHA256:${"A".repeat(43)}`,
    });
  });
  return outcome;
}

/** Registers a cluster with one member on each of the hosts. */
export async function addCluster(database: Database, hosts: readonly Host[] = []): Promise<ClusterRecord> {
  count += 1;
  const outcome = await database.transact(system, (unit) =>
    unit.clusters.create({
      name: `cluster${count}`,
      kind: "group_replication",
      groupName: randomUUID(),
      members: hosts.map(({ id, address }) => ({
        serverUuid: randomUUID(),
        address,
        port: 3306,
        hostId: id,
      })),
    }),
  );
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

/** Stores a write VIP of the provider `agent` for a cluster. */
export async function addVip(database: Database, clusterId: string): Promise<Vip> {
  const outcome = await database.transact(system, (unit) =>
    unit.vips.create(clusterId, {
      provider: "agent",
      kind: "write",
      address: "10.77.0.100",
      prefixLength: 24,
      port: 3306,
      nics: {},
      onRelease: "cut",
    }),
  );
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome;
}

/** Stores HAProxy with Keepalived as it was set up on two hosts that nobody registered, and gives its id. */
export async function addProxy(database: Database, clusterId: string): Promise<string> {
  const host = (name: string, address: string) => ({ hostId: newId(), name, address });
  const outcome = await database.transact(system, (unit) =>
    unit.proxies.create({
      id: newId(),
      clusterId,
      kind: "haproxy",
      hosts: [host("px1", "10.77.0.21"), host("px2", "10.77.0.22")],
      address: "10.77.0.110",
      prefixLength: 24,
      ports: { write: 3307, read: 3308, split: null },
      virtualRouterId: 60,
      checkPort: 7434,
    }),
  );
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome.id;
}

/** Stores an address of a cluster's clients, and gives its id. */
export async function addEndpoint(database: Database, clusterId: string): Promise<string> {
  const draft = { name: "load balancer", address: "10.77.0.50", port: 3306, purpose: "write" } as const;
  const outcome = await database.transact(system, (unit) => unit.endpoints.create(clusterId, draft));
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome.id;
}

/** Stores a benchmark of one arm that prepares, and gives its id. */
export async function addBenchmark(
  database: Database,
  clusterId: string,
  changes: Partial<BenchmarkDraft> = {},
): Promise<string> {
  const id = changes.id ?? newId();
  const ref = { kind: "custom", address: "10.77.0.11", port: 3306 } as const;
  const endpoint = {
    ref,
    way: "custom",
    name: "10.77.0.11:3306",
    address: "10.77.0.11",
    port: 3306,
  } as const;
  const draft: BenchmarkDraft = {
    clusterId,
    name: "direct",
    requestedBy: "the operator",
    loadHostId: newId(),
    loadHostName: "app1",
    workload: { tool: "sysbench", script: "oltp_read_write", tables: 4, tableSize: 10_000, options: {} },
    arms: [{ name: "direct", endpoints: [endpoint] }],
    threads: [4],
    blocks: 2,
    runSeconds: 30,
    warmupSeconds: 5,
    hygiene: "keep_tables",
    seed: 1,
    preset: null,
    toolVersion: "1.0.20",
    password: "a secret of the benchmark",
    ...changes,
    id,
  };
  await database.transact(system, (unit) => unit.benchmarks.create(draft));
  return id;
}

/** Stores a picture of a cluster as its watcher would, and gives its revision. */
export type RecordPicture = (change: Partial<Topology>) => Promise<number>;

/** Takes the lease to watch a cluster. */
export async function watchCluster(database: Database, cluster: ClusterRecord): Promise<RecordPicture> {
  const leases = await database.transact(system, (unit) =>
    unit.watches.claim(`test-${randomUUID()}`, 60, 100),
  );
  const lease: WatchLease | undefined = leases.find((one) => one.clusterId === cluster.id);
  if (lease === undefined) throw new Error("the cluster is watched by somebody else");
  const picture: Topology = {
    clusterId: cluster.id,
    clusterName: cluster.name,
    revision: 0,
    observedAt: new Date().toISOString(),
    isSinglePrimary: true,
    hasMajority: true,
    isWritable: null,
    primaryMemberId: null,
    tone: "ok",
    summary: message("topology.summary_unknown"),
    problems: [],
    hosts: [],
    vips: [],
    eventCursor: 0,
  };
  return (change) =>
    database.transact(system, (unit) => unit.topologies.record(lease, { ...picture, ...change }));
}

/** Lets something happen to a cluster, which was seen so long before, and gives its cursor. */
export async function happen(
  database: Database,
  clusterId: string,
  host: string,
  agoMs = 0,
): Promise<number> {
  const event = await database.transact(system, (unit) =>
    unit.events.append({
      clusterId,
      kind: "agent_lost",
      tone: "warning",
      at: new Date(Date.now() - agoMs),
      recordedAt: new Date(),
      message: message("event.agent_lost", { host }),
    }),
  );
  return event.cursor;
}

/** A series of drills that is due; its id. */
export async function addDrillSeries(database: Database, clusterId: string): Promise<string> {
  const series = await database.transact(systemActor("test"), (unit) =>
    unit.drillSeries.create({
      ...{ clusterId, name: "Nightly", observerHostId: null, objectiveMs: 30_000, runs: 2 },
      ...{ schedule: null, nextAt: null, requestedBy: "the operator" },
      faults: [{ kind: "kill_mysqld", restarts: false }],
      endpoints: [{ address: "10.77.0.100", port: 3306 }],
      readEndpoints: [{ address: "10.77.0.101", port: 3306 }],
    }),
  );
  return series.id;
}

/** A drill that runs; its id. */
export async function addDrill(database: Database, clusterId: string): Promise<string> {
  const id = newId();
  await database.transact(systemActor("test"), (unit) =>
    unit.drills.create({
      id,
      clusterId,
      seriesId: null,
      fault: { kind: "kill_mysqld", restarts: false },
      endpoints: [{ address: "10.77.0.100", port: 3306 }],
      readEndpoints: [{ address: "10.77.0.101", port: 3306 }],
      objectiveMs: 30_000,
      target: { memberId: newId(), name: "db1" },
      other: null,
      observer: { hostId: newId(), name: "app1" },
      requestedBy: "the operator",
      startedAt: new Date(),
    }),
  );
  return id;
}

/** An incident that lasts; its id. */
export async function addIncident(database: Database, clusterId: string): Promise<string> {
  const id = newId();
  const member = "db1";
  const cause = "server_killed";
  const actor = systemActor("test");
  await database.transact(actor, async (unit) => {
    const lease = (await unit.watches.claim("test", 60, 100)).find((one) => one.clusterId === clusterId);
    if (lease === undefined) throw new Error("somebody watches the cluster");
    await unit.incidents.save(lease, {
      ...{ id, clusterId, kind: "primary", cause, startErrorMs: 20, endedAt: null, isPartial: false },
      line: message("incident.line.open", { member, cause }),
      sentence: message(`incident.cause.${cause}`, { member }),
      startedAt: new Date().toISOString(),
      oldPrimary: { memberId: newId(), name: member },
      ...{ newPrimary: null, predicted: null, actual: null, addresses: [], marks: [], clients: [] },
      timeline: null,
    });
    await unit.watches.release(lease);
  });
  return id;
}
