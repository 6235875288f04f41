import { randomUUID } from "node:crypto";
import { message, type ProblemDetail } from "@primacy/contract";
import type { Endpoint, EndpointName } from "@primacy/contract/api";
import { systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { buildComponents, listEndpoints } from "../openapi/components";
import { addPluginLibrary } from "../testing/add-plugin-library";
import { openConsole, type TestConsole } from "../testing/open-console";
import {
  addBenchmark,
  addCluster,
  addDrill,
  addDrillSeries,
  addEndpoint,
  addHost,
  addProxy,
  addVip,
} from "../testing/register";

/** Every call that changes something: from the contract, so that a new one is among them. */
const mutating = listEndpoints().filter(([, { method }]) => method !== "get");
const components = buildComponents();

/** What no field of the contract takes; the first that a field refuses is sent in it. */
const wrongValues: readonly unknown[] = [{ wrong: true }, 7.5, "\u0000", [[]], null];

/** Tables that change without anybody's order: a worker says that it is there. */
const alive: ReadonlySet<string> = new Set(["worker"]);

let tested: TestConsole;
/** The rows as they were when they were looked at last. */
let rows: Readonly<Record<string, string>>;
/** What each parameter of a path names, by the part of the path before it. */
const named: Record<string, string> = {};

beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database, people } = tested;
  const host = await addHost(database);
  const cluster = await addCluster(database, [host]);
  const vip = await addVip(database, cluster.id);
  const operation = await database.transact(systemActor("test"), (unit) =>
    unit.operations.enqueue({ kind: "cluster.discover", title: message("step.waiting"), input: {} }),
  );
  Object.assign(named, {
    "/hosts/": host.id,
    "/clusters/": cluster.id,
    "/vips/": vip.id,
    "/members/": cluster.members[0]?.id,
    "/endpoints/": await addEndpoint(database, cluster.id),
    "/proxies/": await addProxy(database, cluster.id),
    "/benchmarks/": await addBenchmark(database, cluster.id),
    "/drills/": await addDrill(database, cluster.id),
    "/drill-series/": await addDrillSeries(database, cluster.id),
    "/operations/": "id" in operation ? operation.id : "",
    "/plugin-libraries/": (await addPluginLibrary(database)).id,
    "/users/": people.viewer.user.id,
    "/tokens/": randomUUID(),
    "/sessions/": randomUUID(),
  });
  rows = await tested.fingerprint();
});
afterAll(() => tested.close());

/** The path with what there is: a call that were let through would find what to change. */
function fill(path: string): string {
  return path.replaceAll(/(\/[\w-]+\/)\{\w+\}/g, (_, before: string) => {
    const id = named[before];
    if (id === undefined || id === "") throw new Error(`nothing is there yet for ${before} of ${path}`);
    return `${before}${id}`;
  });
}

/** A body that is wrong in each of its fields. */
function spoil(name: EndpointName, { body }: Endpoint): Record<string, unknown> {
  return Object.fromEntries(
    components.fieldsOf(name, "body").map((field) => {
      const isRefused = (value: unknown): boolean => {
        const issues = body.safeParse({ [field.name]: value }).error?.issues ?? [];
        return issues.some(({ path, code }) => path[0] === field.name && code !== "unrecognized_keys");
      };
      const value = wrongValues.find(isRefused);
      if (value === undefined) throw new Error(`${name}: ${field.name} takes every wrong value`);
      return [field.name, value];
    }),
  );
}

describe.each(mutating)("%s", (name, endpoint) => {
  it("refuses every wrong field, what it does not know of body and query, and changes nothing", async () => {
    const spoilt = spoil(name, endpoint);
    const told = await tested.ask(endpoint.method.toUpperCase(), `${fill(endpoint.path)}?surprise=1`, {
      cookie: tested.people.admin.cookie,
      body: { ...spoilt, surprise: 1 },
    });
    const before = rows;
    rows = await tested.fingerprint();
    expect(told.status).toBe(422);
    expect(told.headers.get("content-type")).toContain("application/problem+json");
    const errors: ProblemDetail[] = Array.isArray(told.json.errors) ? told.json.errors : [];
    for (const field of Object.keys(spoilt))
      expect(
        errors.some(({ path }) => path === `/${field}` || path.startsWith(`/${field}/`)),
        `${field} is named`,
      ).toBe(true);
    const unknown = errors.filter(({ message: { params } }) => params.fields === "surprise");
    expect(unknown.map(({ code }) => code)).toEqual(["unknown_field", "unknown_field"]);
    const changed = Object.keys(rows).filter((table) => before[table] !== rows[table] && !alive.has(table));
    expect(changed).toEqual([]);
  });
});

it("would notice one row more", async () => {
  const before = await tested.fingerprint();
  expect(await tested.fingerprint()).toMatchObject({ host: before.host, secret: before.secret });
  await addHost(tested.database);
  expect((await tested.fingerprint()).host).not.toBe(before.host);
});
