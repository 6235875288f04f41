import { message, type Topology } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { WatchLease } from "./watch-repository";

const worker = systemActor("worker");
let opened: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

const claim = (owner: string, leaseSeconds = 60, limit = 100) =>
  database.transact(worker, (unit) => unit.watches.claim(owner, leaseSeconds, limit));

async function claimOnly(cluster: ClusterRecord, owner: string, leaseSeconds = 60): Promise<WatchLease> {
  const lease = (await claim(owner, leaseSeconds)).find((one) => one.clusterId === cluster.id);
  if (!lease) throw new Error("the cluster was not claimed");
  return lease;
}

function picture(cluster: ClusterRecord): Topology {
  return {
    clusterId: cluster.id,
    clusterName: cluster.name,
    revision: 0,
    observedAt: new Date(0).toISOString(),
    isSinglePrimary: true,
    hasMajority: true,
    isWritable: null,
    primaryMemberId: null,
    tone: "ok",
    summary: message("step.waiting"),
    problems: [],
    hosts: [],
    vips: [],
    eventCursor: 0,
  };
}

describe("watching", () => {
  test("each cluster has one watcher, however many workers ask at once", async () => {
    for (let count = 0; count < 5; count++) await createCluster(database);
    const leases = (await Promise.all(["w1", "w2", "w3"].map((owner) => claim(owner)))).flat();
    const ids = leases.map((lease) => lease.clusterId);
    expect([new Set(ids).size, ids.length]).toEqual([5, 5]);
    expect(await claim("w4")).toEqual([]);
  });

  test("passes on when a lease ends or is given back, and the former watcher can store no picture", async () => {
    const cluster = await createCluster(database);
    const first = await claimOnly(cluster, "w1", 0);
    const second = await claimOnly(cluster, "w2");
    expect(second.generation).toBeGreaterThan(first.generation);
    for (const act of [
      () => database.transact(worker, (unit) => unit.watches.renew(first, 60)),
      () => database.transact(worker, (unit) => unit.topologies.record(first, picture(cluster))),
    ]) {
      await expect(act()).rejects.toMatchObject({ code: "lease_lost" });
    }
    await database.transact(worker, (unit) => unit.watches.release(first));
    expect(await claim("w3")).toEqual([]);
    await database.transact(worker, (unit) => unit.watches.release(second));
    // A renewal that was under way then comes too late: it must not take the watch back.
    const late = database.transact(worker, (unit) => unit.watches.renew(second, 60));
    await expect(late).rejects.toMatchObject({ code: "lease_lost" });
    await expect(claimOnly(cluster, "w3")).resolves.toMatchObject({ owner: "w3" });
  });

  test("a renewed lease stays", async () => {
    const cluster = await createCluster(database);
    const lease = await claimOnly(cluster, "w1", 0);
    await database.transact(worker, (unit) => unit.watches.renew(lease, 60));
    expect(await claim("w2")).toEqual([]);
  });
});

describe("the picture of a cluster", () => {
  test("has the watch's own memory beside it, and shows it to nobody", async () => {
    const cluster = await createCluster(database);
    await expect(database.topologies.findMemory(cluster.id)).resolves.toBeNull();
    const lease = await claimOnly(cluster, "w1");
    const record = (memory?: object): Promise<number> =>
      database.transact(worker, (unit) => unit.topologies.record(lease, picture(cluster), memory));
    await record({ waiting: [1] });
    await expect(database.topologies.findMemory(cluster.id)).resolves.toEqual({ waiting: [1] });
    expect((await database.topologies.find(cluster.id))?.topology).not.toHaveProperty("memory");
    await record();
    await expect(database.topologies.findMemory(cluster.id)).resolves.toBeNull();
  });

  test("carries a revision that rises and an age by the database's clock, and the cluster shows its tone", async () => {
    const cluster = await createCluster(database);
    await expect(database.topologies.find(cluster.id)).resolves.toBeNull();
    const lease = await claimOnly(cluster, "w1");
    const record = (): Promise<number> =>
      database.transact(worker, (unit) => unit.topologies.record(lease, picture(cluster)));
    expect([await record(), await record()]).toEqual([1, 2]);
    await client.query(
      "UPDATE cluster_observation SET observed_at = now() - interval '5 seconds' WHERE cluster_id = $1",
      [cluster.id],
    );
    const found = await database.topologies.find(cluster.id);
    expect(found).toMatchObject({
      revision: 2,
      topology: { clusterId: cluster.id, revision: 2, tone: "ok" },
    });
    expect(found?.ageMs).toBeGreaterThanOrEqual(4_900);
    await expect(database.clusters.get(cluster.id)).resolves.toMatchObject({ lastObserved: { tone: "ok" } });
  });

  test("of another release that cannot be read counts as none", async () => {
    const cluster = await createCluster(database);
    const lease = await claimOnly(cluster, "w1");
    await database.transact(worker, (unit) => unit.topologies.record(lease, picture(cluster)));
    await client.query(`UPDATE cluster_observation SET snapshot = '{"other": 1}' WHERE cluster_id = $1`, [
      cluster.id,
    ]);
    await expect(database.topologies.find(cluster.id)).resolves.toBeNull();
    await expect(database.clusters.get(cluster.id)).resolves.toMatchObject({ lastObserved: null });
  });
});

describe("workers", () => {
  test("count as running while they announce themselves", async () => {
    const announce = (owner: string): Promise<void> =>
      database.transact(worker, (unit) => unit.workers.announce(owner, "0.1.0"));
    await announce("w1");
    await announce("w1");
    await announce("w2");
    await client.query("UPDATE worker SET last_seen_at = now() - interval '1 minute' WHERE owner = 'w2'");
    await expect(database.workers.listAlive(10)).resolves.toEqual([{ owner: "w1", version: "0.1.0" }]);
    await database.transact(worker, (unit) => unit.workers.withdraw("w1"));
    await expect(database.workers.listAlive(10)).resolves.toEqual([]);
  });
});
