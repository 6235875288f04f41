import { isRefusal, type User } from "@primacy/contract";
import pg from "pg";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { planWait } from "../sign-in/throttle";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { must, uniqueName } from "../testing/samples";

const system = systemActor("test");
const PASSWORD = "tall blue kettle";
const PAGE = { after: null, limit: 100 };
let opened: TestDatabase;
let database: Database;
let admin: User;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
});
afterAll(() => opened.close());

const create = (role: User["role"] = "operator"): Promise<User> =>
  database
    .transact(system, (unit) => unit.users.create({ name: uniqueName("user"), role, password: PASSWORD }))
    .then(must);

const signIn = (user: User, ttlSeconds = 3_600) =>
  database.transact(system, (unit) =>
    unit.sessions.create({ userId: user.id, address: "192.0.2.1", userAgent: "test", ttlSeconds }),
  );

describe("the first visit", () => {
  test("makes exactly one administrator, however many try at once", async () => {
    await expect(database.users.hasAny()).resolves.toBe(false);
    const outcomes = await Promise.all(
      ["root", "admin", "boss"].map((name) =>
        database.transact(system, (unit) =>
          unit.users.createFirst({ name, password: PASSWORD, locale: "zh" }),
        ),
      ),
    );
    const users = outcomes.flatMap((one) => (isRefusal(one) ? [] : [one]));
    expect(users).toMatchObject([{ role: "admin", locale: "zh", isDisabled: false }]);
    expect(outcomes.filter(isRefusal).map((one) => one.code)).toEqual(["setup_done", "setup_done"]);
    const [first] = users;
    if (!first) throw new Error("no administrator was made");
    admin = first;
  });
});

describe("users", () => {
  test("are found by name and password only when both fit and they are not disabled", async () => {
    const user = await create();
    await expect(database.users.findByPassword(user.name.toUpperCase(), PASSWORD)).resolves.toMatchObject({
      id: user.id,
    });
    await expect(database.users.findByPassword(user.name, "something else")).resolves.toBeNull();
    await expect(database.users.findByPassword("nobody", PASSWORD)).resolves.toBeNull();
    await database.transact(system, (unit) => unit.users.change(user.id, { isDisabled: true }));
    await expect(database.users.findByPassword(user.name, PASSWORD)).resolves.toBeNull();
  });

  test("with the same name in another case are refused, and with every problem of the password", async () => {
    const user = await create();
    const again = await database.transact(system, (unit) =>
      unit.users.create({ name: user.name.toUpperCase(), role: "viewer", password: PASSWORD }),
    );
    expect(isRefusal(again) && again.code).toBe("already_exists");
    const weak = await database.transact(system, (unit) =>
      unit.users.create({ name: "alice", role: "viewer", password: "alice" }),
    );
    expect(isRefusal(weak) && weak.errors.map((one) => one.code)).toEqual([
      "password_too_short",
      "password_is_name",
    ]);
  });

  test("are refused with the problems of name and password, and of role and password, at once", async () => {
    const user = await create();
    const made = await database.transact(system, (unit) =>
      unit.users.create({ name: user.name, role: "viewer", password: "short" }),
    );
    expect(isRefusal(made) && made.errors.map((one) => one.code)).toEqual([
      "already_exists",
      "password_too_short",
    ]);
    const changed = await database.transact(system, (unit) =>
      unit.users.change(admin.id, { role: "viewer", password: "short" }),
    );
    expect(isRefusal(changed) && changed.errors.map((one) => one.code)).toEqual([
      "last_admin",
      "password_too_short",
    ]);
  });

  test("the last administrator can be neither demoted nor disabled nor deleted, also not by two at once", async () => {
    for (const change of [{ role: "viewer" as const }, { isDisabled: true }]) {
      const outcome = await database.transact(system, (unit) => unit.users.change(admin.id, change));
      expect(isRefusal(outcome) && outcome.code).toBe("last_admin");
    }
    const second = await create("admin");
    const outcomes = await Promise.all(
      [admin, second].map((user) => database.transact(system, (unit) => unit.users.remove(user.id))),
    );
    expect(outcomes.filter((one) => one === null)).toHaveLength(1);
    expect(outcomes.filter(isRefusal).map((one) => one.code)).toEqual(["last_admin"]);
  });

  test("a password change ends the other sessions and keeps this one", async () => {
    const user = await create();
    const [kept, other] = [await signIn(user), await signIn(user)];
    must(
      await database.transact(system, (unit) =>
        unit.users.setPassword(user.id, "another blue pot", kept.session.id),
      ),
    );
    await expect(database.sessions.findByToken(kept.token)).resolves.toMatchObject({ user: { id: user.id } });
    await expect(database.sessions.findByToken(other.token)).resolves.toBeNull();
    await expect(database.users.isPasswordOf(user.id, "another blue pot")).resolves.toBe(true);
    await expect(database.users.isPasswordOf(user.id, PASSWORD)).resolves.toBe(false);
  });

  test("are listed by name, page by page", async () => {
    const first = await database.users.list({ after: null, limit: 2 });
    expect([first.items.length, first.nextCursor === null]).toEqual([2, false]);
    const all = await database.users.list(PAGE);
    const names = all.items.map((user) => user.name.toLowerCase());
    expect(names).toEqual([...names].sort());
  });
});

describe("sessions", () => {
  test("are known by their token until they end or expire; only its hash is stored", async () => {
    const user = await create();
    const { session, token } = await signIn(user);
    await expect(database.sessions.findByToken(token)).resolves.toMatchObject({
      session: { id: session.id, userName: user.name, isCurrent: true },
      isTouchDue: false,
    });
    await expect(database.sessions.findByToken(`${token}x`)).resolves.toBeNull();
    await expect(database.transact(system, (unit) => unit.sessions.end(session.id))).resolves.toBe(true);
    await expect(database.transact(system, (unit) => unit.sessions.end(session.id))).resolves.toBe(false);
    await expect(database.sessions.findByToken(token)).resolves.toBeNull();
    const expired = await signIn(user, -1);
    await expect(database.sessions.findByToken(expired.token)).resolves.toBeNull();
  });

  test("are prolonged by their use, never beyond their greatest age", async () => {
    const { session } = await signIn(await create(), 60);
    const startMs = Date.parse(session.createdAt);
    const touch = (ttlSeconds: number, maxAgeSeconds: number) =>
      database.transact(system, (unit) => unit.sessions.touch(session.id, { ttlSeconds, maxAgeSeconds }));
    const longer = await touch(3_600, 7_200);
    expect(longer?.getTime()).toBeGreaterThan(startMs + 3_500_000);
    expect(longer?.getTime()).toBeLessThan(startMs + 7_200_000);
    expect((await touch(3_600, 1_800))?.getTime()).toBe(startMs + 1_800_000);
    await expect(database.sessions.find(session.id)).resolves.toMatchObject({
      expiresAt: new Date(startMs + 1_800_000).toISOString(),
    });
    await database.transact(system, (unit) => unit.sessions.end(session.id));
    await expect(touch(3_600, 7_200)).resolves.toBeNull();
  });

  test("end when their user is disabled, and the list shows live ones only", async () => {
    const user = await create();
    const { token } = await signIn(user);
    await expect(database.sessions.list(user.id, null, PAGE)).resolves.toMatchObject({
      items: [{ userId: user.id }],
    });
    await database.transact(system, (unit) => unit.users.change(user.id, { isDisabled: true }));
    await expect(database.sessions.findByToken(token)).resolves.toBeNull();
    await expect(database.sessions.list(user.id, null, PAGE)).resolves.toEqual({
      items: [],
      nextCursor: null,
    });
  });
});

describe("API tokens", () => {
  const inAnHour = (): string => new Date(Date.now() + 3_600_000).toISOString();
  const createToken = (user: User, role: User["role"], expiresAt = inAnHour()) =>
    database.transact(system, (unit) => unit.tokens.create({ name: "ci", role, expiresAt }, user.id));

  test("work until they are revoked or expire, or their maker is disabled", async () => {
    const user = await create();
    const { token, secret } = await createToken(user, "operator");
    expect(secret.startsWith(token.prefix)).toBe(true);
    await expect(database.tokens.findBySecret(secret)).resolves.toMatchObject({
      role: "operator",
      user: { id: user.id },
    });
    await database.transact(system, (unit) => unit.tokens.revoke(token.id));
    await expect(database.tokens.findBySecret(secret)).resolves.toBeNull();
    const expired = await createToken(user, "viewer", new Date(Date.now() - 1_000).toISOString());
    await expect(database.tokens.findBySecret(expired.secret)).resolves.toBeNull();
    const orphan = await createToken(user, "viewer");
    await database.transact(system, (unit) => unit.users.change(user.id, { isDisabled: true }));
    await expect(database.tokens.findBySecret(orphan.secret)).resolves.toBeNull();
    await expect(database.tokens.list(user.id, PAGE)).resolves.toMatchObject({ items: [{}, {}, {}] });
  });

  test("never do more than their maker may now", async () => {
    const user = await create("admin");
    const { secret } = await createToken(user, "admin");
    await create("admin");
    must(await database.transact(system, (unit) => unit.users.change(user.id, { role: "viewer" })));
    await expect(database.tokens.findBySecret(secret)).resolves.toMatchObject({
      role: "viewer",
      token: { role: "admin" },
    });
  });
});

describe("sign-in", () => {
  const begin = (name: string, address: string) =>
    database.transact(system, (unit) => unit.signIns.begin(name, address));

  test("makes whoever tries a name at one network wait long there, and its owner elsewhere a few seconds", async () => {
    const name = uniqueName("victim");
    const client = new pg.Client({ connectionString: opened.url });
    await client.connect();
    const fail = (address: string, count: number) =>
      client.query(
        "INSERT INTO sign_in_attempt (name_key, address) SELECT $1, $2 FROM generate_series(1, $3)",
        [name.toLowerCase(), address, count],
      );
    await fail("192.0.2.66", 15);
    await expect(begin(name, "192.0.2.66")).resolves.toMatchObject({ retryAfterSeconds: 60 });
    await expect(begin(name, "192.0.2.1")).resolves.toMatchObject({ retryAfterSeconds: 4 });
    await client.query("UPDATE sign_in_attempt SET created_at = now() - interval '4 s' WHERE name_key = $1", [
      name.toLowerCase(),
    ]);
    const right = await begin(name, "192.0.2.1");
    if (right.kind !== "admitted") throw new Error("the owner was kept out");
    await database.transact(system, (unit) => unit.signIns.succeed(right.attemptId));
    await fail("192.0.2.66", 15);
    await expect(begin(name, "192.0.2.1")).resolves.toMatchObject({ kind: "admitted" });
    await database.transact(system, (unit) => unit.signIns.forget(name));
    await expect(begin(name, "192.0.2.66")).resolves.toMatchObject({ kind: "admitted" });
    await client.end();
  });

  test("waits after five failures of a name, whatever the address, and a success forgives them", async () => {
    const name = uniqueName("victim");
    for (let count = 0; count < 4; count++) await begin(name, `198.51.100.${count}`);
    const right = await begin(name.toUpperCase(), "198.51.100.5");
    if (right.kind !== "admitted") throw new Error("throttled too early");
    await expect(begin(name, "198.51.100.6")).resolves.toMatchObject({
      kind: "throttled",
      retryAfterSeconds: 1,
    });
    await database.transact(system, (unit) => unit.signIns.succeed(right.attemptId));
    await expect(begin(name, "198.51.100.6")).resolves.toMatchObject({ kind: "admitted" });
  });

  test("counts attempts made at the same moment", async () => {
    const name = uniqueName("victim");
    const outcomes = await Promise.all(Array.from({ length: 10 }, (_, at) => begin(name, `203.0.113.${at}`)));
    const client = new pg.Client({ connectionString: opened.url });
    await client.connect();
    const { rows } = await client.query<{ waitedMs: number | null }>(
      `SELECT (extract(epoch FROM created_at - max(created_at) OVER earlier) * 1000)::float8 AS "waitedMs"
       FROM sign_in_attempt WHERE name_key = $1
       WINDOW earlier AS (ORDER BY id ROWS BETWEEN UNBOUNDED PRECEDING AND 1 PRECEDING) ORDER BY id`,
      [name.toLowerCase()],
    );
    await client.end();
    expect(outcomes.filter((one) => one.kind === "admitted")).toHaveLength(rows.length);
    expect(rows.length).toBeGreaterThanOrEqual(5);
    // On a machine so busy that ten take longer than a second, those after the fifth waited for as long as they had to.
    for (const [failures, { waitedMs }] of rows.entries()) {
      if (failures >= 5)
        expect(waitedMs).toBeGreaterThanOrEqual(planWait("name", { failures, sinceLastMs: 0 }));
    }
  });

  test("waits after twenty failures from an address, whatever the name", async () => {
    for (let count = 0; count < 20; count++) await begin(uniqueName("guess"), "203.0.113.200");
    await expect(begin(uniqueName("guess"), "203.0.113.200")).resolves.toMatchObject({ kind: "throttled" });
    await expect(begin(uniqueName("guess"), "203.0.113.201")).resolves.toMatchObject({ kind: "admitted" });
  });
});
