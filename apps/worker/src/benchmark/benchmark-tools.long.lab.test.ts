import { readFile } from "node:fs/promises";
import type { BenchmarkRecord, EndpointRef, Host } from "@primacy/contract";
import { isRefusal } from "@primacy/contract";
import { agentCommands } from "@primacy/contract/agent";
import { nameBenchmark } from "@primacy/core/benchmark";
import { systemActor } from "@primacy/db";
import { joinRows, type LabHost, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describe as describeOperation } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const actor = systemActor("test");
const patience = { timeout: 180_000, interval: 100 };
const create = "create table t1 (id serial primary key, a varchar(8))";
const query = "insert into t1 set a='fooBa'";

let here: SharedCluster;
let app: LabHost;
let loadHost: Host;
let memberHost: Host;
let arms: { name: string; endpoints: EndpointRef[] }[];

beforeAll(async () => {
  here = await shareCluster();
  app = here.lab.host("app1");
  const privateKey = await readFile(here.lab.sshKeyPath, "utf8");
  const hosts = await here.opened.database.hosts.listAll();
  const known = hosts.find(({ address }) => address === app.address);
  loadHost = known ?? (await here.addHost(app, { user: "root", credential: { kind: "key", privateKey } }));
  const installed = await here.run("agent.install", loadHost, { hostOperator: true });
  expect(describeOperation(installed)).toMatchObject({ state: "succeeded" });
  // The servers' hosts have MySQL's own mysqlslap, app1 that of MariaDB.
  const member = hosts.find(({ address }) => address === here.lab.host("db3").address);
  if (member === undefined) throw new Error("db3 is not registered");
  memberHost = member;
  const machine = here.lab.host("db3");
  await machine.exec([...agentCommands.enableOperator], { timeoutMs: 60_000 });
  const isOn = async (): Promise<true | undefined> =>
    (await machine.tryExec(["primacy-agent", "status"])).stdout.includes("The host operator is on") ||
    undefined;
  await waitFor("the host operator of db3", isOn, { timeoutMs: 60_000 });
  const { members } = await here.opened.database.clusters.get(here.clusterId);
  const { address } = here.lab.host("db1");
  const primary = members.find((one) => one.address === address);
  arms = [
    { name: "Direct", endpoints: [{ kind: "member", memberId: primary?.id ?? "" }] },
    { name: "Typed", endpoints: [{ kind: "custom", address, port: primary?.port ?? 3306 }] },
  ];
}, 900_000);
afterAll(async () => {
  await here.lab.host("db3").exec([...agentCommands.disableOperator], { timeoutMs: 120_000 });
  await here.run("agent.remove", loadHost);
  await here.opened.database.transact(actor, async (unit) => {
    await unit.agents.remove(loadHost.id);
    await unit.hosts.remove(loadHost.id);
  });
  await here.giveBack();
}, 900_000);

async function start(host: Host, workload: object, changes: object = {}): Promise<string> {
  const { user, password } = here.lab.credentials.admin;
  const input = {
    ...{ name: "Other tools", loadHostId: host.id, arms, workload },
    ...{ threads: [4], blocks: 1, runSeconds: 180, warmupSeconds: 5, seed: 7, user },
    ...changes,
  };
  const asked = await here.request("benchmark", here.clusterId, input, { password });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  return asked.id;
}

async function measure(host: Host, workload: object): Promise<BenchmarkRecord> {
  const id = await start(host, workload);
  expect(describeOperation(await here.ended(id, 600_000))).toMatchObject({ state: "succeeded" });
  const found = await here.opened.database.benchmarks.find(id);
  if (found === null) throw new Error("the benchmark is not there");
  await expect.poll(() => leftOnServers(id), patience).toBe("");
  return found;
}

async function leftOnServers(id: string): Promise<string> {
  const { schema, account } = nameBenchmark(id);
  const statement = `SELECT SCHEMA_NAME FROM information_schema.SCHEMATA WHERE SCHEMA_NAME = '${schema}'
    UNION SELECT User FROM mysql.user WHERE User = '${account}'`;
  return joinRows(await runRootSql(here.lab.host("db2"), statement));
}

const mysqlslaps: readonly (readonly [string, () => Host, RegExp])[] = [
  ["MySQL's own, on the host of a member", () => memberHost, /^\d+\.\d+\.\d+(?!.*MariaDB)/],
  ["MariaDB's", () => loadHost, /MariaDB/],
];

test.each(mysqlslaps)(
  "mysqlslap counts queries per second of each arm, with its own statements and given ones, and leaves nothing (%s)",
  async (_whose, host, version) => {
    const own = await measure(host(), { tool: "mysqlslap", queries: 400, iterations: 2 });
    const given = await measure(host(), {
      tool: "mysqlslap",
      sql: { kind: "given", create, query },
      queries: 402,
      iterations: 2,
    });
    for (const [found, ran] of [
      [own, 400],
      [given, 400],
    ] as const) {
      expect(found.toolVersion).toMatch(version);
      expect(found).toMatchObject({ warmupSeconds: 0, data: null, runsDone: 2 });
      // A machine that stood still for a moment voids a block, which comes again.
      for (const { state, reason, figures } of found.runs.filter((one) => one.state !== "void")) {
        expect([state, reason]).toEqual(["done", null]);
        expect(figures).toMatchObject({
          transactions: ran,
          slap: [{ clients: 4, queriesPerClient: ran / 4 }],
        });
        const [result] = figures?.slap ?? [];
        expect(result?.minSeconds).toBeGreaterThan(0);
        expect(result?.maxSeconds).toBeGreaterThanOrEqual(result?.meanSeconds ?? Number.POSITIVE_INFINITY);
        expect(figures?.tps).toBeCloseTo(ran / (result?.meanSeconds ?? 1));
      }
    }
  },
  900_000,
);

test("a run with an error in its output has failed, whatever mysqlslap ends with, and its password is on no command line", async () => {
  const sql = { kind: "given", query: "select sleep(0.2) from nowhere union select sleep(0.2)" };
  const failing = await start(loadHost, { tool: "mysqlslap", sql, queries: 40, iterations: 1 });
  expect((await here.ended(failing, 300_000)).problem?.code).toBe("benchmark_too_many_void");
  const found = await here.opened.database.benchmarks.find(failing);
  const failed = found?.runs.find(({ state }) => state === "failed");
  expect(failed?.reason?.code).toBe("why.benchmark_fatal");
  expect(failed?.reason?.text).toContain("nowhere");

  const slow = {
    tool: "mysqlslap",
    sql: { kind: "given", query: "select sleep(0.2)" },
    queries: 80,
    iterations: 1,
  };
  const id = await start(loadHost, slow);
  const lines = async (): Promise<string> => (await app.tryExec(["pgrep", "-af", "create-schema"])).stdout;
  await expect.poll(lines, patience).toContain("--query=select sleep");
  const password = await here.opened.database.benchmarks.findPassword(id);
  expect(password).toMatch(/^[\w.-]{20,}$/);
  expect(await lines()).not.toContain(password);
  expect(describeOperation(await here.ended(id, 600_000))).toMatchObject({ state: "succeeded" });
}, 900_000);

test("a load that hangs is ended at its limit, however deaf it is, and its block is run again", async () => {
  const sql = { kind: "given", query: "select sleep(0.2)" };
  const workload = { tool: "mysqlslap", sql, queries: 60, iterations: 1 };
  // It looks out for the load by itself, which runs for 3 s: no command has to be started first.
  const stopFirst = `until [ -n "$hit" ]; do sleep 0.05
    for pid in $(pgrep -x 'mysqlslap|mariadb-slap'); do
      ! grep -q create-schema /proc/$pid/cmdline || { kill -STOP $pid && hit=$pid; }
    done
  done`;
  const stopped = app.exec(["sh", "-c", stopFirst], { timeoutMs: 240_000 });
  stopped.catch(() => undefined);
  const id = await start(loadHost, workload, { arms: arms.slice(0, 1), runSeconds: 8 });
  await stopped;
  const pidOf = async (): Promise<string> =>
    (await app.tryExec(["pgrep", "-x", "mysqlslap|mariadb-slap"])).stdout.trim();
  expect(describeOperation(await here.ended(id, 600_000))).toMatchObject({ state: "succeeded" });
  const found = await here.opened.database.benchmarks.find(id);
  expect(found?.runs.map(({ state, reason }) => [state, reason?.code, reason?.params.seconds])).toEqual([
    ["failed", "why.benchmark_late", 8],
    ["done", undefined, undefined],
  ]);
  await expect.poll(pidOf, patience).toBe("");
  await expect.poll(() => leftOnServers(id), patience).toBe("");
}, 900_000);

test("a program of one's own is found by its name, gets its arguments without a shell, and reads its password from a variable or a file", async () => {
  const common = [
    ...["--no-defaults", "--host={host}", "--port={port}", "--user={user}", "--create-schema={schema}"],
    ...[
      "--concurrency={threads}",
      "--number-of-queries=400",
      "--delimiter=;",
      `--create=${create}`,
      `--query=${query}`,
    ],
  ];
  const inVariable = await measure(loadHost, {
    ...{ tool: "custom", program: "mariadb-slap", parser: "mysqlslap", run: common },
    password: { kind: "environment", variable: "MYSQL_PWD" },
  });
  const run = [
    ...["--defaults-file={defaultsFile}", "--create-schema={schema}", "--concurrency={threads}"],
    ...["--number-of-queries=400", "--delimiter=;", `--create=${create}`, `--query=${query}`],
  ];
  const inFile = await measure(loadHost, {
    tool: "custom",
    program: "/usr/bin/mysqlslap",
    parser: "mysqlslap",
    run,
  });
  for (const { runs } of [inVariable, inFile])
    expect(
      runs
        .filter(({ state }) => state !== "void")
        .map(({ state, figures }) => [state, figures?.transactions]),
    ).toEqual([
      ["done", 400],
      ["done", 400],
    ]);
}, 900_000);
