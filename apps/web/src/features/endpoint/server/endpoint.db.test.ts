import { CustomEndpoint, type EndpointLook, MeasuredEndpoint, message } from "@primacy/contract";
import { type ClusterRecord, systemActor, type WatchLease } from "@primacy/db";
import { afterAll, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost, addProxy, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
let lease: WatchLease;
let proxyId: string;
beforeAll(async () => {
  tested = await openConsole();
  const { database } = tested;
  cluster = await addCluster(database, [await addHost(database), await addHost(database)]);
  await addVip(database, cluster.id);
  proxyId = await addProxy(database, cluster.id);
  const leases = await database.transact(systemActor("test"), (unit) => unit.watches.claim("test", 60, 100));
  const [claimed] = leases.filter(({ clusterId }) => clusterId === cluster.id);
  if (claimed === undefined) throw new Error("somebody else watches");
  lease = claimed;
});
afterAll(() => tested.close());

function ask(
  method: string,
  path = "",
  body?: object,
  as: "operator" | "viewer" = "operator",
): Promise<Told> {
  return tested.ask(method, `/clusters/${cluster.id}/endpoints${path}`, {
    token: tested.people[as].token,
    ...(body === undefined ? {} : { body }),
  });
}

async function list(): Promise<readonly MeasuredEndpoint[]> {
  const told = await ask("GET", "", undefined, "viewer");
  expect(told.status).toBe(200);
  return MeasuredEndpoint.array().parse(told.json.items);
}

const record = (looks: readonly EndpointLook[]): Promise<void> =>
  tested.database.transact(systemActor("test"), (unit) => unit.endpoints.recordLooks(lease, looks));

it("whoever may look sees every way to the database, and that nobody has looked where it leads", async () => {
  const items = await list();
  expect(items.map(({ way, purpose }) => [way, purpose])).toEqual([
    ["direct", "any"],
    ["direct", "any"],
    ["write_vip", "write"],
    ["haproxy_write", "write"],
    ["haproxy_read", "read"],
  ]);
  for (const { health } of items)
    expect(health).toMatchObject({ state: "unknown", ageMs: null, servers: [] });
});

it("an endpoint says which server answered, when, and that it is the wrong one with what to do", async () => {
  const [, second] = cluster.members;
  const server = {
    memberId: second?.id ?? null,
    name: "db2",
    serverUuid: second?.serverUuid ?? "",
    hostName: "db2.example",
    role: "SECONDARY",
    isReadOnly: true,
    isAway: false,
    through: "px1",
    ageMs: 300,
  } as const;
  const reached = { sight: { kind: "reached", loginMs: 5.5 }, ageMs: 300, servers: [server] } as const;
  await record([
    { ...reached, servers: [server], key: `proxy ${proxyId} write`, wrongForMs: 4_000 },
    { ...reached, servers: [server], key: `proxy ${proxyId} read`, wrongForMs: null },
  ]);
  const healthOf = async (way: string) => (await list()).find((one) => one.way === way)?.health;
  expect(await healthOf("haproxy_write")).toMatchObject({
    state: "wrong",
    tone: "failed",
    loginMs: 5.5,
    servers: [{ name: "db2", role: "SECONDARY", hostName: "db2.example", through: "px1" }],
    finding: { code: "endpoint.secondary" },
    advice: { code: "endpoint.advice.haproxy" },
  });
  const reading = await healthOf("haproxy_read");
  expect(reading).toMatchObject({ state: "right", finding: null });
  expect(reading?.ageMs).toBeGreaterThanOrEqual(300);
  expect(reading?.ageMs).toBeLessThan(10_000);
});

it("an address that the cluster has already, as a VIP or a port of a proxy, is not stored a second time", async () => {
  for (const { address, port } of (await list()).filter(({ way }) => way !== "custom")) {
    const told = await ask("POST", "", { name: "again", address, port });
    expect([told.status, told.json.code]).toEqual([409, "already_exists"]);
  }
});

it("an operator stores an address of the clients under a name, and forgets it; both stand in the audit log", async () => {
  const body = { name: "F5", address: "mysql.example.com", port: 3306, purpose: "write" };
  expect((await ask("POST", "", body, "viewer")).status).toBe(403);
  const told = await ask("POST", "", body);
  expect(told.status).toBe(201);
  const stored = CustomEndpoint.parse(told.json);
  await record([
    {
      key: "custom mysql.example.com:3306",
      sight: { kind: "silent", reason: message("why.connection_refused") },
      ageMs: 0,
      servers: [],
      wrongForMs: null,
    },
  ]);
  expect((await list()).at(-1)).toMatchObject({
    way: "custom",
    name: "F5",
    purpose: "write",
    customId: stored.id,
    health: { state: "silent", finding: { code: "why.connection_refused" } },
  });
  expect((await ask("DELETE", `/${stored.id}`)).status).toBe(204);
  expect(await ask("DELETE", `/${stored.id}`)).toMatchObject({ status: 404 });
  const { items } = await tested.database.audit.list({}, { limit: 2, after: null });
  expect(items.map(({ action, targetName }) => [action, targetName])).toEqual([
    ["endpoint.remove", cluster.name],
    ["endpoint.add", cluster.name],
  ]);
});
