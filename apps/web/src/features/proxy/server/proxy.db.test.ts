import { Accepted, type Host, isRefusal, message, type ProblemDetail } from "@primacy/contract";
import { type ClusterRecord, systemActor } from "@primacy/db";
import { afterAll, afterEach, beforeAll, expect, it } from "vitest";
import { openConsole, type TestConsole, type Told } from "../../../server/testing/open-console";
import { addCluster, addHost, addProxy, addVip } from "../../../server/testing/register";

let tested: TestConsole;
let hosts: readonly Host[];
let cluster: ClusterRecord;
let proxyId: string;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  const { database } = tested;
  hosts = [await addHost(database), await addHost(database)];
  cluster = await addCluster(database, [hosts[0] ?? (await addHost(database))]);
  await addVip(database, cluster.id);
  proxyId = await addProxy(database, cluster.id);
});
afterAll(() => tested.close());

const started: string[] = [];
afterEach(async () => {
  for (const id of started.splice(0)) await ask("POST", `/operations/${id}/cancel`);
});

function ask(
  method: string,
  path: string,
  body?: object,
  as: "operator" | "viewer" = "operator",
): Promise<Told> {
  return tested.ask(method, path, {
    token: tested.people[as].token,
    ...(body === undefined ? {} : { body }),
  });
}

async function order(path: string, method: string, body?: object): Promise<Told> {
  const told = await ask(method, `/clusters/${cluster.id}/proxies${path}`, body);
  if (told.status === 202) started.push(Accepted.parse(told.json).operation.id);
  return told;
}

const asked = (changes: object = {}) => ({
  kind: "haproxy",
  hostIds: hosts.map(({ id }) => id),
  address: "10.77.0.111",
  prefixLength: 24,
  virtualRouterId: 61,
  ...changes,
});
const reasonsOf = ({ json }: Told) => {
  const errors: ProblemDetail[] = Array.isArray(json.errors) ? json.errors : [];
  return errors.map(({ path, code }) => [path, code]);
};

it("whoever may look sees the proxies with their ports, a free VRRP group, and nothing of what a removal needs", async () => {
  const told = await ask("GET", `/clusters/${cluster.id}/proxies`, undefined, "viewer");
  expect(told).toMatchObject({ status: 200, json: { freeVirtualRouterId: 61 } });
  expect(told.json.items).toMatchObject([{ id: proxyId, address: "10.77.0.110", ports: { write: 3307 } }]);
  expect(JSON.stringify(told.json)).not.toContain("restore");
});

it("the ports of a proxy are endpoints of the cluster", async () => {
  const { json } = await ask("GET", `/clusters/${cluster.id}/endpoints`, undefined, "viewer");
  const items: { way: string; port: number }[] = Array.isArray(json.items) ? json.items : [];
  expect(items.filter(({ way }) => way.startsWith("haproxy")).map(({ way, port }) => [way, port])).toEqual([
    ["haproxy_write", 3307],
    ["haproxy_read", 3308],
  ]);
});

it("a proxy is ordered by the cluster's name, with its defaults, and kept as it was asked for", async () => {
  const told = await order("", "POST", { proxy: asked(), confirm: cluster.name });
  expect(told.status).toBe(202);
  const { operation } = Accepted.parse(told.json);
  expect(operation.kind).toBe("proxy.install");
  const refused = await order("", "POST", { proxy: asked(), confirm: "another" });
  expect(reasonsOf(refused)).toEqual([["/confirm", "confirm_mismatch"]]);
});

it("everything against a proxy is told at once, each by its field", async () => {
  const body = {
    proxy: asked({
      hostIds: [hosts[0]?.id, hosts[0]?.id],
      address: "10.77.0.100",
      virtualRouterId: 60,
      ports: { write: 3307, read: 3307 },
    }),
    confirm: "another",
  };
  expect(reasonsOf(await order("", "POST", body))).toEqual([
    ["/proxy/hostIds", "proxy_host_twice"],
    ["/proxy/ports", "proxy_ports_same"],
    ["/proxy/address", "proxy_address_vip"],
    ["/proxy/virtualRouterId", "already_exists"],
    ["/confirm", "confirm_mismatch"],
  ]);
});

it("a viewer orders nothing", async () => {
  const told = await ask("POST", `/clusters/${cluster.id}/proxies/check`, { proxy: asked() }, "viewer");
  expect(told.status).toBe(403);
});

it("a proxy is stopped by the cluster's name and started without, by an operator alone, and never while a benchmark runs", async () => {
  expect(reasonsOf(await order(`/${proxyId}/stop`, "POST", { confirm: "another" }))).toEqual([
    ["/confirm", "confirm_mismatch"],
  ]);
  for (const act of ["start", "stop"] as const) {
    const body = act === "stop" ? { confirm: cluster.name } : undefined;
    const path = `/clusters/${cluster.id}/proxies/${proxyId}/${act}`;
    expect((await ask("POST", path, body, "viewer")).status).toBe(403);
    const benchmark = await tested.database.transact(systemActor("test"), (unit) =>
      unit.operations.enqueue({
        ...{ kind: "benchmark", title: message("step.waiting"), input: {} },
        ...{ clusterId: cluster.id, target: { kind: "cluster", id: cluster.id, name: cluster.name } },
      }),
    );
    if (isRefusal(benchmark)) throw new Error(benchmark.message.text);
    expect(await order(`/${proxyId}/${act}`, "POST", body)).toMatchObject({
      ...{ status: 409, json: { code: "cluster_busy" } },
    });
    await ask("POST", `/operations/${benchmark.id}/cancel`);
    const told = await order(`/${proxyId}/${act}`, "POST", body);
    expect(told.status).toBe(202);
    expect(Accepted.parse(told.json).operation.kind).toBe(`proxy.${act}`);
    await ask("POST", `/operations/${started.pop()}/cancel`);
  }
});

it("a proxy that somebody has stopped says who and when", async () => {
  const { database } = tested;
  const stopped = { by: "ann", at: "2026-11-29T20:00:00.000Z" };
  const note = (to: typeof stopped | null) =>
    database.transact(systemActor("test"), (unit) => unit.proxies.setStopped(proxyId, to));
  await note(stopped);
  const told = await ask("GET", `/clusters/${cluster.id}/proxies`, undefined, "viewer");
  expect(told.json.items).toMatchObject([{ id: proxyId, stopped }]);
  await note(null);
});

it("what of the console comes through a proxy is told before it is stopped, by its places alone", async () => {
  const at = (port: number) => ({ address: "10.77.0.110", port });
  await tested.database.transact(systemActor("test"), async (unit) => {
    const off = { runs: 2, schedule: null, nextAt: null, requestedBy: "ann", observerHostId: null };
    const series = { ...off, clusterId: cluster.id, objectiveMs: 30_000, readEndpoints: [] };
    const faults = [{ kind: "kill_mysqld", restarts: false }] as const;
    await unit.drillSeries.create({ ...series, faults: [...faults], name: "Nightly", endpoints: [at(3307)] });
    await unit.drillSeries.create({ ...series, faults: [...faults], name: "Other", endpoints: [at(3309)] });
    const readers = { ...series, endpoints: [at(3309)], readEndpoints: [at(3308)] };
    await unit.drillSeries.create({ ...readers, faults: [...faults], name: "Reads" });
  });
  const path = `/clusters/${cluster.id}/proxies/${proxyId}/use`;
  expect(await ask("GET", path, undefined, "viewer")).toMatchObject({
    ...{ status: 200, json: { probed: [], awaited: ["Reads", "Nightly"] } },
  });
  const other = await addCluster(tested.database);
  const elsewhere = path.replace(cluster.id, other.id);
  expect((await ask("GET", elsewhere, undefined, "viewer")).status).toBe(404);
});

it("a removal asks for the cluster's name, and a proxy of another cluster is none of it", async () => {
  expect(reasonsOf(await order(`/${proxyId}`, "DELETE", { confirm: "another" }))).toEqual([
    ["/confirm", "confirm_mismatch"],
  ]);
  const other = await addCluster(tested.database);
  const told = await ask("DELETE", `/clusters/${other.id}/proxies/${proxyId}`, { confirm: other.name });
  expect(told.status).toBe(404);
  expect((await order(`/${proxyId}`, "DELETE", { confirm: cluster.name })).status).toBe(202);
});
