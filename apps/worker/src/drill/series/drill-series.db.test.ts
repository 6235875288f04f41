import {
  type DrillHeal,
  type DrillSeries,
  type DrillVerdictKind,
  isRefusal,
  type Message,
  message,
} from "@primacy/contract";
import { newId, systemActor, type UnitOfWork } from "@primacy/db";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { createTestWorker } from "../../testing/test-worker";
import { lookForSeries } from "./series-look";
import { DrillSeriesService } from "./series-service";
import { lookAgainMs } from "./step-series";

let opened: TestDatabase;
let clusterId = "";
let hindrance: Message | null = null;
let looks = 0;
let now = new Date();
const services: DrillSeriesService[] = [];

beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());
beforeEach(async () => {
  [hindrance, looks, now] = [null, 0, new Date()];
  clusterId = await addCluster();
});
afterEach(async () => {
  await Promise.all(services.splice(0).map((service) => service.stop()));
  for (const { id } of await listAll()) await store((unit) => unit.drillSeries.stop(id, "the test"));
});

/** What each drill of a series is watched through, as it was ordered. */
const watched = {
  endpoints: [{ address: "10.0.0.100", port: 3306 }],
  readEndpoints: [{ address: "10.0.0.12", port: 3306 }],
};
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  opened.database.transact(systemActor("test"), act);
const read = async (id: string): Promise<DrillSeries> => {
  const found = await opened.database.drillSeries.find(id);
  if (found === null) throw new Error("it is not there");
  return found;
};
const listAll = async (): Promise<readonly DrillSeries[]> =>
  (await opened.database.drillSeries.list(clusterId, { after: null, limit: 50 })).items;
const later = (ms: number): void => {
  now = new Date(now.getTime() + ms);
};

async function addCluster(): Promise<string> {
  const outcome = await store((unit) =>
    unit.clusters.create({
      name: `c-${newId()}`,
      kind: "group_replication",
      groupName: newId(),
      members: [],
    }),
  );
  if (isRefusal(outcome)) throw new Error(outcome.message.text);
  return outcome.id;
}

function order(changes: Partial<Pick<DrillSeries, "runs" | "schedule">> = {}, nextAt: Date | null = null) {
  return store((unit) =>
    unit.drillSeries.create({
      ...{
        clusterId,
        name: "Nightly",
        observerHostId: null,
        objectiveMs: 30_000,
        requestedBy: "alice",
        nextAt,
      },
      faults: [{ kind: "kill_mysqld", restarts: false }, { kind: "stop_mysqld" }],
      ...watched,
      ...{ runs: 1, schedule: null, ...changes },
    }),
  );
}

/** Several workers, each of which believes that it is alone. */
async function begin(count = 1, look = true): Promise<void> {
  for (let at = 0; at < count; at += 1) {
    const worker = createTestWorker(opened.openAnother(), { now: () => now });
    const service = new DrillSeriesService(worker, {
      everyMs: 10,
      look: look
        ? async () => {
            looks += 1;
            return hindrance;
          }
        : lookForSeries,
    });
    services.push(service);
    await service.start();
  }
}

const until = (read: () => Promise<unknown>) => expect.poll(read, { timeout: 120_000, interval: 20 });

/** The drill that is ordered; its operation, and the input that the worker would carry it out by. */
async function nextDrill(id: string): Promise<string> {
  await until(async () => (await read(id)).drillId).not.toBeNull();
  return (await read(id)).drillId ?? "";
}

/** Carries a drill out as its operation would. */
async function carryOut(
  drillId: string,
  { verdict = "passed", heal = "healed" }: { verdict?: DrillVerdictKind; heal?: DrillHeal } = {},
): Promise<unknown> {
  const seriesId = await opened.database.drillSeries.findByDrill(drillId);
  const claimed = await store((unit) => unit.work.claim({ owner: "w", leaseSeconds: 60, limit: 9 }));
  const mine = claimed.find(({ operation }) => operation.id === drillId);
  if (mine === undefined) throw new Error("nobody ordered it");
  await store(async (unit) => {
    await unit.drills.create({
      ...{ id: drillId, clusterId, seriesId, objectiveMs: 30_000, requestedBy: "alice", startedAt: now },
      fault: { kind: "stop_mysqld" },
      ...watched,
      target: { memberId: newId(), name: "db1" },
      other: null,
      observer: { hostId: newId(), name: "app1" },
    });
    await unit.drills.end(drillId, {
      verdict: { kind: verdict, sentence: message("step.waiting"), notes: [] },
      ...{ worstWriteGapMs: null, lostWrites: null, heal, endedAt: now, samples: null, outcomes: null },
    });
    await unit.work.finish(mine.lease, { state: "succeeded" });
  });
  later(lookAgainMs);
  return mine.input;
}

async function refuseToBegin(drillId: string): Promise<void> {
  const claimed = await store((unit) => unit.work.claim({ owner: "w", leaseSeconds: 60, limit: 9 }));
  const mine = claimed.find(({ operation }) => operation.id === drillId);
  if (mine === undefined) throw new Error("nobody ordered it");
  await store((unit) => unit.work.finish(mine.lease, { state: "failed" }));
  later(lookAgainMs);
}

describe("a series of drills", () => {
  test("orders the faults in turn, one after the other, in the name of who asked, and is done after the last", async () => {
    const { id } = await order({ runs: 2 });
    await begin();
    const kinds: string[] = [];
    const drills: string[] = [];
    for (let at = 0; at < 4; at += 1) {
      const drillId = await nextDrill(id);
      drills.push(drillId);
      const operation = await opened.database.operations.get(drillId);
      expect(operation).toMatchObject({ kind: "drill", clusterId, requestedBy: "alice" });
      const input = await carryOut(drillId);
      expect(input).toMatchObject(watched);
      kinds.push(JSON.stringify(input).match(/"kind":"(\w+)"/)?.[1] ?? "");
      await until(async () => (await read(id)).done).toBe(at + 1);
    }
    expect(kinds).toEqual(["kill_mysqld", "stop_mysqld", "kill_mysqld", "stop_mysqld"]);
    expect(await read(id)).toMatchObject({ state: "done", done: 4, total: 4, drillId: null, remark: null });
    const ended = await opened.database.drills.listEnded(clusterId, id, 9);
    expect(ended.map((one) => one.id)).toEqual([...drills].reverse());
    const { items } = await opened.database.audit.list({ action: "drill" }, { after: null, limit: 9 });
    expect(items.map(({ detail }) => detail)).toContainEqual(
      expect.objectContaining({ ...watched, seriesId: id, operationId: drills[0] }),
    );
  });

  test("is taken on by several workers without one drill too many", async () => {
    const { id } = await order();
    await begin(3);
    for (let at = 0; at < 2; at += 1) {
      await carryOut(await nextDrill(id));
      await until(async () => (await read(id)).done).toBe(at + 1);
    }
    expect((await read(id)).state).toBe("done");
    const { items } = await opened.database.operations.list({ clusterId }, { after: null, limit: 50 });
    expect(items).toHaveLength(2);
  });

  test("says in a sentence why it waits, looks again, and begins once nothing stands against it", async () => {
    hindrance = message("check.drill_whole.fail", { members: "db3" });
    const { id } = await order();
    await begin();
    await until(async () => (await read(id)).waitsFor?.code).toBe("check.drill_whole.fail");
    const asked = looks;
    hindrance = null;
    expect((await read(id)).drillId).toBeNull();
    expect(looks).toBe(asked);
    later(lookAgainMs);
    await nextDrill(id);
    expect((await read(id)).waitsFor).toBeNull();
  });

  test("waits while anything else changes the cluster, by the look that a worker takes, and asks no host", async () => {
    const other = await store((unit) =>
      unit.operations.enqueue({ kind: "switchover", title: message("step.waiting"), clusterId, input: {} }),
    );
    if (isRefusal(other)) throw new Error(other.message.text);
    const { id } = await order();
    await begin(1, false);
    await until(async () => (await read(id)).waitsFor?.text).toBe(
      "Switchover, started by test, is changing the cluster.",
    );
  });

  test("waits where an operation takes the cluster between its look and its order", async () => {
    const { id } = await order();
    await store((unit) =>
      unit.operations.enqueue({ kind: "switchover", title: message("step.waiting"), clusterId, input: {} }),
    );
    await begin();
    await until(async () => (await read(id)).waitsFor?.code).toBe("problem.cluster_busy");
    expect((await read(id)).drillId).toBeNull();
  });

  test("two series of one cluster never have a drill each at the same time", async () => {
    const [one, two] = [await order(), await order()];
    await begin(2);
    await until(async () => (await listAll()).filter(({ drillId }) => drillId !== null).length).toBe(1);
    await until(async () => (await listAll()).filter(({ waitsFor }) => waitsFor !== null).length).toBe(1);
    expect([one.id, two.id].sort()).toEqual((await listAll()).map(({ id }) => id).sort());
  });

  test("stops by itself with the reason after two in a row that were broken off or tested nothing", async () => {
    const { id } = await order({ runs: 3 });
    await begin();
    await carryOut(await nextDrill(id), { verdict: "not_tested" });
    await until(async () => (await read(id)).done).toBe(1);
    await carryOut(await nextDrill(id), { verdict: "broken_off" });
    await until(async () => (await read(id)).state).toBe("stopped");
    expect(await read(id)).toMatchObject({ done: 2, remark: { code: "drill_series.stopped_broken" } });
  });

  test("without a schedule stops by itself where its next drill has not begun for a day, and says why", async () => {
    hindrance = message("check.drill_whole.fail", { members: "db3" });
    const { id } = await order();
    await begin();
    await until(async () => (await read(id)).waitsFor?.code).toBe("check.drill_whole.fail");
    later(24 * 3_600_000 + 60_000);
    await until(async () => (await read(id)).state).toBe("stopped");
    expect((await read(id)).remark?.text).toMatch(/could not begin for 24 hours\. .*db3/);
  });

  test.each<DrillHeal>(["unhealed", "pending"])(
    "stops by itself after one that left a member %s, and names it",
    async (heal) => {
      const { id } = await order({ runs: 3 });
      await begin();
      await carryOut(await nextDrill(id), { heal });
      await until(async () => (await read(id)).state).toBe("stopped");
      expect((await read(id)).remark?.text).toContain("left db1 unhealed");
    },
  );

  test("tries again where the operation of a drill refused to begin, and stops where the next does so too", async () => {
    const { id } = await order();
    await begin();
    await refuseToBegin(await nextDrill(id));
    await until(async () => (await read(id)).waitsFor?.code).toBe("drill_series.waits_begin");
    later(lookAgainMs);
    await refuseToBegin(await nextDrill(id));
    await until(async () => (await read(id)).state).toBe("stopped");
    expect((await read(id)).done).toBe(0);
  });

  test("orders nothing after somebody stopped it; the drill under way still belongs to it", async () => {
    const { id } = await order();
    await begin();
    const drillId = await nextDrill(id);
    await store((unit) => unit.drillSeries.stop(id, "bob"));
    await carryOut(drillId);
    expect((await opened.database.drills.find(drillId))?.seriesId).toBe(id);
    expect(await read(id)).toMatchObject({ state: "stopped", remark: { params: { actor: "bob" } } });
    const { items } = await opened.database.operations.list({ clusterId }, { after: null, limit: 9 });
    expect(items).toHaveLength(1);
  });

  test("with a schedule begins at its time, leaves out what its window has no room for, and waits for the next", async () => {
    now = new Date("2026-11-28T02:00:00.000Z");
    const schedule = { cron: "30 2 * * *", timeZone: "UTC", windowMinutes: 10 };
    const { id } = await order({ schedule }, new Date("2026-11-28T02:30:00.000Z"));
    await begin();
    later(29 * 60_000);
    expect(looks).toBe(0);
    later(60_000);
    await carryOut(await nextDrill(id));
    later(10 * 60_000);
    await until(async () => (await read(id)).nextAt).toBe("2026-11-29T02:30:00.000Z");
    expect(await read(id)).toMatchObject({ state: "waiting", done: 1, total: 2, drillId: null });
    expect((await read(id)).remark?.text).toMatch(/^1 of 2 drills of the round of 2026-11-28 02:30/);
    later(24 * 3_600_000 - 10 * 60_000);
    await nextDrill(id);
    expect(await read(id)).toMatchObject({ state: "running", done: 0 });
  });
});
