import { gzipSync } from "node:zlib";
import { message, type ProbeSample } from "@primacy/contract";
import { type ClusterRecord, newId, systemActor, type UnitOfWork } from "@primacy/db";
import { afterAll, beforeAll, expect, test } from "vitest";
import { openConsole, type TestConsole } from "../../../server/testing/open-console";
import { addCluster, addDrill, addHost } from "../../../server/testing/register";

let tested: TestConsole;
let cluster: ClusterRecord;
beforeAll(async () => {
  tested = await openConsole();
  await tested.announceWorker();
  cluster = await addCluster(tested.database, [
    await addHost(tested.database),
    await addHost(tested.database),
  ]);
});
afterAll(() => tested.close());

const operator = () => ({ token: tested.people.operator.token });
const viewer = () => ({ token: tested.people.viewer.token });
const store = <T>(act: (unit: UnitOfWork) => Promise<T>): Promise<T> =>
  tested.database.transact(systemActor("test"), act);
const order = (changes: object = {}) => ({
  fault: { kind: "kill_mysqld", restarts: true },
  endpoints: cluster.members.slice(0, 1).map(({ address, port }) => ({ address, port })),
  readEndpoints: cluster.members.slice(1).map(({ address, port }) => ({ address, port })),
  observerHostId: null,
  objectiveMs: 20_000,
  ...changes,
});

test("drills are allowed by an administrator alone, which is kept with who did it; until then one is only checked", async () => {
  const path = `/clusters/${cluster.id}`;
  const confirm = { confirm: cluster.name };
  const drills = `${path}/drills`;
  expect((await tested.ask("POST", `${drills}/check`, { ...operator(), body: order() })).status).toBe(202);
  const refused = await tested.ask("POST", drills, { ...operator(), body: order(confirm) });
  expect([refused.status, refused.json.code]).toEqual([409, "drills_not_allowed"]);
  const body = { allowsDrills: true };
  expect((await tested.ask("PATCH", path, { ...operator(), body })).status).toBe(403);
  const told = await tested.ask("PATCH", path, { token: tested.people.admin.token, body });
  expect(told.json).toMatchObject({ allowsDrills: true, isProduction: false });
  const { items } = await tested.database.audit.list({ action: "cluster.change" }, { after: null, limit: 9 });
  expect(items.map(({ detail }) => detail)).toContainEqual({ allowsDrills: true });

  expect((await tested.ask("POST", drills, { ...viewer(), body: order(confirm) })).status).toBe(403);
  const started = await tested.ask("POST", drills, { ...operator(), body: order(confirm) });
  expect(started.status).toBe(202);
  const claimed = await store((unit) => unit.work.claim({ owner: "test", leaseSeconds: 60, limit: 9 }));
  const inputs = claimed.flatMap(({ operation: { kind }, input }) => (kind === "drill" ? [input] : []));
  expect(inputs).toEqual([order()]);
  expect(order().readEndpoints).toHaveLength(1);
});

test("a fault names a member of the cluster, for a check and for an order", async () => {
  const named = { fault: { kind: "cut_secondary", memberId: newId() } };
  const drills = `/clusters/${cluster.id}/drills`;
  for (const [path, body] of [
    [`${drills}/check`, order(named)],
    [drills, order({ ...named, confirm: cluster.name })],
  ] as const) {
    const { status, json } = await tested.ask("POST", path, { ...operator(), body });
    expect([status, json.code]).toEqual([422, "validation_failed"]);
    expect(JSON.stringify(json.errors)).toContain("/fault/memberId");
  }
});

test("a drill is told with all that it found, in a list without that, and as a file with every attempt", async () => {
  const id = await addDrill(tested.database, cluster.id);
  const sample: ProbeSample = {
    ...{ lane: "write", endpoint: 0, seq: 7, dueMs: 1, startedMs: 1, endedMs: 4 },
    ...{ error: null, serverUuid: newId(), isSent: true },
  };
  for (const file of ["samples.csv", "samples.json"])
    expect((await tested.ask("GET", `/drills/${id}/${file}`, viewer())).status).toBe(409);
  await store((unit) =>
    unit.drills.end(id, {
      verdict: { kind: "passed", sentence: message("why.drill_stopped"), notes: [] },
      ...{ worstWriteGapMs: 7_420, lostWrites: 0, heal: "healed", endedAt: new Date() },
      outcomes: null,
      samples: gzipSync(JSON.stringify([sample])),
    }),
  );
  const found = await tested.ask("GET", `/drills/${id}`, viewer());
  const readEndpoints = [{ address: "10.77.0.101", port: 3306 }];
  expect(found.json).toMatchObject({ id, readEndpoints, state: "ended", findings: null });
  expect(found.json.verdict).toMatchObject({ kind: "passed" });
  const listed = await tested.ask("GET", `/clusters/${cluster.id}/drills`, viewer());
  expect(listed.json.items).toMatchObject([{ id, readEndpoints, worstWriteGapMs: 7_420, lostWrites: 0 }]);
  expect(JSON.stringify(listed.json)).not.toContain("findings");
  const file = await tested.ask("GET", `/drills/${id}/samples.json`, viewer());
  expect(file.json).toMatchObject({ drillId: id, readEndpoints, samples: [sample] });
  const csv = await tested.send("GET", `/drills/${id}/samples.csv`, viewer());
  expect(csv.headers.get("content-type")).toBe("text/csv; charset=utf-8");
  const [header = "", line = ""] = (await csv.text()).split("\r\n");
  expect(header.split(",")).toHaveLength(line.split(",").length);
  expect(line).toBe(`10.77.0.100:3306,write,7,1,1,4,,${sample.serverUuid},true,,,,,`);
  const report = await tested.send("GET", `/drills/${id}/report?language=zh`, viewer());
  expect(report.headers.get("content-type")).toBe("text/html; charset=utf-8");
  expect(report.headers.get("content-security-policy")).toContain("frame-ancestors 'none'");
  expect(await report.text()).toContain('<html lang="zh-CN">');
  for (const path of ["", "/report", "/samples.csv", "/samples.json"])
    expect((await tested.ask("GET", `/drills/${newId()}${path}`, viewer())).status).toBe(404);
});
