import { Accepted, type ProblemDetail } from "@primacy/contract";
import { type EndpointName, endpoints } from "@primacy/contract/api";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { listEndpoints } from "../../../server/openapi/components";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost, addProxy, addVip } from "../../../server/testing/register";
import { confirm, fillBody, nothingStored } from "./fill-body.fixture";
import { orderRoute } from "./order-route";

let tested: TestConsole;
let cluster: ClusterRecord;
/** What each parameter of a path names, by the part of the path before it. */
const named: Record<string, string> = {};

beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database } = tested;
  const host = await addHost(database);
  await database.transact(systemActor("test"), async (unit) => {
    await unit.hosts.forgetCredential(host.id);
    await unit.agents.setState(host.id, "silent", { version: "1.0.0", protocol: 2 });
  });
  cluster = await addCluster(database, [host]);
  const vip = await addVip(database, cluster.id);
  Object.assign(named, {
    "/hosts/": host.id,
    "/clusters/": cluster.id,
    "/vips/": vip.id,
    "/proxies/": await addProxy(database, cluster.id),
    "/members/": cluster.members[0]?.id,
  });
});
afterAll(() => tested.close());

const member = (): string => cluster.members[0]?.id ?? "";

/** On hosts that nobody registered, at the address of a VIP, in the VRRP group of another proxy. */
const takenProxy = {
  kind: "haproxy",
  hostIds: [nothingStored, nothingStored],
  address: "10.77.0.100",
  prefixLength: 24,
  virtualRouterId: 60,
};

/** What something stored stands against only with a certain body; of all others `fillBody` makes one. */
const orders: Partial<Record<EndpointName, () => object>> = {
  // The host has no credentials.
  testHost: () => ({}),
  installAgent: () => ({}),
  upgradeAgent: () => ({}),
  repairAgent: () => ({}),
  removeAgent: () => ({}),
  enableOperator: () => ({}),
  disableOperator: () => ({}),
  registerCluster: () => ({ name: cluster.name, address: "db1", user: "root", password: "secret" }),
  refreshCluster: () => ({ overrule: true }),
  rejoinMember: () => ({ isCloneAllowed: true, confirm }),
  checkVip: () => ({
    address: "10.77.0.9",
    prefixLength: 24,
    provider: "greatdb_ha",
    kind: "read",
    nics: { [nothingStored]: "a" },
  }),
  applyVip: () => ({
    address: "10.77.0.9",
    prefixLength: 24,
    provider: "greatdb_ha",
    kind: "read",
    nics: { [nothingStored]: "a" },
  }),
  checkProxy: () => ({ proxy: takenProxy }),
  installProxy: () => ({ proxy: takenProxy, confirm }),
  checkMigration: () => ({ migration: { to: "keepalived", address: "10.77.0.100" } }),
  migrateAddress: () => ({ migration: { to: "vip", address: "10.77.0.100", port: 3306 }, confirm }),
  changeVip: () => ({ prefixLength: 64, confirm }),
  resumeVip: () => ({ hostId: nothingStored }),
  moveReadVips: () => ({ moves: [{ address: "10.77.0.101", memberId: nothingStored }] }),
  // The VIP is one of the agents.
  rebindVip: () => ({}),
  applyFix: () => ({ fix: "expel_timeout" }),
};

/** None where it was started. */
function reasonsOf({ status, json }: Told): [path: string, code: string][] {
  if (status === 202) return [];
  const errors: ProblemDetail[] = Array.isArray(json.errors) ? json.errors : [];
  return errors.length > 0 ? errors.map(({ path, code }) => [path, code]) : [["", String(json.code)]];
}

function ask(name: EndpointName, body: object): Promise<Told> {
  const { method, path } = endpoints[name];
  const address = path.replaceAll(/(\/\w+\/)\{\w+\}/g, (_, before: string) => `${before}${named[before]}`);
  return tested.ask(method.toUpperCase(), address, { cookie: tested.people.admin.cookie, body });
}

/** Whether an order has to be refused: its body was made for that, repeats another name or names what is not there. */
function isAgainst(name: EndpointName, body: object): boolean {
  return (
    orders[name] !== undefined || [confirm, nothingStored].some((one) => Object.values(body).includes(one))
  );
}

/** What nothing stands against was started: the next order finds the cluster free again. */
async function cancel({ json }: Told): Promise<void> {
  const { id } = Accepted.parse(json).operation;
  const { cookie } = tested.people.admin;
  const told = await tested.ask("POST", `/operations/${id}/cancel`, { cookie, body: {} });
  expect(told.json).toMatchObject({ operation: { state: "cancelled" } });
}

describe("what stands against an order is told with a field that it does not know as without one:", () => {
  const started = listEndpoints().flatMap(([name, { starts }]) => (starts.length > 0 ? [name] : []));

  it.each(started)("%s", async (name) => {
    const body = orders[name]?.() ?? fillBody(name);
    const told = await ask(name, body);
    if (told.status === 202) await cancel(told);
    else expect([404, 409, 422], "it is refused by what is stored").toContain(told.status);
    expect(told.status === 202 && isAgainst(name, body), "what stands against it is told").toBe(false);
    const reasons = reasonsOf(told);
    expect(reasons.map(([, code]) => code)).not.toContain("required");
    expect(reasonsOf(await ask(name, { ...body, surprise: 1 }))).toEqual([["", "unknown_field"], ...reasons]);
  });
});

it("an order about what is not there is refused for that alone once it can be read", async () => {
  const path = `/clusters/${cluster.id}/vips/${nothingStored}`;
  const { cookie } = tested.people.admin;
  const whole = await tested.ask("DELETE", path, { cookie, body: { confirm } });
  expect([whole.status, whole.json.code]).toEqual([404, "not_found"]);
  const partial = await tested.ask("DELETE", path, { cookie, body: { confirm, surprise: 1 } });
  expect(reasonsOf(partial)).toEqual([["", "unknown_field"]]);
});

it("an account that was sent but cannot be read is not called missing", async () => {
  const body = { memberId: member(), confirm: cluster.name, administrator: { user: "root" } };
  expect(reasonsOf(await ask("restartCluster", body))).toEqual([["/administrator/password", "required"]]);
  const without = { memberId: member(), confirm: cluster.name };
  expect(reasonsOf(await ask("restartCluster", without))).toEqual([["", "credentials_missing"]]);
});

it("a call starts no operation of a kind that it does not declare", () => {
  const start = { title: {}, input: { hostOperator: false }, target: { kind: "host" as const, name: "db1" } };
  const order = { kind: "agent.install" as const, find: async () => null, start: () => start };
  expect(orderRoute(endpoints.installAgent, order).endpoint).toBe(endpoints.installAgent);
  expect(() => orderRoute(endpoints.testHost, order)).toThrow(
    "does not declare that it starts agent.install",
  );
});
