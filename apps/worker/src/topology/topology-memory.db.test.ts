import { isRefusal, message, type Topology } from "@primacy/contract";
import { memoryOf, type TopologyMemory } from "@primacy/core/event";
import { type AssembledTopology, assembleTopology } from "@primacy/core/topology";
import { systemActor, type WatchLease } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { loadCluster } from "../cluster-record/load-cluster";
import { ObservationCache } from "../observe/observation-cache";
import { createTestWorker } from "../testing/test-worker";
import { WatchService } from "../watch/watch-service";
import { buildSnapshot } from "./build-snapshot";
import { recordTopology } from "./record-topology";
import { parseMemory } from "./topology-memory";

const actor = systemActor("test");
const mac = "02:00:00:00:00:19";
const stops: (() => Promise<void>)[] = [];
let opened: TestDatabase;
let clusterId = "";

beforeAll(async () => {
  opened = await openTestDatabase();
  clusterId = await opened.database.transact(actor, async (unit) => {
    const cluster = await unit.clusters.create({
      name: "main",
      kind: "group_replication",
      groupName: "00000000-0000-4000-8000-00000000000a",
      // Nothing listens there: whatever the watch knows of the wire, it recalled.
      members: [
        { serverUuid: "00000000-0000-4000-8000-000000000001", address: "127.0.0.1", port: 1, hostId: null },
      ],
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    const vip = await unit.vips.create(cluster.id, {
      provider: "agent",
      kind: "write",
      address: "10.77.0.100",
      prefixLength: 24,
      port: 3306,
      nics: {},
      onRelease: "cut",
    });
    if (isRefusal(vip)) throw new Error(vip.message.text);
    return cluster.id;
  });
});
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});
afterAll(() => opened.close());

async function assemble(): Promise<AssembledTopology> {
  const loaded = await loadCluster(opened.database, clusterId);
  const watched = { loaded, observers: [], sights: new ObservationCache(), unread: [], ssh: [], servers: [] };
  return assembleTopology(buildSnapshot(watched, performance.now(), new Date()));
}

/** Does `use` as the one that watches the cluster, and gives the watch back. */
async function asWatcher<T>(use: (lease: WatchLease) => Promise<T>): Promise<T> {
  const { database } = opened;
  const [lease] = await database.transact(actor, (unit) => unit.watches.claim("test", 60, 1));
  if (lease === undefined) throw new Error("somebody watches the cluster");
  try {
    return await use(lease);
  } finally {
    await database.transact(actor, (unit) => unit.watches.release(lease));
  }
}

/** Stores a picture with what `remember` makes of its memory, lets a watch begin, and returns what that remembers. */
async function recall(remember: (memory: TopologyMemory) => object | undefined): Promise<TopologyMemory> {
  const { database } = opened;
  const next = await assemble();
  const stored = await asWatcher((lease) =>
    database.transact(actor, async (unit) => {
      const eventCursor = await unit.events.getLastCursor(clusterId);
      return unit.topologies.record(lease, { ...next, revision: 0, eventCursor }, remember(memoryOf(next)));
    }),
  );
  const worker = createTestWorker(opened.openAnother());
  await worker.hub.start();
  stops.push(() => worker.hub.stop());
  const service = new WatchService(worker, { leaseSeconds: 10, renewEveryMs: 200, claimEveryMs: 100 });
  stops.push(() => service.stop());
  await service.start();
  // The second picture of a watch: it goes on.
  await expect
    .poll(async () => (await database.topologies.find(clusterId))?.revision ?? 0, { timeout: 120_000 })
    .toBeGreaterThan(stored + 1);
  const memory = parseMemory(await database.topologies.findMemory(clusterId));
  if (memory === null) throw new Error("the watch kept no memory");
  return memory;
}

function withWire({ hosts, vips }: TopologyMemory, wireHistory: object): object {
  return { hosts, vips: vips.map((vip) => ({ ...vip, wire: [{ mac, hostId: null }], wireHistory })) };
}

describe("a watch that begins", () => {
  test("recalls everything that the one before it kept", async () => {
    const nowMs = Date.now();
    const kept = {
      toldAtMs: [nowMs],
      duplicateSinceMs: nowMs - 5_000,
      alarms: [{ mac, atMs: nowMs }],
      defences: [{ key: "d", atMs: nowMs }],
    };
    const waiting = { key: "k", kind: "wire_duplicate_ended", sinceMs: nowMs - 2_000, lastedMs: 1_000 };
    const { vips } = await recall((memory) =>
      withWire(memory, { ...kept, waiting: { ...waiting, seenAtMs: nowMs }, foreignGone: {} }),
    );
    // Nobody could ask the wire since, so that what waits neither goes on nor ends.
    expect(vips).toMatchObject([
      { wire: [{ mac, hostId: null }], wireHistory: { ...kept, waiting: { ...waiting, seenAtMs: null } } },
    ]);
  });

  const empty = { toldAtMs: [], waiting: null, duplicateSinceMs: 5, defences: [], foreignGone: {} };
  type Row = readonly [title: string, remember: (memory: TopologyMemory) => object | undefined];
  const rows: readonly Row[] = [
    ["there is none", () => undefined],
    ["it has no VIPs", ({ hosts }) => ({ hosts })],
    ["it has less of the wire", (memory) => withWire(memory, empty)],
    ["one value of it is none", (memory) => withWire(memory, { ...empty, alarms: [{ mac, atMs: "now" }] })],
    [
      "a host's condition is none",
      (memory) => ({
        ...withWire(memory, { ...empty, alarms: [] }),
        hosts: memory.hosts.map((host) => ({ ...host, condition: "of_tomorrow" })),
      }),
    ],
  ];
  test.each(rows)("drops the memory as a whole and goes on where %s", async (_title, remember) => {
    const { vips } = await recall(remember);
    expect(vips).toMatchObject([{ wire: [], wireHistory: { duplicateSinceMs: null, alarms: [] } }]);
  });
});

test("an event is stored at the time at which it was seen, with who saw it, and when it was stored", async () => {
  const next = await assemble();
  const worker = createTestWorker(opened.database);
  const text = message("event.database_lost", { host: "db1" });
  const about = { hostId: null, memberId: null, vipId: null, detail: {} };
  const seenByHostId = "00000000-0000-4000-8000-0000000000b1";
  const atMs = Date.now() - 6_400;
  const event = { kind: "database_lost", tone: "failed", message: text, ...about } as const;
  const observed = { atMs, seenBy: "host", seenByHostId, seenByHostName: "db1" } as const;
  const look = { next, events: [{ ...event, observed }], memory: memoryOf(next) };
  await asWatcher((lease) => recordTopology(worker, lease, null, look));
  const page = { after: null, limit: 1 };
  const [stored] = (await opened.database.events.list(clusterId, "database_lost", page)).items;
  expect(stored).toMatchObject({ at: new Date(atMs).toISOString(), seenBy: "host", seenByHostName: "db1" });
  expect(Date.parse(stored?.recordedAt ?? "") - atMs).toBeGreaterThanOrEqual(6_400);
});

test("a picture is stored without marks of hosts that left since the one before it", async () => {
  const [here, gone] = ["00000000-0000-4000-8000-0000000000b1", "00000000-0000-4000-8000-0000000000b2"];
  const next = await assemble();
  const marked: AssembledTopology = {
    ...next,
    hosts: next.hosts.map((host) => ({ ...host, hostId: here })),
    vips: next.vips.map((vip) => ({
      ...vip,
      wireVerdict: { ...vip.wireVerdict, deafHostIds: [here, gone] },
    })),
  };
  const previous: Topology = {
    ...marked,
    hosts: [...marked.hosts, ...marked.hosts.map((host) => ({ ...host, hostId: gone, name: "db9" }))],
    revision: 1,
    eventCursor: 0,
  };
  const worker = createTestWorker(opened.database);
  const look = { next: marked, events: [], memory: memoryOf(marked) };
  await asWatcher((lease) => recordTopology(worker, lease, previous, look));
  const stored = await opened.database.topologies.find(clusterId);
  expect(stored?.topology.vips[0]?.wireVerdict?.deafHostIds).toEqual([here]);
});
