import { type IncidentDetail, message } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";

let opened: TestDatabase;
let cluster: ClusterRecord;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database);
});
afterAll(() => opened.close());

/** Saves as the one that watches the cluster of the incident. */
async function save(incident: IncidentDetail): Promise<void> {
  const actor = systemActor("test");
  const { database } = opened;
  const leases = await database.transact(actor, (unit) => unit.watches.claim("test", 60, 10));
  const lease = leases.find(({ clusterId }) => clusterId === incident.clusterId);
  if (lease === undefined) throw new Error("somebody watches the cluster");
  await database.transact(actor, (unit) => unit.incidents.save(lease, incident));
  for (const one of leases) await database.transact(actor, (unit) => unit.watches.release(one));
}

function sample(change: Partial<IncidentDetail> = {}): IncidentDetail {
  const member = "db1";
  return {
    id: newId(),
    clusterId: cluster.id,
    kind: "primary",
    cause: "server_killed",
    line: message("incident.line.open", { member, cause: "server_killed" }),
    sentence: message("incident.cause.server_killed", { member }),
    startedAt: "2026-11-28T06:00:00.000Z",
    startErrorMs: 25.5,
    endedAt: null,
    isPartial: false,
    oldPrimary: { memberId: newId(), name: member },
    newPrimary: null,
    predicted: { minMs: 6_050, maxMs: 7_800 },
    actual: null,
    addresses: [],
    marks: [],
    clients: [],
    timeline: null,
    ...change,
  };
}

test("an incident is stored as it is told, again and again until it has ended, and then stays", async () => {
  const { incidents } = opened.database;
  const one = sample();
  await save(one);
  expect(await incidents.find(one.id)).toEqual(one);
  expect(await incidents.findOpen(cluster.id)).toEqual(one);
  const spans = [{ fromMs: -10_000, toMs: 17_000, members: null }];
  const lanes = { views: [{ viewer: "db1", spans }], readOnly: [], addresses: [], arp: [] };
  const timeline = { fromMs: -10_000, toMs: 17_000, lanes, strips: [] };
  const ended = { ...one, endedAt: "2026-11-28T06:00:07.000Z", actual: { ms: 7_000, errorMs: 60 }, timeline };
  await save(ended);
  await save({ ...one, cause: "unknown" });
  expect(await incidents.find(one.id)).toEqual(ended);
  expect(await incidents.findOpen(cluster.id)).toBeNull();
  const [listed] = (await incidents.list(cluster.id, { after: null, limit: 1 })).items;
  expect(listed).toMatchObject({ id: one.id, actual: ended.actual });
  expect(listed).not.toHaveProperty("timeline");
});

test("incidents are listed newest first, page by page, of one cluster", async () => {
  const other = await createCluster(opened.database);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const one = sample({ clusterId: other.id });
    ids.unshift(one.id);
    await save(one);
  }
  const { incidents } = opened.database;
  const first = await incidents.list(other.id, { after: null, limit: 2 });
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.nextCursor).not.toBeNull();
  const next = await incidents.list(other.id, { after: { key: "", id: ids[1] ?? "" }, limit: 2 });
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(2));
});

test("a watcher that lost its lease stores nothing, and what is not there is not found", async () => {
  const late = { clusterId: cluster.id, owner: "late", generation: -1 };
  const one = sample();
  const saved = opened.database.transact(systemActor("test"), (unit) => unit.incidents.save(late, one));
  await expect(saved).rejects.toMatchObject({ code: "lease_lost" });
  expect(await opened.database.incidents.find(one.id)).toBeNull();
  expect(await opened.database.incidents.find(newId())).toBeNull();
});
