import {
  type ClusterEvent,
  type EventKind,
  type EventSort,
  isRefusal,
  message,
  type Page,
  type SortOrder,
} from "@primacy/contract";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { ClusterRecord } from "../cluster/cluster-row";
import type { Database } from "../database";
import { parsePageRequest } from "../page/page-request";
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

const append = (event: EventDraft = draft()): Promise<{ cursor: number }> =>
  database.transact(worker, (unit) => unit.events.append(event));

const nowMs = Date.parse("2026-11-28T10:00:00.000Z");
const hostId = "00000000-0000-4000-8000-000000000011";

/** One that was seen so long before it is stored. */
function seen(agoMs: number): EventDraft {
  return { ...draft(), at: new Date(nowMs - agoMs), recordedAt: new Date(nowMs) };
}

interface Listed {
  readonly limit: number;
  readonly order?: SortOrder;
  readonly kind?: EventKind;
}

/** One page as a client gets it: the first, or the one that another leads to. */
function list({ kind, ...query }: Listed, before?: Page<ClusterEvent>): Promise<Page<ClusterEvent>> {
  const cursor = before?.nextCursor ?? null;
  const page = parsePageRequest<EventSort>({ ...query, ...(cursor === null ? {} : { cursor }) });
  if (isRefusal(page)) throw new Error(page.message.text);
  return database.events.list(cluster.id, kind ?? null, page);
}

const cursorsOf = ({ items }: Page<ClusterEvent>): readonly number[] => items.map((event) => event.cursor);

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

  test("loses none that became known after what was seen later", async () => {
    cluster = await createCluster(database);
    for (const agoMs of [1_000, 5_000, 3_000]) await append(seen(agoMs));
    const { events, hasGap } = await database.events.listAfter(cluster.id, 1, 100);
    expect([events.map((event) => event.cursor), hasGap]).toEqual([[2, 3], false]);
  });
});

describe("a list", () => {
  test("goes by when events were seen, whenever they became known, and by what became known first of one instant", async () => {
    cluster = await createCluster(database);
    for (const agoMs of [1_000, 5_000, 3_000, 3_000, 9_000]) await append(seen(agoMs));
    const cursors = async (order: SortOrder, limit: number): Promise<readonly number[]> => {
      let page = await list({ limit, order });
      const found = [...cursorsOf(page)];
      while (page.nextCursor !== null) {
        page = await list({ limit, order }, page);
        found.push(...cursorsOf(page));
      }
      return found;
    };
    for (const limit of [1, 2, 3, 10]) {
      expect(await cursors("desc", limit)).toEqual([1, 4, 3, 2, 5]);
      expect(await cursors("asc", limit)).toEqual([5, 2, 3, 4, 1]);
    }
  });

  test("goes on where its page ended, though something older becomes known meanwhile", async () => {
    cluster = await createCluster(database);
    for (const agoMs of [4_000, 3_000, 2_000, 1_000]) await append(seen(agoMs));
    const first = await list({ limit: 2 });
    await append(seen(1_500));
    await append(seen(3_500));
    expect([...cursorsOf(first), ...cursorsOf(await list({ limit: 10 }, first))]).toEqual([4, 3, 2, 6, 1]);
  });

  test("says at whose time an event stands, and when it was stored; none is stored before it was seen", async () => {
    cluster = await createCluster(database);
    const [at, recordedAt] = [new Date(nowMs - 6_400), new Date(nowMs)];
    await append({ ...draft(), at, seenBy: "host", seenByHostId: hostId, seenByHostName: "db2", recordedAt });
    await append({ ...draft(), at, seenBy: "silence", recordedAt });
    await append({ ...draft(), at: new Date(nowMs + 5), recordedAt });
    const { items } = await list({ limit: 10, order: "asc" });
    const told = { at: at.toISOString(), recordedAt: recordedAt.toISOString() };
    expect(items).toMatchObject([
      { ...told, seenBy: "host", seenByHostId: hostId, seenByHostName: "db2" },
      { ...told, seenBy: "silence", seenByHostId: null, seenByHostName: null },
      { at: told.recordedAt, recordedAt: told.recordedAt, seenBy: "console", seenByHostId: null },
    ]);
  });

  test("begins anew for a place that no page ended at", async () => {
    cluster = await createCluster(database);
    await append();
    const after = { key: "17", id: "" };
    expect((await database.events.list(cluster.id, null, { after, limit: 2 })).items).toHaveLength(1);
  });

  test("can be read page by page, newest first, of one kind or all", async () => {
    cluster = await createCluster(database);
    for (const kind of ["vip_taken", "agent_lost", "vip_taken", "vip_taken"] as const)
      await append(draft(kind));
    const first = await list({ kind: "vip_taken", limit: 2 });
    expect([cursorsOf(first), first.nextCursor]).toEqual([[4, 3], expect.any(String)]);
    const second = await list({ kind: "vip_taken", limit: 2 }, first);
    expect([cursorsOf(second), second.nextCursor]).toEqual([[1], null]);
  });
});
