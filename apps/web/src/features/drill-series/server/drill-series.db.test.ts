import { message } from "@primacy/contract";
import { type ClusterRecord, newId, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addDrill, addHost, addProxy } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
});
afterAll(() => tested.close());
beforeEach(async () => {
  cluster = await addCluster(tested.database, [
    await addHost(tested.database),
    await addHost(tested.database),
  ]);
  await change({ allowsDrills: true });
});

const operator = () => ({ token: tested.people.operator.token });
const viewer = () => ({ token: tested.people.viewer.token });
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);
const change = (body: object) =>
  tested.ask("PATCH", `/clusters/${cluster.id}`, { token: tested.people.admin.token, body });
const order = (changes: object = {}) => ({
  name: "Nightly",
  faults: [{ kind: "kill_mysqld", restarts: false }],
  endpoints: cluster.members.slice(0, 1).map(({ address, port }) => ({ address, port })),
  ...{ observerHostId: null, objectiveMs: 20_000, runs: 3, schedule: null, confirm: cluster.name },
  ...changes,
});
const ask = (body: object, who = operator()) =>
  tested.ask("POST", `/clusters/${cluster.id}/drill-series`, { ...who, body });

test("a series is ordered by an operator who types the cluster's name, and kept with who did it", async () => {
  expect((await ask(order(), viewer())).status).toBe(403);
  expect((await ask(order({ confirm: "another" }))).json.errors).toMatchObject([{ path: "/confirm" }]);
  const readEndpoints = cluster.members.slice(1).map(({ address, port }) => ({ address, port }));
  expect(readEndpoints).toHaveLength(1);
  const told = await ask(order({ readEndpoints }));
  expect(told.status).toBe(201);
  expect(told.json).toMatchObject({
    readEndpoints,
    name: "Nightly",
    state: "running",
    done: 0,
    total: 3,
    nextAt: null,
  });
  const { items } = await tested.database.audit.list(
    { action: "drill_series.create" },
    { after: null, limit: 1 },
  );
  expect(items[0]?.detail).toMatchObject({ seriesId: told.json.id, readEndpoints, runs: 3 });
  const listed = await tested.ask("GET", `/clusters/${cluster.id}/drill-series`, viewer());
  expect(listed.json.items).toMatchObject([{ id: told.json.id }]);
  expect((await tested.ask("GET", `/drill-series/${told.json.id}`, viewer())).json).toEqual(told.json);
  expect((await tested.ask("GET", `/drill-series/${newId()}`, viewer())).status).toBe(404);
});

test("one with a schedule waits for its next time, and a time that never comes is refused", async () => {
  const schedule = { cron: "0 2 * * *", timeZone: "UTC", windowMinutes: 60 };
  const { json } = await ask(order({ schedule }));
  expect(json).toMatchObject({ state: "waiting", readEndpoints: [] });
  expect(String(json.nextAt)).toMatch(/T02:00:00.000Z$/);
  const never = await ask(order({ schedule: { ...schedule, cron: "0 2 30 2 *" } }));
  expect([never.status, never.json.errors]).toMatchObject([
    422,
    [{ path: "/schedule/cron", code: "cron_invalid" }],
  ]);
});

test("one is refused where drills are not allowed, and hits no member of another cluster", async () => {
  const other = await addCluster(tested.database, [await addHost(tested.database)]);
  const faults = [{ kind: "switchover", memberId: other.members[0]?.id }];
  expect((await ask(order({ faults }))).json.errors).toMatchObject([{ path: "/faults/0/memberId" }]);
  await change({ allowsDrills: false });
  expect((await ask(order())).json.code).toBe("drills_not_allowed");
});

test("one kills no proxy that the cluster has not, and every such fault is told", async () => {
  const kill = (program: string, proxyId: string | null = null) => ({
    ...{ kind: "kill_proxy", restarts: false },
    ...{ program, proxyId },
  });
  const faults = [{ kind: "stop_mysqld" }, kill("haproxy"), kill("mysqlrouter", newId())];
  // That of another cluster is not this one's.
  const other = await addCluster(tested.database, [await addHost(tested.database)]);
  const foreign = await addProxy(tested.database, other.id);
  const refused = await ask(order({ faults: [...faults, kill("haproxy", foreign)] }));
  expect([refused.status, refused.json.errors]).toMatchObject([
    422,
    [
      { path: "/faults/1/program", code: "drill_proxy_absent" },
      { path: "/faults/2/proxyId", code: "drill_proxy_absent" },
      { path: "/faults/3/proxyId", code: "drill_proxy_absent" },
    ],
  ]);
  const proxyId = newId();
  await store((unit) =>
    unit.proxies.create({
      ...{ id: proxyId, clusterId: cluster.id, kind: "router", address: null },
      hosts: [{ hostId: newId(), name: "px1", address: "10.77.0.21" }],
      ports: { write: 6446, read: 6447, split: null },
    }),
  );
  const able = [kill("mysqlrouter"), kill("mysqlrouter", proxyId)];
  expect((await ask(order({ faults: able }))).status).toBe(201);
  // A MySQL Router is no HAProxy.
  expect((await ask(order({ faults: [kill("haproxy", proxyId)] }))).json.errors).toMatchObject([
    { path: "/faults/0/proxyId", code: "drill_proxy_absent" },
  ]);
});

test("one is stopped by an operator, twice without harm, which is kept", async () => {
  const { json } = await ask(order());
  const path = `/drill-series/${json.id}`;
  expect((await tested.ask("DELETE", path, viewer())).status).toBe(403);
  const stopped = await tested.ask("DELETE", path, operator());
  expect(stopped.json).toMatchObject({ state: "stopped", remark: { code: "drill_series.stopped_by" } });
  expect((await tested.ask("DELETE", path, operator())).json).toEqual(stopped.json);
  expect((await tested.ask("DELETE", `/drill-series/${newId()}`, operator())).status).toBe(404);
  const { items } = await tested.database.audit.list(
    { action: "drill_series.stop" },
    { after: null, limit: 1 },
  );
  expect(items[0]?.detail).toMatchObject({ seriesId: json.id, name: "Nightly" });
});

test("the drills of a cluster are compared by fault and endpoint, all of them or those of one series of it", async () => {
  const { json: series } = await ask(order());
  const id = await addDrill(tested.database, cluster.id);
  const figures = {
    ...{ address: "10.77.0.100", port: 3306, label: "VIP", gapMs: 6_900, errorMs: 20 },
    ...{ writeBackMs: 7_000, lost: 0 },
  };
  await store((unit) =>
    unit.drills.end(id, {
      verdict: { kind: "passed", sentence: message("why.drill_stopped"), notes: [] },
      ...{ worstWriteGapMs: 6_900, lostWrites: 0, heal: "healed", endedAt: new Date(), samples: null },
      outcomes: [figures],
    }),
  );
  const path = `/clusters/${cluster.id}/drills/comparison`;
  const all = await tested.ask("GET", path, viewer());
  expect(all.json).toMatchObject({
    faults: [{ ways: [{ label: "VIP", medianMs: 6_900, worstMs: 6_900, runs: [{ drillId: id }] }] }],
    ...{ untested: 0, isCut: false },
  });
  const own = await tested.ask("GET", `${path}?series=${series.id}`, viewer());
  expect(own.json).toEqual({ faults: [], untested: 0, isCut: false });
  expect((await tested.ask("GET", `${path}?series=${newId()}`, viewer())).status).toBe(404);
});

test("the objective of a cluster is 30 s until an administrator says otherwise, which is kept", async () => {
  const get = () => tested.ask("GET", `/clusters/${cluster.id}`, viewer());
  expect((await get()).json.drillObjectiveMs).toBe(30_000);
  const body = { drillObjectiveMs: 12_500 };
  expect((await tested.ask("PATCH", `/clusters/${cluster.id}`, { ...operator(), body })).status).toBe(403);
  expect((await change(body)).json.drillObjectiveMs).toBe(12_500);
  expect((await change({ drillObjectiveMs: 50 })).json.errors).toMatchObject([{ code: "too_small" }]);
  const { items } = await tested.database.audit.list({ action: "cluster.change" }, { after: null, limit: 1 });
  expect(items[0]?.detail).toEqual({ drillObjectiveMs: 12_500 });
});
