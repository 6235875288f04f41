import { isRefusal, message, type Topology } from "@primacy/contract";
import { systemActor, type WatchLease } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { createTestWorker } from "../testing/test-worker";
import { IncidentWatch } from "./incident-watch";

const actor = systemActor("test");
let opened: TestDatabase;
let loaded: LoadedCluster;
let lease: WatchLease;

beforeAll(async () => {
  opened = await openTestDatabase();
  const { database } = opened;
  const clusterId = await database.transact(actor, async (unit) => {
    const cluster = await unit.clusters.create({
      name: "main",
      kind: "group_replication",
      groupName: "00000000-0000-4000-8000-00000000000a",
      members: [1, 2].map((n) => ({
        serverUuid: `00000000-0000-4000-8000-00000000000${n}`,
        address: `10.77.0.1${n}`,
        port: 3306,
        hostId: null,
      })),
    });
    if (isRefusal(cluster)) throw new Error(cluster.message.text);
    return cluster.id;
  });
  loaded = await loadCluster(database, clusterId);
});
beforeEach(async () => {
  const { database } = opened;
  if (lease !== undefined) await database.transact(actor, (unit) => unit.watches.release(lease));
  const [claimed] = await database.transact(actor, (unit) => unit.watches.claim("test", 60, 1));
  if (claimed === undefined) throw new Error("somebody watches the cluster");
  lease = claimed;
});
afterAll(() => opened.close());

/** A picture of two servers without agents: `primary` is the number of the one that takes writes; null: none does. */
function picture(agoMs: number, primary: number | null): Topology {
  const ids = loaded.cluster.members.map(({ id }) => id);
  const primaryMemberId = primary === null ? null : (ids[primary - 1] ?? null);
  return {
    clusterId: loaded.cluster.id,
    clusterName: "main",
    revision: 1,
    observedAt: new Date(Date.now() - agoMs).toISOString(),
    isSinglePrimary: true,
    hasMajority: true,
    primaryMemberId,
    isWritable: primary !== null,
    tone: "ok",
    summary: message("step.waiting"),
    problems: [],
    hosts: loaded.cluster.members.map((member, at) => ({
      ...{ hostId: null, name: `db${at + 1}`, address: member.address, order: at, nic: null, mac: null },
      ...{ condition: "ok", evidence: [], agentState: "none", agentVersion: null, clockOffsetMs: null },
      ...{ ageMs: 1, isStale: false, tone: "ok" },
      members: [
        {
          ...{ memberId: member.id, serverUuid: member.serverUuid, address: member.address, port: 3306 },
          role: primaryMemberId === member.id ? "PRIMARY" : "SECONDARY",
          state: "ONLINE",
          ...{ saidBy: [], server: primary === null && at === 0 ? "down" : "answers", lostSince: null },
          ...{ roleSince: null, version: null, isReadOnly: null, certifyQueue: null, applyQueue: null },
          ...{ appliedLagMs: null, disagreements: [], differing: [], ageMs: 1, isStale: false, tone: "ok" },
        },
      ],
    })),
    vips: [],
    eventCursor: 0,
  };
}

/** A watch that is told these pictures, one after the other, with the one that it finds stored. */
async function watch(
  pictures: readonly Topology[],
  stored: Topology | null,
  now = (): Date => new Date(),
): Promise<void> {
  const one = new IncidentWatch(createTestWorker(opened.openAnother(), { now }), lease);
  for (const topology of pictures) {
    one.look({ topology, loaded, facts: null }, stored);
    await one.settled();
  }
  await one.stop();
}

const newest = async () =>
  (await opened.database.incidents.list(loaded.cluster.id, { after: null, limit: 10 })).items;

test("an incident that its watcher leaves open is ended by the next one, as observed in part; the one after begins anew", async () => {
  await watch([picture(60_000, 1), picture(59_000, null)], null);
  const [open] = await newest();
  expect(open).toMatchObject({ cause: "server_gone", endedAt: null, isPartial: false, newPrimary: null });

  await watch([picture(30_000, 2), picture(15_000, 2)], picture(59_000, null));
  const ended = await newest();
  expect(ended).toHaveLength(1);
  expect(ended[0]).toMatchObject({ id: open?.id, isPartial: true, actual: null, startedAt: open?.startedAt });
  expect(ended[0]?.endedAt).not.toBeNull();
  expect(ended[0]?.newPrimary?.memberId).toBe(loaded.cluster.members[1]?.id);
  expect(ended[0]?.sentence.text).toContain("observed in part");

  await watch([picture(10_000, 2), picture(9_000, null)], picture(15_000, 2));
  expect(await newest()).toHaveLength(2);
  await watch([picture(8_000, 1), picture(-3_000, 1)], null);
});

test("a primary that changed while nobody watched is told, as observed in part", async () => {
  await watch([picture(20_000, 2)], picture(50_000, 1));
  const [told] = await newest();
  expect(told).toMatchObject({ isPartial: true, cause: "ordered_elsewhere" });
  await watch([picture(19_000, 2), picture(5_000, 2)], null);
});

test("what an operation of the console does is no incident", async () => {
  const before = (await newest()).length;
  const { database } = opened;
  const operation = await database.transact(actor, (unit) =>
    unit.operations.enqueue({
      kind: "switchover",
      title: message("step.waiting"),
      clusterId: loaded.cluster.id,
      input: {},
    }),
  );
  if (isRefusal(operation)) throw new Error(operation.message.text);
  const claimed = await database.transact(actor, (unit) =>
    unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 1 }),
  );
  await watch([picture(4_000, 2), picture(3_000, 1)], null);
  expect(await newest()).toHaveLength(before);

  await database.transact(actor, async (unit) => {
    for (const { lease: work } of claimed) await unit.work.finish(work, { state: "succeeded" });
  });
  const later = (): Date => new Date(Date.now() + 10_000);
  await watch([picture(-9_000, 2)], picture(20_000, 1), later);
  expect(await newest()).toHaveLength(before);
});
