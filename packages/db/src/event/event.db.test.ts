import { message } from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import type { Database } from "../database";
import { defaultRetention } from "../retention/retention-repository";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import type { EventDraft } from "./event-repository";

const worker = systemActor("worker");
let opened: TestDatabase;
let database: Database;
let cluster: ClusterRecord;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

function draft(kind: EventDraft["kind"] = "vip_taken"): EventDraft {
  return {
    clusterId: cluster.id,
    kind,
    tone: "ok",
    at: new Date(),
    message: message("event.vip_taken", { host: "db1", address: "10.77.0.100" }),
  };
}

const append = (kind?: EventDraft["kind"]): Promise<{ cursor: number }> =>
  database.transact(worker, (unit) => unit.events.append(draft(kind)));

/** They wait for each other within the time that a transaction has, on a busy machine too. */
const writers = 15;

describe("cursors", () => {
  test("become visible in the order of their numbers, whichever transaction is slow", async () => {
    cluster = await createCluster(database);
    const other = opened.openAnother();
    let isDone = false;
    const seen: number[] = [];
    const reader = (async () => {
      while (!isDone) {
        const { events, hasGap } = await other.events.listAfter(cluster.id, seen.at(-1) ?? 0, 100);
        expect(hasGap).toBe(false);
        seen.push(...events.map((event) => event.cursor));
      }
    })();
    const write = async (pauseMs: number): Promise<void> => {
      await database.transact(worker, async (unit) => {
        await unit.events.append(draft());
        // The transaction stays open while the others wait for their cursor.
        await unit.settings.set(`pause-${Math.random()}`, { pauseMs }, null);
      });
    };
    await Promise.all(Array.from({ length: writers }, (_, index) => write(index)));
    isDone = true;
    await reader;
    seen.push(
      ...(await other.events.listAfter(cluster.id, seen.at(-1) ?? 0, 100)).events.map(
        (event) => event.cursor,
      ),
    );
    expect(seen).toEqual(Array.from({ length: writers }, (_, index) => index + 1));
  });

  test("are not used up by a transaction that is rolled back", async () => {
    cluster = await createCluster(database);
    await append();
    const failing = database.transact(worker, async (unit) => {
      await unit.events.append(draft());
      throw new Error("rolled back");
    });
    await expect(failing).rejects.toThrow("rolled back");
    await expect(append()).resolves.toMatchObject({ cursor: 2 });
    await expect(database.events.getLastCursor(cluster.id)).resolves.toBe(2);
  });

  test("of two clusters do not wait for each other", async () => {
    const first = await createCluster(database);
    const second = await createCluster(database);
    await database.transact(worker, async (unit) => {
      await unit.events.append({ ...draft(), clusterId: first.id });
      cluster = second;
      await expect(append()).resolves.toMatchObject({ cursor: 1 });
    });
  });
});

describe("a reader that resumes", () => {
  test("gets what it missed, and is told of a gap when some of it is gone or its cursor is from the future", async () => {
    cluster = await createCluster(database);
    for (let count = 0; count < 5; count++) await append();
    const after = await database.events.listAfter(cluster.id, 3, 100);
    expect([after.events.map((event) => event.cursor), after.hasGap]).toEqual([[4, 5], false]);
    await expect(database.events.listAfter(cluster.id, 5, 100)).resolves.toEqual({
      events: [],
      hasGap: false,
    });
    await expect(database.events.listAfter(cluster.id, 9, 100)).resolves.toEqual({
      events: [],
      hasGap: true,
    });
    await database.transact(worker, (unit) =>
      unit.retention.purge({ ...defaultRetention, eventsDays: 0 }, 10_000),
    );
    await append();
    await expect(database.events.listAfter(cluster.id, 3, 100)).resolves.toMatchObject({ hasGap: true });
    await expect(database.events.listAfter(cluster.id, 5, 100)).resolves.toMatchObject({ hasGap: false });
  });

  test("pages through them newest first, of one kind or all", async () => {
    cluster = await createCluster(database);
    for (const kind of ["vip_taken", "agent_lost", "vip_taken", "vip_taken"] as const) await append(kind);
    const first = await database.events.list(cluster.id, "vip_taken", { after: null, limit: 2 });
    expect(first.items.map((event) => event.cursor)).toEqual([4, 3]);
    expect(first.nextCursor).not.toBeNull();
    const second = await database.events.list(cluster.id, "vip_taken", {
      after: { key: "3", id: "" },
      limit: 2,
    });
    expect([second.items.map((event) => event.cursor), second.nextCursor]).toEqual([[1], null]);
  });
});
