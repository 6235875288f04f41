import { type Database, DatabaseError } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import type { WebContext } from "../context";
import { openConsole, origin, type TestConsole, type Told } from "../testing/open-console";
import { addCluster, addHost, hostDraft } from "../testing/register";
import { createApi } from "./app";
import { type KeyedRequest, runOnce } from "./idempotency";
import { routes } from "./routes";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

let count = 0;
const newKey = (): string => `key-${++count}`;
const draft = hostDraft();
const createHost = (name: string, key: string, change: object = {}) =>
  tested.ask("POST", "/hosts", {
    token: tested.people.admin.token,
    body: { hosts: [{ ...draft, name, address: `${name}.test`, ...change }] },
    headers: { "idempotency-key": key },
  });
async function countCreations(name: string): Promise<number> {
  const { items } = await tested.database.audit.list({ action: "host.create" }, { after: null, limit: 200 });
  return items.filter((entry) => entry.targetName === name).length;
}

it("makes a repeated request once and gives the first answer again", async () => {
  const key = newKey();
  const first = await createHost("ada", key);
  const again = await createHost("ada", key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.json).toEqual(first.json);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

it("refuses a key that was used for another request", async () => {
  const key = newKey();
  await createHost("grace", key);
  const other = await createHost("edsger", key);
  expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
  expect(await countCreations("edsger")).toBe(0);
});

it("keeps the keys of different callers apart", async () => {
  const key = newKey();
  await createHost("barbara", key);
  const other = await tested.ask("POST", "/hosts", {
    cookie: tested.people.admin.cookie,
    body: { hosts: [hostDraft()] },
    headers: { "idempotency-key": key },
  });
  expect(other.status).toBe(201);
});

it("makes one of many concurrent requests; the others get its answer or are told to wait", async () => {
  const key = newKey();
  const told = await Promise.all(Array.from({ length: 6 }, () => createHost("leslie", key)));
  const made = told.filter((one) => one.status === 201);
  const waiting = told.filter((one) => one.json.code === "idempotency_in_progress");
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(made.length + waiting.length).toBe(6);
  const [first] = made;
  for (const one of made) expect(one.json).toEqual(first?.json);
  expect(await countCreations("leslie")).toBe(1);
});

it("keeps no refusal: the request may be mended and made under the same key", async () => {
  const key = newKey();
  const refused = await createHost("alan", key, { sshUser: "-x" });
  expect(refused.status).toBe(422);
  expect((await createHost("alan", key)).status).toBe(201);
});

it("refuses a key that is no key", async () => {
  const told = await createHost("kurt", "with space");
  expect(told.json.code).toBe("validation_failed");
});

/** Asks the console as another process, which sees the database in its own way. */
async function askThrough(
  database: Database,
  method: string,
  path: string,
  key: string,
  body?: object,
): Promise<Told> {
  const context: WebContext = { ...tested.context, database };
  const authorization = `Bearer ${tested.people.admin.token}`;
  const headers = { authorization, "idempotency-key": key, "content-type": "application/json" };
  const init = { method, headers, ...(body === undefined ? {} : { body: JSON.stringify(body) }) };
  const answer = await createApi(context, routes).fetch(new Request(`${origin}/api/v1${path}`, init));
  return { status: answer.status, headers: answer.headers, json: await answer.json() };
}

const lost = (): DatabaseError => new DatabaseError("database_unavailable", "the connection was lost");

/** The database as a process sees it that loses it when a caller's change has been committed, for good or for a moment. */
function loseAtCommit(isForGood: boolean): Database {
  let isLost = false;
  return {
    ...tested.database,
    transact: async (actor, run) => {
      if (isLost && isForGood) throw lost();
      const outcome = await tested.database.transact(actor, run);
      if (actor.kind === "system") return outcome;
      isLost = true;
      throw lost();
    },
  };
}

describe.each([
  ["the process dies", true],
  ["the database is lost for a moment", false],
])("when %s just after the commit", (_, isForGood) => {
  beforeAll(() => tested.announceWorker());

  it("the same key gives the operation that was started, and no second one is", async () => {
    const cluster = await addCluster(tested.database, [await addHost(tested.database)]);
    const [path, key] = [`/clusters/${cluster.id}/refresh`, newKey()];
    const failed = await askThrough(loseAtCommit(isForGood), "POST", path, key);
    expect([failed.status, failed.json.code]).toEqual([503, "database_unavailable"]);
    const again = await askThrough(tested.database, "POST", path, key);
    const { items } = await tested.database.operations.list(
      { clusterId: cluster.id },
      { after: null, limit: 10 },
    );
    expect(items).toHaveLength(1);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([202, "true"]);
    expect(again.headers.get("location")).toBe(`/api/v1/operations/${items[0]?.id}`);
    expect(again.json).toMatchObject({ operation: { id: items[0]?.id, kind: "cluster.refresh" } });
  });

  it("the same key gives what was made at once as well", async () => {
    const [host, key] = [hostDraft(), newKey()];
    const create = (database: Database) => askThrough(database, "POST", "/hosts", key, { hosts: [host] });
    expect((await create(loseAtCommit(isForGood))).status).toBe(503);
    const again = await create(tested.database);
    expect([again.status, again.headers.get("idempotency-replayed")]).toEqual([201, "true"]);
    expect(again.json).toMatchObject({ hosts: [{ name: host.name }] });
    expect(await countCreations(host.name)).toBe(1);
  });
});

describe("work that does not keep its answer itself", () => {
  const run = (request: KeyedRequest, work: () => Promise<{ kind: "answer"; body: unknown }>) =>
    runOnce(tested.database, request, 200, work);
  const newRequest = (): KeyedRequest => ({ actorId: "a", key: newKey(), requestText: "" });

  it("is not made again soon where the database was lost: nobody knows whether it was done", async () => {
    const request = newRequest();
    await expect(run(request, () => Promise.reject(lost()))).rejects.toThrow(DatabaseError);
    const again = await run(request, async () => ({ kind: "answer", body: {} }));
    expect(again).toMatchObject({ kind: "refusal", code: "idempotency_in_progress" });
  });

  it("may be made again at once where it failed otherwise, and is kept once it is done", async () => {
    const request = newRequest();
    await expect(run(request, () => Promise.reject(new RangeError("a bug")))).rejects.toThrow(RangeError);
    const made = await run(request, async () => ({ kind: "answer", body: { n: 1 } }));
    expect(made).toEqual({ kind: "answer", body: { n: 1 } });
    const again = await run(request, async () => ({ kind: "answer", body: { n: 2 } }));
    expect(again).toEqual({ kind: "stored", status: 200, body: { n: 1 } });
  });
});
