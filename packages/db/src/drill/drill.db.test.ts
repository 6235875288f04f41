import type { DrillFindings } from "@primacy/contract";
import { message } from "@primacy/contract";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import { newId } from "../connection/new-id";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { UnitOfWork } from "../unit-of-work/unit-of-work";
import type { DrillDraft, DrillOutcome } from "./drill-repository";

const PAGE = { after: null, limit: 2 };
const startedAt = new Date("2026-11-28T06:00:00.000Z");

let opened: TestDatabase;
let cluster: ClusterRecord;
beforeAll(async () => {
  opened = await openTestDatabase();
  cluster = await createCluster(opened.database);
});
afterAll(() => opened.close());

const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);

function draft(): DrillDraft {
  return {
    id: newId(),
    seriesId: null,
    clusterId: cluster.id,
    fault: { kind: "kill_mysqld", restarts: false },
    endpoints: [{ address: "10.0.0.100", port: 3306 }],
    readEndpoints: [{ address: "10.0.0.12", port: 3306 }],
    objectiveMs: 30_000,
    target: { memberId: newId(), name: "db1" },
    other: null,
    observer: { hostId: newId(), name: "app1" },
    requestedBy: "alice",
    startedAt,
  };
}

const findings: DrillFindings = {
  ...{ fromMs: -5_000, toMs: 20_000, marks: [], predicted: [], estimate: null, endpoints: [], ledgers: [] },
  wayEstimates: [],
  lanes: { views: [], readOnly: [], addresses: [] },
  system: { primacyVersion: "1.2.3", servers: [], timings: { leaseSeconds: 2 } },
  before: { atMs: -40, members: [] },
  after: null,
};

const outcome: DrillOutcome = {
  verdict: { kind: "passed", sentence: message("step.waiting"), notes: [] },
  worstWriteGapMs: 7_420.5,
  lostWrites: 0,
  outcomes: null,
  heal: "healed",
  endedAt: new Date("2026-11-28T06:01:00.000Z"),
  samples: Buffer.from("of all clients"),
};

test("a drill is recorded once, shows what is found while it runs, and ends once with its verdict and every attempt", async () => {
  const one: DrillDraft = {
    ...draft(),
    fault: { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
    other: { memberId: newId(), name: "db2" },
  };
  for (let times = 0; times < 2; times += 1) await store((unit) => unit.drills.create(one));
  const { drills } = opened.database;
  expect(await drills.find(one.id)).toEqual({
    ...one,
    ...{ clusterName: cluster.name, state: "running", startedAt: startedAt.toISOString(), endedAt: null },
    ...{ heal: "pending", verdict: null, worstWriteGapMs: null, lostWrites: null, findings: null },
    outcomes: null,
  });
  await store((unit) => unit.drills.noteFindings(one.id, { ...findings, toMs: 1_000 }));
  expect((await drills.find(one.id))?.findings?.toMs).toBe(1_000);
  expect(await drills.readSamples(one.id)).toBeNull();

  await store((unit) => unit.drills.end(one.id, { ...outcome, findings }));
  const again = { ...outcome, lostWrites: 9, samples: null };
  await store((unit) => unit.drills.end(one.id, again));
  const ended = await drills.find(one.id);
  expect(ended).toMatchObject({
    state: "ended",
    heal: "healed",
    lostWrites: 0,
    worstWriteGapMs: 7_420.5,
    findings,
  });
  expect(ended?.verdict).toEqual(outcome.verdict);
  expect(Buffer.from((await drills.readSamples(one.id)) ?? []).toString()).toBe("of all clients");
});

test("one that ends without anything new keeps what was found, and its heal may be told later", async () => {
  const one = draft();
  await store((unit) => unit.drills.create(one));
  await store((unit) => unit.drills.noteFindings(one.id, findings));
  await store((unit) => unit.drills.end(one.id, { ...outcome, heal: "unhealed", samples: null }));
  await store((unit) => unit.drills.noteHeal(one.id, "healed"));
  expect(await opened.database.drills.find(one.id)).toMatchObject({ findings, heal: "healed" });
});

test("a drill of a release that kept neither versions nor topology nor more predictions is read without them", async () => {
  const one = draft();
  await store((unit) => unit.drills.create(one));
  const { system: _system, before: _before, after: _after, wayEstimates: _ways, ...old } = findings;
  await store((unit) => unit.drills.noteFindings(one.id, old as DrillFindings));
  expect((await opened.database.drills.find(one.id))?.findings).toEqual({
    ...old,
    ...{ system: null, before: null, after: null, wayEstimates: [] },
  });
});

test("drills are listed newest first, page by page, without what they found", async () => {
  const other = await createCluster(opened.database);
  const ids: string[] = [];
  for (let at = 0; at < 3; at += 1) {
    const one = { ...draft(), clusterId: other.id };
    ids.unshift(one.id);
    await store((unit) => unit.drills.create(one));
    await store((unit) => unit.drills.noteFindings(one.id, findings));
  }
  const { drills } = opened.database;
  const first = await drills.list(other.id, PAGE);
  expect(first.items.map(({ id }) => id)).toEqual(ids.slice(0, 2));
  expect(first.items.every((item) => !("findings" in item))).toBe(true);
  expect(first.nextCursor).not.toBeNull();
  const next = await drills.list(other.id, { after: { key: "", id: ids[1] ?? "" }, limit: 2 });
  expect(next.items.map(({ id }) => id)).toEqual(ids.slice(2));
});

test("what is not there cannot be written", async () => {
  const missing = newId();
  expect(await opened.database.drills.find(missing)).toBeNull();
  await expect(store((unit) => unit.drills.noteFindings(missing, findings))).rejects.toMatchObject({
    code: "not_found",
  });
  await expect(store((unit) => unit.drills.end(missing, outcome))).rejects.toMatchObject({
    code: "not_found",
  });
});

test("a drill of a proxy has what was hit, and on which host, beside the primary of then", async () => {
  const one: DrillDraft = {
    ...draft(),
    fault: { kind: "kill_proxy", proxyId: null, program: "haproxy", restarts: false },
    proxy: { program: "haproxy", hostId: newId(), host: "px1" },
  };
  await store((unit) => unit.drills.create(one));
  const { fault, target, proxy } = one;
  expect(await opened.database.drills.find(one.id)).toMatchObject({ fault, target, proxy, other: null });
});
