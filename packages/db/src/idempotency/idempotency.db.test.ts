import { createHash } from "node:crypto";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { alice, uniqueName } from "../testing/samples";
import type { IdempotentRequest } from "./idempotency-repository";

const system = systemActor("test");
let opened: TestDatabase;
let database: Database;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

function request(change: Partial<IdempotentRequest> = {}): IdempotentRequest {
  return {
    actorId: "alice",
    key: uniqueName("key"),
    requestText: "h1",
    ttlSeconds: 60,
    lockSeconds: 60,
    ...change,
  };
}

const begin = (one: IdempotentRequest) => database.transact(system, (unit) => unit.idempotency.begin(one));

describe("an idempotency key", () => {
  test("makes a request that is sent twice at once happen once, with one answer", async () => {
    const one = request();
    let count = 0;
    const send = () =>
      database.transact(system, async (unit) => {
        const decision = await unit.idempotency.begin(one);
        if (!("kind" in decision) || decision.kind !== "new") return decision;
        count += 1;
        await unit.idempotency.complete(one.actorId, one.key, 202, { operation: count });
        return { kind: "made" as const };
      });
    const outcomes = await Promise.all([send(), send(), send()]);
    expect(count).toBe(1);
    expect(outcomes.filter((outcome) => outcome.kind === "replay")).toEqual(
      Array(2).fill({ kind: "replay", status: 202, body: { operation: 1 } }),
    );
  });

  test("is refused for another request, and is another key for another actor", async () => {
    const one = request();
    expect(await begin(one)).toEqual({ kind: "new" });
    expect(await begin({ ...one, requestText: "h2" })).toMatchObject({ code: "idempotency_key_reused" });
    expect(await begin({ ...one, actorId: "bob", requestText: "h2" })).toEqual({ kind: "new" });
  });

  test("waits for a request that is running, and may be used again when that died or was not made", async () => {
    const one = request();
    await begin(one);
    expect(await begin(one)).toMatchObject({ code: "idempotency_in_progress" });
    await database.transact(system, (unit) => unit.idempotency.abandon(one.actorId, one.key));
    expect(await begin({ ...one, lockSeconds: -1 })).toEqual({ kind: "new" });
    expect(await begin(one)).toEqual({ kind: "new" });
    expect(await begin(one)).toMatchObject({ code: "idempotency_in_progress" });
  });

  test("is answered by one of two that ran under it, the second after the first had counted as dead", async () => {
    const one = request({ lockSeconds: -1 });
    const complete = (id: number) =>
      database.transact(system, (unit) => unit.idempotency.complete(one.actorId, one.key, 202, { id }));
    expect([await begin(one), await begin(one)]).toEqual([{ kind: "new" }, { kind: "new" }]);
    expect([await complete(1), await complete(2)]).toEqual([true, false]);
    expect(await begin(one)).toEqual({ kind: "replay", status: 202, body: { id: 1 } });
  });

  test("that was given up is answered by nobody", async () => {
    const one = request();
    await begin(one);
    await database.transact(system, (unit) => unit.idempotency.abandon(one.actorId, one.key));
    const late = await database.transact(system, (unit) =>
      unit.idempotency.complete(one.actorId, one.key, 202, {}),
    );
    expect(late).toBe(false);
  });

  test("is not given up while its answer is being committed", async () => {
    const one = request();
    await begin(one);
    let abandoned: Promise<void> | undefined;
    await database.transact(system, async (unit) => {
      await unit.idempotency.complete(one.actorId, one.key, 202, { id: 1 });
      abandoned = database.transact(system, (other) => other.idempotency.abandon(one.actorId, one.key));
    });
    await abandoned;
    expect(await begin(one)).toEqual({ kind: "replay", status: 202, body: { id: 1 } });
  });

  test("is forgotten after its time", async () => {
    const one = request({ ttlSeconds: -1 });
    await begin(one);
    expect(await begin({ ...one, requestText: "h2" })).toEqual({ kind: "new" });
  });

  test("keeps of the request only what the master key can compare", async () => {
    const text = "a request with a password";
    const one = request({ requestText: text });
    await begin(one);
    const client = new pg.Client({ connectionString: opened.url });
    await client.connect();
    const { rows } = await client.query("SELECT request_hash FROM idempotency_key WHERE key = $1", [one.key]);
    await client.end();
    expect(rows[0].request_hash).toMatch(/^[0-9a-f]{64}$/);
    expect(rows[0].request_hash).not.toBe(createHash("sha256").update(text).digest("hex"));
    const other = opened.openAnother({ masterKey: Buffer.alloc(32, 8).toString("base64") });
    const again = await other.transact(system, (unit) => unit.idempotency.begin(one));
    expect(again).toMatchObject({ code: "idempotency_key_reused" });
  });

  test("a replay changes nothing, so it needs no audit entry", async () => {
    const one = request();
    await begin(one);
    await database.transact(system, (unit) =>
      unit.idempotency.complete(one.actorId, one.key, 201, { id: 1 }),
    );
    const replay = await database.transact(alice, (unit) => unit.idempotency.begin(one));
    expect(replay).toEqual({ kind: "replay", status: 201, body: { id: 1 } });
  });
});
