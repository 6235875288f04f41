import { isRefusal, message, type Operation, type OperationKind, type Refusal } from "@primacy/contract";
import pg from "pg";
import { afterAll, afterEach, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { alice, createCluster, createHost } from "../testing/samples";
import { mostWaiting } from "./queue";

const worker = systemActor("worker");
const title = message("step.waiting");

let opened: TestDatabase;
let database: Database;
beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

const asked: string[] = [];
/** What a test asked for is cancelled, so that the next one finds no queue. */
afterEach(async () => {
  for (const id of asked.splice(0).reverse()) await cancel(id);
});

async function ask(
  kind: OperationKind,
  clusterId: string,
  hostId: string | null = null,
): Promise<Operation | Refusal> {
  const outcome = await database.transact(alice, async (unit) => {
    const operation = await unit.operations.enqueue({ kind, title, clusterId, hostId, input: {} });
    await unit.audit.record({ action: "operation.enqueue", target: { kind: "operation" } });
    return operation;
  });
  if (!isRefusal(outcome)) asked.push(outcome.id);
  return outcome;
}

async function idOf(outcome: Promise<Operation | Refusal>): Promise<string> {
  const found = await outcome;
  if (isRefusal(found)) throw new Error(found.message.text);
  return found.id;
}

const cancel = (id: string) =>
  database.transact(alice, async (unit) => {
    const outcome = await unit.operations.requestCancel(id);
    await unit.audit.record({ action: "operation.cancel", target: { kind: "operation" } });
    return outcome;
  });

/** What a worker begins now, and how each of them is ended. */
async function claim(): Promise<ReadonlyMap<string, () => Promise<void>>> {
  const claimed = await database.transact(worker, (unit) =>
    unit.work.claim({ owner: "w1", leaseSeconds: 60, limit: 50 }),
  );
  return new Map(
    claimed.map(({ operation, lease }) => [
      operation.id,
      async () => {
        await database.transact(worker, (unit) => unit.work.finish(lease, { state: "succeeded" }));
      },
    ]),
  );
}

describe("benchmarks that want the same cluster or load host", () => {
  test("wait in the order in which they were asked for, and each begins when the one before has ended", async () => {
    const { id: cluster } = await createCluster(database);
    const ids = [
      await idOf(ask("benchmark", cluster)),
      await idOf(ask("benchmark", cluster)),
      await idOf(ask("benchmark", cluster)),
    ];
    for (const id of ids) {
      const begun = await claim();
      expect([...begun.keys()]).toEqual([id]);
      expect((await claim()).size).toBe(0);
      await begun.get(id)?.();
    }
  });

  test("wait for a load host of another cluster's too, and nobody overtakes one that wants the same", async () => {
    const [a, b] = [(await createCluster(database)).id, (await createCluster(database)).id];
    const [first, second] = [(await createHost(database)).id, (await createHost(database)).id];
    const running = await idOf(ask("benchmark", a, first));
    const behindHost = await idOf(ask("benchmark", b, first));
    // Cluster b and its host are free, but one that waits already wants that cluster.
    const behindBoth = await idOf(ask("benchmark", b, second));
    const begun = await claim();
    expect([...begun.keys()]).toEqual([running]);
    await begun.get(running)?.();
    const next = await claim();
    expect([...next.keys()]).toEqual([behindHost]);
    await next.get(behindHost)?.();
    expect([...(await claim()).keys()]).toEqual([behindBoth]);
  });

  test("do not wait where they want nothing in common", async () => {
    const ids = [
      await idOf(ask("benchmark", (await createCluster(database)).id, (await createHost(database)).id)),
      await idOf(ask("benchmark", (await createCluster(database)).id, (await createHost(database)).id)),
    ];
    expect([...(await claim()).keys()].sort()).toEqual([...ids].sort());
  });

  test("can be cancelled while they wait: the next one moves up, and the cluster is not freed by it", async () => {
    const { id: cluster } = await createCluster(database);
    const running = await idOf(ask("benchmark", cluster));
    const waiting = await idOf(ask("benchmark", cluster));
    const last = await idOf(ask("benchmark", cluster));
    const begun = await claim();
    expect(await cancel(waiting)).toMatchObject({ state: "cancelled" });
    expect((await claim()).size).toBe(0);
    expect(await ask("switchover", cluster)).toMatchObject({ code: "cluster_busy" });
    await begun.get(running)?.();
    expect([...(await claim()).keys()]).toEqual([last]);
  });

  test("begin once though several workers look for them at the same moment", async () => {
    const { id: cluster } = await createCluster(database);
    const running = await idOf(ask("benchmark", cluster));
    const waiting = [await idOf(ask("benchmark", cluster)), await idOf(ask("benchmark", cluster))];
    await (await claim()).get(running)?.();
    const claims = await Promise.all(Array.from({ length: 6 }, claim));
    expect(claims.flatMap((one) => [...one.keys()])).toEqual(waiting.slice(0, 1));
  });

  test("are listed in the order in which they begin", async () => {
    const { id: cluster } = await createCluster(database);
    const ids = [await idOf(ask("benchmark", cluster)), await idOf(ask("benchmark", cluster))];
    const all = await database.operations.listQueue("benchmark");
    const queue = all.filter(({ operation }) => operation.clusterId === cluster);
    expect(queue.map(({ operation, isWaiting }) => [operation.id, isWaiting])).toEqual([
      [ids[0], false],
      [ids[1], true],
    ]);
  });

  test(`are ${mostWaiting} at most that wait for a cluster`, async () => {
    const { id: cluster } = await createCluster(database);
    for (let n = 0; n <= mostWaiting; n += 1) await idOf(ask("benchmark", cluster));
    expect(await ask("benchmark", cluster)).toMatchObject({ code: "cluster_busy" });
  });

  test(`are ${mostWaiting} at most, also behind one that only waits for its load host`, async () => {
    const [a, b] = [(await createCluster(database)).id, (await createCluster(database)).id];
    const { id: host } = await createHost(database);
    await idOf(ask("benchmark", a, host));
    await idOf(ask("benchmark", b, host));
    for (let n = 1; n < mostWaiting; n += 1) await idOf(ask("benchmark", b));
    expect(await ask("benchmark", b)).toMatchObject({ code: "cluster_busy" });
  });
});

test("one of a kind that only a newer release lets wait stops no claim of an older worker", async () => {
  const [{ id: a }, { id: b }] = [await createCluster(database), await createCluster(database)];
  await idOf(ask("benchmark", a));
  const newer = await idOf(ask("benchmark", a));
  const client = new pg.Client({ connectionString: opened.url });
  await client.connect();
  await client.query("UPDATE operation SET kind = 'benchmark.newer' WHERE id = $1", [newer]);
  const running = await idOf(ask("benchmark", b));
  try {
    expect([...(await claim()).keys()]).toContain(running);
  } finally {
    await client.query("UPDATE operation SET kind = 'benchmark' WHERE id = $1", [newer]);
    await client.end();
  }
});

describe("an operation that is no benchmark", () => {
  test("is refused while a benchmark has its cluster, and keeps a benchmark out as ever", async () => {
    const { id: cluster } = await createCluster(database);
    await idOf(ask("benchmark", cluster));
    await idOf(ask("benchmark", cluster));
    expect(await ask("switchover", cluster)).toMatchObject({ code: "cluster_busy" });
    const { id: other } = await createCluster(database);
    await idOf(ask("switchover", other));
    expect(await ask("benchmark", other)).toMatchObject({ code: "cluster_busy" });
  });

  test("does not wait for benchmarks that only wait, and they wait for it", async () => {
    const { id: cluster } = await createCluster(database);
    const running = await idOf(ask("benchmark", cluster));
    const waiting = await idOf(ask("benchmark", cluster));
    await (await claim()).get(running)?.();
    const switchover = await idOf(ask("switchover", cluster));
    const begun = await claim();
    expect([...begun.keys()]).toEqual([switchover]);
    await begun.get(switchover)?.();
    expect([...(await claim()).keys()]).toEqual([waiting]);
  });
});
