import { type EndpointLook, type EndpointNote, isRefusal, message } from "@primacy/contract";
import { newId, systemActor, type WatchLease } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { createTestWorker } from "../testing/test-worker";
import { EndpointWatch } from "./endpoint-watch";

const picture = { hosts: [], primaryMemberId: null };
const note: EndpointNote = {
  tone: "warning",
  finding: message("endpoint.metadata_absent"),
  advice: message("endpoint.advice.metadata_version"),
};

let opened: TestDatabase;
let lease: WatchLease;
let loaded: LoadedCluster;
beforeAll(async () => {
  opened = await openTestDatabase();
  const { database } = opened;
  const router = { hostId: newId(), name: "px1", address: "127.0.0.1" };
  lease = await database.transact(systemActor("test"), async (unit) => {
    const cluster = await unit.clusters.create({
      ...({ name: "main", kind: "group_replication", members: [] } as const),
      groupName: "00000000-0000-4000-8000-00000000000a",
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    await unit.clusters.setCredential(cluster.id, "verify", { user: "u", password: "p" });
    await unit.proxies.create({
      ...({ id: newId(), clusterId: cluster.id, kind: "router", hosts: [router], address: null } as const),
      // Nothing listens there.
      ports: { write: 1, read: 2, split: null },
    });
    const [claimed] = await unit.watches.claim("test", 3_600, 1);
    if (claimed === undefined) throw new Error("nobody may watch");
    return claimed;
  });
  loaded = await loadCluster(database, lease.clusterId);
});
const watches: EndpointWatch[] = [];
afterEach(async () => {
  await Promise.all(watches.splice(0).map((one) => one.stop()));
  await opened.database.transact(systemActor("test"), (unit) => unit.endpoints.recordLooks(lease, []));
});
afterAll(() => opened.close());

interface Comparison {
  answer(note: EndpointNote | null): void;
  fail(error: Error): void;
}

/** A watch of endpoints by a primary that says what the metadata is worth as soon as it is told to. */
function startWatch(): { watch: EndpointWatch; compared: Comparison[] } {
  const compared: Comparison[] = [];
  const watch = new EndpointWatch(createTestWorker(opened.database), lease, {
    compare: (_cluster, _primary, signal) =>
      new Promise((answer, fail) => {
        signal.addEventListener("abort", () => fail(signal.reason));
        compared.push({ answer, fail });
      }),
    close: () => undefined,
  });
  watches.push(watch);
  watch.tick(loaded, picture);
  return { watch, compared };
}

async function readLooks(): Promise<readonly EndpointLook[]> {
  return (await opened.database.endpoints.findLooks(lease.clusterId))?.looks ?? [];
}
const soon = { timeout: 30_000, interval: 50 };

test("a primary that hangs holds up no look; what its metadata is worth is stored as soon as it says so", async () => {
  const { compared } = startWatch();
  await expect.poll(async () => (await readLooks()).length, soon).toBe(2);
  expect((await readLooks()).map(({ metadata }) => metadata)).toEqual([undefined, undefined]);
  expect(compared).toHaveLength(1);
  compared[0]?.answer(note);
  await expect
    .poll(async () => (await readLooks()).map(({ metadata }) => metadata?.finding.code), soon)
    .toEqual([note.finding.code, note.finding.code]);
});

test("a comparison that fails, however it does, ends no look and nobody's process, and says nothing", async () => {
  const { compared } = startWatch();
  await expect.poll(() => compared.length, soon).toBe(1);
  compared[0]?.fail(new TypeError("a bug"));
  await expect.poll(async () => (await readLooks()).length, soon).toBe(2);
  expect((await readLooks()).map(({ metadata }) => metadata)).toEqual([undefined, undefined]);
});

test("a watch that is stopped does not wait for a primary that hangs", async () => {
  const { watch, compared } = startWatch();
  await expect.poll(() => compared.length, soon).toBe(1);
  await watch.stop();
});
