import { randomUUID } from "node:crypto";
import type { Host } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { openConsole, password, type TestConsole } from "../testing/open-console";
import { addCluster, addHost, happen } from "../testing/register";

let tested: TestConsole;
let clusterId = "";
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { cookie, token } = tested.people.admin;
  const hosts: Host[] = [];
  for (let n = 0; n < 5; n += 1) hosts.push(await addHost(tested.database));
  await tested.database.transact(systemActor("test"), async (unit) => {
    // Two with the same version, the others without an agent: equals and absent values have to be told apart by id.
    for (const host of hosts.slice(0, 2)) {
      await unit.agents.recordSighting(host.id, "answering", { version: "1.0.0", protocol: 1, bootId: "a" });
    }
  });
  const clusters = [await addCluster(tested.database), await addCluster(tested.database)];
  clusterId = clusters[0]?.id ?? "";
  for (let n = 0; n < 5; n += 1) await happen(tested.database, clusterId, `db${n}`);
  for (const name of ["Zoe", "adam", "Mia"]) {
    await tested.ask("POST", "/users", { cookie, body: { name, role: "viewer", password } });
    await tested.ask("POST", "/session", { body: { name, password } });
  }
  for (let n = 0; n < 3; n += 1) {
    const expiresAt = new Date(Date.now() + (5 - n) * 3_600_000).toISOString();
    await tested.ask("POST", "/tokens", { cookie, body: { name: `t${n % 2}`, role: "viewer", expiresAt } });
  }
  for (const host of hosts) await tested.ask("POST", `/hosts/${host.id}/agent`, { token });
});
afterAll(() => tested.close());

const lists: readonly (readonly [name: string, path: () => string, sorts: readonly string[], own: string])[] =
  [
    ["hosts", () => "/hosts", ["name", "address", "agentVersion", "agentSeenAt", "createdAt"], "name"],
    ["clusters", () => "/clusters", ["name", "createdAt"], "name"],
    ["events", () => `/clusters/${clusterId}/events`, ["at"], "at"],
    ["operations", () => "/operations", ["createdAt", "kind", "state", "requestedBy"], "createdAt"],
    ["users", () => "/users", ["name", "role", "lastSignInAt", "createdAt"], "name"],
    ["sessions", () => "/sessions", ["createdAt", "userName", "address", "lastSeenAt"], "createdAt"],
    ["tokens", () => "/tokens", ["createdAt", "name", "role", "expiresAt", "lastUsedAt"], "createdAt"],
    ["audit entries", () => "/audit", ["at", "actorName", "action"], "at"],
  ];
const ways = lists.flatMap(([name, path, sorts]) => sorts.map((sort) => ({ name, path, sort })));

/** As the database sorts what people name: the ninth before the tenth. */
const natural = new Intl.Collator("und", { numeric: true });

interface Item {
  readonly id?: string;
  readonly cursor?: number;
  readonly [field: string]: unknown;
}

async function ask(path: string): Promise<{ items: Item[]; nextCursor: string | null }> {
  // The same session each time: a token's use would change what is sorted.
  const { status, json } = await tested.ask("GET", path, { cookie: tested.people.admin.cookie });
  if (status !== 200) throw new Error(JSON.stringify(json));
  return JSON.parse(JSON.stringify(json));
}

const keyOf = (item: Item): string => item.id ?? String(item.cursor);

/** All items of a list, two at a time. */
async function walk(path: string): Promise<Item[]> {
  const seen: Item[] = [];
  let cursor: string | null = null;
  do {
    const page: Awaited<ReturnType<typeof ask>> = await ask(
      `${path}&limit=2${cursor === null ? "" : `&cursor=${cursor}`}`,
    );
    seen.push(...page.items);
    cursor = page.nextCursor;
  } while (cursor !== null);
  return seen;
}

describe("a list", () => {
  it.each(ways)(
    "of $name is sorted by $sort both ways, and paged without loss or repetition",
    async ({ name, path, sort }) => {
      const up = await walk(`${path()}?sort=${sort}&order=asc`);
      const down = await walk(`${path()}?sort=${sort}&order=desc`);
      const whole = (await ask(`${path()}?limit=200&sort=${sort}&order=asc`)).items;
      expect(up.length).toBeGreaterThan(1);
      expect(up.map(keyOf)).toEqual(whole.map(keyOf));
      expect(new Set(up.map(keyOf)).size).toBe(up.length);
      expect(down.map(keyOf).sort()).toEqual(up.map(keyOf).sort());
      // Unique names are sorted whatever their case, other texts as they are written.
      const isUnique = sort === "name" || sort === "userName";
      const textOf = (one: Item): string => (isUnique ? String(one[sort]).toLowerCase() : String(one[sort]));
      const valuesOf = (items: readonly Item[]): string[] =>
        items.filter((one) => one[sort] !== null).map(textOf);
      const isNatural = ["hosts", "clusters"].includes(name) && !/At$/.test(sort);
      expect(valuesOf(up)).toEqual(valuesOf(up).sort(isNatural ? natural.compare : undefined));
      expect(valuesOf(down)).toEqual(valuesOf(up).reverse());
      // What has no value stands at the end, whichever way.
      for (const items of [up, down]) {
        const firstAbsent = items.findIndex((one) => one[sort] === null);
        if (firstAbsent >= 0) expect(items.slice(firstAbsent).every((one) => one[sort] === null)).toBe(true);
      }
    },
  );

  it.each(lists)(
    "of %s has an order of its own, which begins with the newest or with A",
    async (_name, path, _sorts, own) => {
      const order = /^at$|At$/.test(own) ? "desc" : "asc";
      const plain = (await ask(`${path()}?limit=200`)).items.map(keyOf);
      expect(plain).toEqual((await ask(`${path()}?limit=200&sort=${own}&order=${order}`)).items.map(keyOf));
    },
  );

  it.each(lists)(
    "of %s refuses to be sorted by what it does not know, and names what it does",
    async (_name, path, sorts) => {
      const told = await tested.ask("GET", `${path()}?sort=colour&order=up`, {
        token: tested.people.admin.token,
      });
      expect(told.status).toBe(422);
      expect(told.json.errors).toMatchObject([
        { path: "/sort", code: "not_one_of", message: { params: { values: sorts.join(", ") } } },
        { path: "/order", code: "not_one_of", message: { params: { values: "asc, desc" } } },
      ]);
    },
  );

  it("refuses the cursor of another order", async () => {
    const { nextCursor } = await ask("/hosts?limit=2&sort=address");
    const told = await tested.ask("GET", `/hosts?limit=2&sort=name&cursor=${nextCursor}`, {
      token: tested.people.admin.token,
    });
    expect(told.json.errors).toMatchObject([{ path: "/cursor", code: "cursor_invalid" }]);
  });

  it("tells of the cursor of another order together with what else is wrong", async () => {
    const { nextCursor } = await ask("/hosts?limit=2&sort=address");
    const pathsOf = async (query: string): Promise<unknown> => {
      const told = await tested.ask("GET", `/hosts?${query}&cursor=${nextCursor}`, {
        token: tested.people.admin.token,
      });
      const errors = Array.isArray(told.json.errors) ? told.json.errors : [];
      return errors.map(({ path }) => path);
    };
    expect(await pathsOf("limit=0&sort=name")).toEqual(["/limit", "/cursor"]);
    expect(await pathsOf("limit=0")).toEqual(["/limit", "/cursor"]);
    expect(await pathsOf("limit=0&sort=address&order=desc")).toEqual(["/limit", "/cursor"]);
    expect(await pathsOf("limit=0&sort=address")).toEqual(["/limit"]);
    expect(await pathsOf("limit=2&sort=address&order=up")).toEqual(["/order"]);
  });

  it.each([
    ["agentSeenAt", "=never", randomUUID()],
    // The first and the last day that JavaScript knows, and the ends of what PostgreSQL reads as it is written there.
    ["agentSeenAt", "=-271821-04-20T00:00:00.000Z", randomUUID()],
    ["agentSeenAt", "=+275760-09-13T00:00:00.000Z", randomUUID()],
    ["agentSeenAt", "=0000-01-01T00:00:00.000Z", randomUUID()],
    ["agentSeenAt", "=0001-01-01T00:00:00.000Z", randomUUID()],
    ["agentSeenAt", "=9999-12-31T23:59:59.999Z", randomUUID()],
    ["createdAt", "", ""],
  ])("answers a forged place in %s, '%s', with some page, and no failure", async (sort, key, id) => {
    const forged = Buffer.from(JSON.stringify([key, id, `${sort} desc`])).toString("base64url");
    const told = await tested.ask("GET", `/hosts?sort=${sort}&cursor=${forged}`, {
      token: tested.people.admin.token,
    });
    expect(told.status).toBe(200);
  });
});
