import { type EndpointPurpose, isRefusal } from "@primacy/contract";
import { systemActor, type UnitOfWork, type WatchLease } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { loadCluster } from "../cluster-record/load-cluster";
import { createTestWorker } from "../testing/test-worker";
import { ProberWatch } from "./prober-watch";

const place = { address: "10.77.0.9", port: 3306 };
let opened: TestDatabase;
let clusterId = "";
let lease: WatchLease;

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

beforeAll(async () => {
  opened = await openTestDatabase();
  const groupName = "00000000-0000-4000-8000-00000000000a";
  const cluster = await store((unit) =>
    unit.clusters.create({ name: "main", kind: "group_replication", groupName, members: [] }),
  );
  if (isRefusal(cluster)) throw new Error(cluster.message.text);
  clusterId = cluster.id;
  const [claimed] = await store((unit) => unit.watches.claim("test", 600, 1));
  if (claimed === undefined) throw new Error("somebody watches the cluster");
  lease = claimed;
});
afterAll(() => opened.close());

/** Adds the address for something else than it was there for. */
async function addFor(purpose: EndpointPurpose): Promise<void> {
  await store(async (unit) => {
    for (const { id } of await unit.endpoints.listCustom(clusterId))
      await unit.endpoints.remove(clusterId, id);
    await unit.endpoints.create(clusterId, { name: "added", ...place, purpose });
  });
}

test("a prober that was switched on where clients wrote only reads where they only read by now, from its first attempt on, and follows what changes", async () => {
  await addFor("read");
  const draft = { clusterId, ...place, name: "added", way: "custom", lane: "write", isOn: true } as const;
  await store((unit) => unit.probers.switch(draft));
  let loaded = await loadCluster(opened.database, clusterId);
  const watch = new ProberWatch(createTestWorker(opened.openAnother()), lease);
  const played = async (): Promise<readonly string[]> => {
    watch.tick(loaded);
    return watch.readClients(0, performance.now()).probed.map(({ lane }) => lane);
  };
  const lanes = async () => (await opened.database.probers.list(clusterId)).map(({ lane }) => lane);
  await expect.poll(played).toEqual(["read"]);
  expect(await lanes()).toEqual(["read"]);
  for (const purpose of ["any", "read"] as const) {
    await addFor(purpose);
    loaded = await loadCluster(opened.database, clusterId);
    const lane = purpose === "any" ? "write" : "read";
    await expect.poll(played).toEqual([lane]);
    expect(await lanes()).toEqual([lane]);
  }
  await watch.stop();
});
