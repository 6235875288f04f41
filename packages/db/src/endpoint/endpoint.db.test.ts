import { type EndpointLook, isRefusal, maxCustomEndpoints, message } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster, createHost, must } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import type { WatchLease } from "../watch/watch-repository";

let opened: TestDatabase;
let cluster: ClusterRecord;
let lease: WatchLease;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database, [await createHost(opened.database)]);
  const [claimed] = await store((unit) => unit.watches.claim("test", 60, 100));
  if (claimed === undefined) throw new Error("nobody watches");
  lease = claimed;
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

const draft = { name: "F5", address: "10.0.0.50", port: 3306, purpose: "write" } as const;
const look: EndpointLook = {
  key: "custom 10.0.0.50:3306",
  sight: { kind: "silent", reason: message("why.connection_refused") },
  ageMs: 1_200,
  servers: [],
  wrongForMs: null,
};

test("an address is stored once for a cluster, and forgotten once", async () => {
  const stored = must(await store((unit) => unit.endpoints.create(cluster.id, draft)));
  expect(stored).toMatchObject({ ...draft, clusterId: cluster.id });
  const again = await store((unit) => unit.endpoints.create(cluster.id, { ...draft, name: "another" }));
  if (!isRefusal(again)) throw new Error("it was stored");
  expect([again.code, again.errors.map(({ path }) => path)]).toEqual(["already_exists", ["/address"]]);
  must(await store((unit) => unit.endpoints.create(cluster.id, { ...draft, port: 3307 })));
  expect(await opened.database.endpoints.listCustom(cluster.id)).toHaveLength(2);
  // One of another cluster is none of this one's.
  expect(await store((unit) => unit.endpoints.remove(newId(), stored.id))).toBeNull();
  expect(await store((unit) => unit.endpoints.remove(cluster.id, stored.id))).toEqual(stored);
  expect(await store((unit) => unit.endpoints.remove(cluster.id, stored.id))).toBeNull();
});

test("a cluster has no more addresses than the watch can look at", async () => {
  const known = (await opened.database.endpoints.listCustom(cluster.id)).length;
  const add = (n: number) =>
    store((unit) => unit.endpoints.create(cluster.id, { ...draft, port: 10_000 + n }));
  for (let n = known; n < maxCustomEndpoints; n += 1) must(await add(n));
  const refused = await add(maxCustomEndpoints);
  if (!isRefusal(refused)) throw new Error("it was stored");
  expect(refused.errors.map(({ message: { text } }) => text)).toEqual([
    "A cluster has 20 stored addresses at most. Forget one first.",
  ]);
});

test("looks replace those before, and age by the database's clock", async () => {
  expect(await opened.database.endpoints.findLooks(cluster.id)).toBeNull();
  await store((unit) => unit.endpoints.recordLooks(lease, [look, { ...look, key: "another" }]));
  await store((unit) => unit.endpoints.recordLooks(lease, [look]));
  const found = await opened.database.endpoints.findLooks(cluster.id);
  expect(found?.looks).toEqual([look]);
  expect(found?.elapsedMs).toBeGreaterThanOrEqual(0);
  expect(found?.elapsedMs).toBeLessThan(10_000);
});

test("a worker that watches no more stores no looks", async () => {
  const late = { ...lease, generation: lease.generation - 1 };
  await expect(store((unit) => unit.endpoints.recordLooks(late, [look]))).rejects.toMatchObject({
    code: "lease_lost",
  });
});

test("both go with their cluster", async () => {
  await store((unit) => unit.clusters.remove(cluster.id));
  expect(await opened.database.endpoints.listCustom(cluster.id)).toEqual([]);
  expect(await opened.database.endpoints.findLooks(cluster.id)).toBeNull();
});
