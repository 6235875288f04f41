import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, password, type TestConsole } from "../testing/open-console";

let tested: TestConsole;
beforeAll(async () => {
  tested = await openConsole();
});
afterAll(() => tested.close());

let count = 0;
const newKey = (): string => `key-${++count}`;
const createUser = (name: string, key: string, token = tested.people.admin.token) =>
  tested.ask("POST", "/users", {
    token,
    body: { name, role: "viewer", password },
    headers: { "idempotency-key": key },
  });
const countUsers = async (name: string): Promise<number> =>
  (await tested.database.users.findByName(name)) === null ? 0 : 1;

it("makes a repeated request once and gives the first answer again", async () => {
  const key = newKey();
  const first = await createUser("ada", key);
  const again = await createUser("ada", key);
  expect([first.status, again.status]).toEqual([201, 201]);
  expect(again.json).toEqual(first.json);
  expect(first.headers.get("idempotency-replayed")).toBeNull();
  expect(again.headers.get("idempotency-replayed")).toBe("true");
});

it("refuses a key that was used for another request", async () => {
  const key = newKey();
  await createUser("grace", key);
  const other = await createUser("edsger", key);
  expect([other.status, other.json.code]).toEqual([422, "idempotency_key_reused"]);
  expect(await countUsers("edsger")).toBe(0);
});

it("keeps the keys of different callers apart", async () => {
  const key = newKey();
  await createUser("barbara", key);
  const other = await tested.ask("POST", "/users", {
    cookie: tested.people.admin.cookie,
    body: { name: "tony", role: "viewer", password },
    headers: { "idempotency-key": key },
  });
  expect(other.status).toBe(201);
});

it("makes one of many concurrent requests; the others get its answer or are told to wait", async () => {
  const key = newKey();
  const told = await Promise.all(Array.from({ length: 6 }, () => createUser("leslie", key)));
  const made = told.filter((one) => one.status === 201);
  const waiting = told.filter((one) => one.json.code === "idempotency_in_progress");
  expect(made.length).toBeGreaterThanOrEqual(1);
  expect(made.length + waiting.length).toBe(6);
  const [first] = made;
  for (const one of made) expect(one.json).toEqual(first?.json);
  const { items } = await tested.database.audit.list({ action: "user.create" }, { after: null, limit: 200 });
  expect(items.filter((entry) => entry.targetName === "leslie")).toHaveLength(1);
});

it("keeps no refusal: the request may be mended and made under the same key", async () => {
  const key = newKey();
  const short = await tested.ask("POST", "/users", {
    token: tested.people.admin.token,
    body: { name: "alan", role: "viewer", password: "short" },
    headers: { "idempotency-key": key },
  });
  expect(short.status).toBe(422);
  expect((await createUser("alan", key)).status).toBe(201);
});

it("refuses a key that is no key", async () => {
  const told = await createUser("kurt", "with space");
  expect(told.json.code).toBe("validation_failed");
});
