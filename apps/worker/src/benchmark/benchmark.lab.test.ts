import { readFile } from "node:fs/promises";
import type { BenchmarkRecord, EndpointRef, Host, Operation, SurroundingMetric } from "@primacy/contract";
import { isRefusal } from "@primacy/contract";
import { installLayout } from "@primacy/contract/agent";
import { nameBenchmark } from "@primacy/core/benchmark";
import { systemActor } from "@primacy/db";
import { databaseNames, isLongRun, joinRows, type LabHost, runRootSql } from "@primacy/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describe as describeOperation } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const actor = systemActor("test");
const patience = { timeout: 180_000, interval: 100 };

let here: SharedCluster;
let client: LabHost;
let loadHost: Host;
let arms: { name: string; endpoints: EndpointRef[] }[];

beforeAll(async () => {
  here = await shareCluster();
  client = here.lab.host("app1");
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  // Another file of the same console may have registered it already.
  const known = (await here.opened.database.hosts.listAll()).find(
    ({ address }) => address === client.address,
  );
  loadHost = known ?? (await here.addHost(client, { user: "root", credential: { kind: "key", privateKey } }));
  const installed = await here.run("agent.install", loadHost, { hostOperator: true });
  expect(describeOperation(installed)).toMatchObject({ state: "succeeded" });
  const vip = await here.applyVip(here.clusterId);
  const { members } = await here.opened.database.clusters.get(here.clusterId);
  const primary = members.find(({ address }) => address === here.lab.host("db1").address);
  arms = [
    { name: "Direct", endpoints: [{ kind: "member", memberId: primary?.id ?? "" }] },
    { name: "VIP", endpoints: [{ kind: "vip", vipId: vip.id }] },
  ];
}, 900_000);
afterAll(async () => {
  await here.run("agent.remove", loadHost);
  await here.opened.database.transact(actor, async (unit) => {
    await unit.agents.remove(loadHost.id);
    await unit.hosts.remove(loadHost.id);
  });
  await here.giveBack();
}, 900_000);

async function start(changes: object = {}): Promise<string> {
  const { user, password } = here.lab.credentials.admin;
  const input = {
    name: "Direct and VIP",
    loadHostId: loadHost.id,
    arms,
    workload: { tool: "sysbench", tables: 2, tableSize: 1_000 },
    ...{ threads: [4], blocks: 2, runSeconds: 5, warmupSeconds: 1, seed: 7, user },
    ...changes,
  };
  const asked = await here.request("benchmark", here.clusterId, input, { password });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

const find = (id: string): Promise<BenchmarkRecord | null> => here.opened.database.benchmarks.find(id);

async function ended(id: string): Promise<Operation> {
  return here.ended(id, 600_000);
}

/** What a benchmark makes on the servers, by name; nothing once it has ended. */
async function leftOnServers(id: string): Promise<string> {
  const { schema, account } = nameBenchmark(id);
  const statement = `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${schema}'
    UNION SELECT User FROM mysql.user WHERE User = '${account}'`;
  return joinRows(await runRootSql(here.lab.host("db2"), statement));
}

/** The means of a figure in each second of a run, by the names of the hosts. */
async function readHosts(
  id: string,
  run: string,
  metric: SurroundingMetric,
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  const { database } = here.opened;
  const found = await database.benchmarks.findSourceCurves(id, { run, metric });
  const curves = (found?.curves ?? []).map(async ({ id: hostId, points }) => {
    const { name } = await database.hosts.get(hostId);
    // Each test file calls its hosts otherwise: db1-z4yg5m.
    return [name.replace(/-.*/, ""), points.map(({ figure }) => figure?.mean ?? null)] as const;
  });
  return new Map(await Promise.all(curves));
}

/** What waited to be applied on each member, second by second. */
async function readQueues(id: string, run: string): Promise<readonly (readonly unknown[])[]> {
  const found = await here.opened.database.benchmarks.findSourceCurves(id, { run, metric: "apply" });
  return (found?.curves ?? []).map(({ points }) => points.filter(({ figure }) => figure !== null));
}

/** How many seconds of its first run there are. */
async function countMeasured(id: string): Promise<number> {
  const runs = await here.opened.database.benchmarks.listSeries(id, { block: 0, threads: 4 });
  return runs[0]?.points.length ?? 0;
}

/** A secondary has that a moment later. */
async function expectNothingLeft(id: string): Promise<void> {
  await expect.poll(readLoad, patience).toBe("");
  await expect.poll(() => leftOnServers(id), patience).toBe("");
}

const readLoad = async (): Promise<string> =>
  (await client.tryExec(["pgrep", "-x", "sysbench"])).stdout.trim();

test("a benchmark measures each arm in each block, second by second, though its worker is replaced in the midst, and leaves nothing", async () => {
  const id = await start();
  await expect.poll(async () => (await find(id))?.runs[0]?.state, patience).toBe("running");
  await here.replaceEngine();
  expect(describeOperation(await ended(id))).toMatchObject({ state: "succeeded" });
  const found = await find(id);
  expect(found).toMatchObject({ state: "succeeded", data: { rows: 2_000 } });
  // A block that was disturbed, as on a machine that stood still for a moment, comes again at the end.
  expect(found?.runs.filter(({ state }) => state === "done")).toHaveLength(4);
  expect(found?.data?.bytes).toBeGreaterThan(100_000);
  expect(found?.system?.servers.map(({ isPrimary }) => isPrimary).sort()).toEqual([false, false, true]);
  for (const { server, machine } of found?.system?.servers ?? []) {
    expect(server?.variables).toMatchObject({ group_replication_single_primary_mode: "ON" });
    expect(machine?.memoryBytes).toBeGreaterThan(1_000_000);
  }
  for (const block of [0, 1]) {
    const runs = found?.runs.filter((run) => run.block === block && run.state === "done") ?? [];
    expect(runs.map(({ arm }) => arm).sort()).toEqual([0, 1]);
    for (const { figures, id: runId } of runs) {
      expect(figures?.network?.primary?.outBytes).toBeGreaterThan(100);
      expect(figures?.network?.secondaries?.inBytes).toBeGreaterThan(100);
      const sent = await readHosts(id, runId, "networkOut");
      expect([...sent.keys()].sort()).toEqual(["app1", "db1", "db2", "db3"]);
      // An agent that got no processor for seconds has read nothing in them.
      const least = isLongRun ? 3 : 0;
      const told = sent.get("db1")?.filter((value) => value !== null && value > 1_000);
      expect(told?.length).toBeGreaterThan(least);
      expect((await readQueues(id, runId)).every((values) => values.length > Math.min(least, 2))).toBe(true);
      const counters = await here.opened.database.benchmarks.findCounters(id, runId);
      expect(counters?.status.primary?.Questions).toBeGreaterThan(100);
      expect(counters?.status.secondaries?.Questions).toBeGreaterThanOrEqual(0);
      // Statements are prepared: MySQL counts what executes them.
      expect(counters?.statements?.top.map(({ text }) => text)).toContain("EXECUTE COMMIT");
      expect(counters?.transactions).toBeGreaterThan(figures?.transactions ?? Number.POSITIVE_INFINITY);
      // On a busy machine sysbench reports a second late, and the last one is none any more.
      expect([4, 5]).toContain(figures?.seconds);
      expect(figures).toMatchObject({ errorsPerSecond: expect.any(Number) });
      expect(figures?.tps).toBeGreaterThan(0);
      expect(figures?.latency.p95?.ms).toBeGreaterThan(figures?.latency.p50?.ms ?? Number.POSITIVE_INFINITY);
    }
    const series = await here.opened.database.benchmarks.listSeries(id, { block, threads: 4 });
    // A disturbed block shows what its voided runs measured too.
    const kept = series.filter(({ runId }) => runs.some((run) => run.id === runId));
    expect(kept).toHaveLength(runs.length);
    for (const { points } of kept) {
      const seconds = points.map(({ second: at }) => at);
      expect(seconds).toEqual([...new Set(seconds)].sort((one, other) => one - other));
      // The same holds of the curve: what came a second late is one row for two.
      expect(seconds.length).toBeGreaterThanOrEqual(5);
      expect(seconds.every((at) => at >= 1 && at <= 6)).toBe(true);
    }
  }
  await expectNothingLeft(id);
}, 900_000);

if (isLongRun)
  test("a host whose agent goes away is a gap in its curve alone; agent and host operator of the load host, killed beside the load, are started again: none of it costs the run a second", async () => {
    const id = await start({ blocks: 1, runSeconds: 20, arms: arms.slice(0, 1) });
    const runId = async () => (await find(id))?.runs[0]?.id ?? "";
    const seconds = async () => (await readHosts(id, await runId(), "cpu")).get("db3")?.length ?? 0;
    await expect.poll(seconds, patience).toBeGreaterThan(1);
    await here.lab.fault.killAgent("db3", { restart: false });
    await client.exec(["sh", "-c", `kill -9 $(cat ${installLayout.runFolder}/operator.child)`]);
    const readAgent = async (): Promise<string> =>
      (await client.tryExec(["cat", `${installLayout.runFolder}/agent.pid`])).stdout.trim();
    const agent = await readAgent();
    await client.exec(["sh", "-c", `kill -9 ${agent}`]);
    // Its supervisor starts another one, while the load runs.
    await expect.poll(readAgent, patience).not.toMatch(new RegExp(`^(?:${agent})?$`));
    expect(await readLoad()).not.toBe("");
    try {
      expect(describeOperation(await ended(id))).toMatchObject({ state: "succeeded" });
    } finally {
      await here.lab.fault.startAgent("db3");
    }
    expect(await find(id)).toMatchObject({ runs: [{ state: "done", figures: { seconds: 20 } }] });
    const cpu = await readHosts(id, await runId(), "cpu");
    expect(cpu.get("db3")?.length).toBeLessThan(21);
    expect(cpu.get("db1")).toHaveLength(21);
    expect(cpu.get("db1")).not.toContain(null);
  }, 900_000);

test("a cancelled benchmark ends its load at once, keeps what was measured, and leaves nothing; the next one takes no schema that exists and touches none", async () => {
  const id = await start({ runSeconds: 600 });
  await expect.poll(() => countMeasured(id), patience).toBeGreaterThan(1);
  expect(await readLoad()).not.toBe("");
  // It waits, so that its names are known before it makes anything.
  const next = await start({ blocks: 1 });
  const { schema } = nameBenchmark(next);
  const own = `CREATE DATABASE ${schema}; CREATE TABLE ${schema}.sbtest1 (id INT PRIMARY KEY); INSERT INTO ${schema}.sbtest1 VALUES (7)`;
  await runRootSql(here.lab.host("db1"), own);
  await here.opened.database.transact(actor, (unit) => unit.operations.requestCancel(id));
  expect((await ended(id)).state).toBe("undone");
  await expectNothingLeft(id);
  expect(await find(id)).toMatchObject({
    state: "cancelled",
    runs: [{ state: "void", reason: { code: "why.benchmark_stopped" } }, {}, {}, {}],
  });
  expect((await ended(next)).problem).toMatchObject({
    ...{ code: "benchmark_taken", message: { params: { names: schema } } },
  });
  expect(joinRows(await runRootSql(here.lab.host("db1"), `SELECT id FROM ${schema}.sbtest1`))).toBe("7");
  await runRootSql(here.lab.host("db1"), `DROP DATABASE ${schema}`);
  await expectNothingLeft(next);
}, 900_000);

/** For how many seconds each server has run, and how the group has it. */
async function readServers(): Promise<readonly { uptime: number; role: string }[]> {
  const sql = `SELECT VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'
    UNION ALL SELECT CONCAT(MEMBER_ROLE, ' ', MEMBER_STATE) FROM performance_schema.replication_group_members
    WHERE MEMBER_ID = @@server_uuid`;
  return Promise.all(
    databaseNames.map(async (name) => {
      const [uptime = "", role = ""] = joinRows(await runRootSql(here.lab.host(name), sql)).split(
        /[\n,;]\s*/,
      );
      return { uptime: Number(uptime), role };
    }),
  );
}

if (isLongRun)
  test("servers that are restarted before each run began anew, though the worker is replaced in the midst, the primary is who it was, the group is whole, and the runs count", async () => {
    const before = await readServers();
    const begunAtMs = performance.now();
    const asked = isLongRun ? arms : arms.slice(0, 1);
    const id = await start({ blocks: 1, arms: asked, hygiene: "restart_servers" });
    const isInMidst = async (): Promise<boolean> =>
      (await find(id))?.runs[0]?.preparation?.some(({ kind }) => kind === "restart") === true;
    await expect.poll(isInMidst, { timeout: 300_000, interval: 100 }).toBe(true);
    await here.replaceEngine();
    expect(describeOperation(await here.ended(id, 900_000))).toMatchObject({ state: "succeeded" });
    const tookSeconds = (performance.now() - begunAtMs) / 1_000;
    const after = await readServers();
    expect(after.map(({ role }) => role)).toEqual(before.map(({ role }) => role));
    expect(after.map(({ role }) => role)).toEqual(["PRIMARY ONLINE", "SECONDARY ONLINE", "SECONDARY ONLINE"]);
    for (const { uptime } of after) expect(uptime).toBeLessThan(tookSeconds);
    const found = await find(id);
    const done = found?.runs.filter(({ state }) => state === "done") ?? [];
    expect(done.map(({ arm }) => arm).sort()).toEqual(asked.map((_arm, index) => index));
    for (const { preparation, figures } of done) {
      expect(figures?.tps).toBeGreaterThan(0);
      expect(preparation?.map(({ kind }) => kind)).toEqual([
        ...["clear", "restart", "restart", "switch", "restart", "switch", "await_endpoints", "fill"],
      ]);
      expect(preparation?.every(({ ms }) => ms >= 0)).toBe(true);
    }
    expect(found).toMatchObject({ hygiene: "restart_servers", data: { rows: 2_000 } });
    await expectNothingLeft(id);
  }, 900_000);

if (isLongRun)
  test("a benchmark that is cancelled while a server restarts leaves the group whole, with the primary that it had", async () => {
    const id = await start({ blocks: 1, hygiene: "restart_servers" });
    const isSwitched = async (): Promise<boolean> =>
      (await find(id))?.runs[0]?.preparation?.some(({ kind }) => kind === "switch") === true;
    await expect.poll(isSwitched, { timeout: 300_000, interval: 100 }).toBe(true);
    await here.opened.database.transact(actor, (unit) => unit.operations.requestCancel(id));
    expect(describeOperation(await here.ended(id, 600_000))).toMatchObject({ state: "undone" });
    const roles = (await readServers()).map(({ role }) => role);
    expect(roles).toEqual(["PRIMARY ONLINE", "SECONDARY ONLINE", "SECONDARY ONLINE"]);
    expect(await leftOnServers(id)).toBe("");
  }, 900_000);

test("no cache is dropped in a lab, whose hosts share one kernel: the benchmark is refused with that reason", async () => {
  const before = await readServers();
  const id = await start({ hygiene: "drop_caches" });
  const told = JSON.stringify(describeOperation(await ended(id)));
  expect(told).toContain("share a kernel with others");
  for (const { name } of here.hosts.filter((one) => one.id !== loadHost.id)) expect(told).toContain(name);
  expect(await find(id)).toBeNull();
  const after = await readServers();
  for (const [place, { uptime }] of after.entries())
    expect(uptime).toBeGreaterThanOrEqual(before[place]?.uptime ?? Number.POSITIVE_INFINITY);
}, 900_000);

if (isLongRun)
  test("what others run on a server beside a run voids its block, which is run again without them", async () => {
    const id = await start({ blocks: 1, arms: arms.slice(0, 1), runSeconds: 8 });
    await expect.poll(() => countMeasured(id), patience).toBeGreaterThan(0);
    // All at once, so that they have ended long before the run does.
    const sleeps = Array.from({ length: 8 }, () => runRootSql(here.lab.host("db1"), "SELECT SLEEP(1)"));
    await Promise.all(sleeps);
    expect(describeOperation(await ended(id))).toMatchObject({ state: "succeeded" });
    const runs = (await find(id))?.runs ?? [];
    const [first, again] = [runs[0], runs.at(-1)];
    // A machine that stood still for a moment voids one more.
    expect(runs.map(({ state }) => state)).toEqual([...Array(runs.length - 1).fill("void"), "done"]);
    const { code, params } = first?.reason ?? {};
    // It names whose share is the largest: on a busy machine that may be a client of another test that is being ended.
    expect([code, params]).toMatchObject(["why.benchmark_foreign_time", { limit: 5 }]);
    expect(params?.member).toMatch(/^db1/);
    expect(params?.share).toBeGreaterThan(10);
    const counters = await here.opened.database.benchmarks.findCounters(id, again?.id ?? "");
    expect(counters?.work?.own.count).toBeGreaterThan(100);
  }, 900_000);

// It waits for the minute that a run may be late.
if (isLongRun)
  test("an endpoint that vanishes in the midst of a run: the load that waits for it is ended at its limit, its block is tried again, and the benchmark ends with the reason and leaves nothing", async () => {
    const address = `${here.lab.names.network}.77`;
    const vanish = await here.standing.addConflictingHost("db1", `${address}/32`);
    const id = await start({
      arms: [{ name: "Vanishing", endpoints: [{ kind: "custom", address, port: 3306 }] }],
      ...{ blocks: 1, runSeconds: 8 },
    });
    try {
      await expect.poll(() => countMeasured(id), patience).toBeGreaterThan(1);
    } finally {
      await vanish();
    }
    const { problem } = await ended(id);
    expect(problem?.code).toBe("benchmark_too_many_void");
    expect(problem?.message.text).toContain(address);
    expect((await find(id))?.runs.map(({ state, reason }) => [state, reason?.code])).toEqual([
      ["failed", "why.benchmark_stood_still"],
      ["failed", "why.benchmark_fatal"],
      ["failed", "why.benchmark_fatal"],
    ]);
    expect(await readLoad()).toBe("");
    expect(await leftOnServers(id)).toBe("");
  }, 900_000);

if (isLongRun)
  test("a disk of the primary that fills while the tables are filled ends the benchmark with what the server said, and leaves nothing", async () => {
    const [db1, folder] = [here.lab.host("db1"), "/var/tmp/small"];
    // Where the server sorts an index that it makes.
    await here.lab.fault.limitSpace("db1", folder, 65_536);
    await db1.exec(["chmod", "1777", folder]);
    await runRootSql(db1, `SET GLOBAL innodb_tmpdir = '${folder}'`);
    let id: string;
    let operation: Operation;
    try {
      id = await start({ workload: { tool: "sysbench", tables: 1, tableSize: 150_000 } });
      operation = await ended(id);
    } finally {
      await runRootSql(db1, "SET GLOBAL innodb_tmpdir = DEFAULT");
      await db1.exec(["umount", "-l", folder]);
    }
    expect(operation).toMatchObject({ state: "undone", problem: { code: "benchmark_program" } });
    expect(operation.problem?.message.text).toContain("1878");
    expect(await find(id)).toMatchObject({ state: "failed", runs: [], data: null });
    expect(await readLoad()).toBe("");
    expect(await leftOnServers(id)).toBe("");
  }, 900_000);

test("a load that dies voids its block, which is run again; a primary that dies ends the benchmark, what was measured is kept, and the next primary is left clean", async () => {
  // Neither run is to end by itself before it is hit.
  const id = await start({ blocks: 1, runSeconds: 20 });
  await expect.poll(async () => (await find(id))?.runs[0]?.state, patience).toBe("running");
  await expect.poll(readLoad, patience).not.toBe("");
  await client.exec(["pkill", "-KILL", "-x", "sysbench"]);
  const repeated = async (): Promise<string | undefined> => (await find(id))?.runs[2]?.state;
  await expect.poll(repeated, patience).toBe("running");
  await here.lab.fault.killMysql("db1", { restart: false });
  const operation = await ended(id);
  expect(operation.problem?.code).toBe("benchmark_primary_moved");
  const found = await find(id);
  expect(found?.state).toBe("failed");
  expect(found?.runs.map(({ block, state }) => [block, state])).toEqual([
    [0, "failed"],
    [0, "void"],
    [0, expect.stringMatching(/void|failed/)],
    [0, "void"],
    [0, "waiting"],
    [0, "waiting"],
  ]);
  await expect.poll(() => leftOnServers(id), patience).toBe("");
}, 900_000);
