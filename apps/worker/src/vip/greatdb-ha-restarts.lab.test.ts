import { isRefusal, type Operation, VipProof } from "@primacy/contract";
import {
  allowStart,
  type DatabaseName,
  databaseNames,
  isLongRun,
  refuseStart,
  waitFor,
  watchMembers,
} from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";
import { openPluginLab, type PluginLab } from "../testing/plugin-lab";

let here: LabCluster;
let servers: PluginLab;
let clusterId = "";
let obstacle: string | null = null;
/** Each host's option file before anything was done. */
let before: readonly string[] = [];

beforeAll(async () => {
  here = await startLabCluster();
  const { lab } = here;
  obstacle = await lab.plugin.findObstacle();
  if (obstacle !== null) return;
  // The plugin keeps less than the standing watch demands: at a switchover two hosts have its address.
  here.standing.ignoreAddress(here.vipAddress);
  servers = openPluginLab(here);
  before = await servers.readOptionFiles();
  await servers.prepare();
  await servers.onAll((name) => lab.plugin.place(name));
  clusterId = await servers.register();
}, 600_000);
beforeEach(({ skip }) => {
  if (obstacle === null) return;
  process.stderr.write(`SKIPPED: ${obstacle}\n`);
  skip(obstacle);
});
afterAll(async () => {
  for (const name of databaseNames) if (here !== undefined) await allowStart(here.lab.host(name));
  await here?.lab.resetGroup();
  for (const name of databaseNames) await here?.lab.plugin.remove(name);
  await here?.close();
}, 300_000);

const request = () => ({
  ...here.vipRequest(),
  ...{ provider: "greatdb_ha", kind: "write", restarts: { limitSeconds: 120 } },
});
const stateOf = (name: DatabaseName): Promise<string> =>
  servers.sql(
    name,
    "SELECT CONCAT(member_role, ' ', member_state) FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid",
  );
/** When each server was started, by its own word. */
const starts = (): Promise<readonly number[]> =>
  servers.onAll(async (name) =>
    Number(
      await servers.sql(
        name,
        "SELECT UNIX_TIMESTAMP() - VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'",
      ),
    ),
  );

/** Orders the application; resolves to its operation once the server whose turn it is, from 0, is at its restart. */
async function beginApply(turn: number): Promise<string> {
  const asked = await here.request("vip.apply", clusterId, request());
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await waitFor(
    "the server to be at its restart",
    async () => {
      const { steps } = await here.opened.database.operations.get(asked.id);
      const restart = steps.filter(({ code }) => code === "plugin.restart")[turn];
      return restart !== undefined && restart.state !== "pending" ? true : undefined;
    },
    { timeoutMs: 120_000, intervalMs: 20 },
  );
  return asked.id;
}

/** With what it says of itself where it did not end well. */
function expectDone(operation: Operation): void {
  if (operation.state !== "succeeded") throw new Error(JSON.stringify(told(operation)));
}

/** The restarts that the hosts' own journals have of an operation, each with what became of it. */
async function restartsOf(operationId: string): Promise<readonly (readonly string[])[]> {
  return Promise.all(
    databaseNames.map(async (name) => {
      const options = { signal: AbortSignal.timeout(10_000) };
      const { actions } = await here.agentOf(here.hostNamed(name)).call("reportOperator", undefined, options);
      return actions
        .filter(({ kind, grantedTo }) => kind === "service" && grantedTo.operationId === operationId)
        .map(({ state }) => state);
    }),
  );
}

test("a server that does not start with the new file has everything taken back, and runs again", async () => {
  await refuseStart(here.lab.host("db3"));
  const startedBefore = await starts();
  const watch = watchMembers(here.lab);
  const operation = await here.perform("vip.apply", clusterId, request());
  await allowStart(here.lab.host("db3"));
  expect(await watch.stop()).toBe(2);
  expect(told(operation)).toMatchObject({ state: "undone" });
  expect(operation.problem).toMatchObject({
    code: "plugin_restart",
    message: { params: { member: here.hostNamed("db3").name, service: "mysql" } },
  });
  const acted = operation.steps.filter(({ code }) => code.startsWith("plugin.") && code !== "plugin.keep");
  expect(acted.slice(0, 8).map(({ code, state }) => `${code} ${state}`)).toEqual([
    ...["plugin.settle undone", "plugin.file undone", "plugin.restart done", "plugin.load undone"],
    ...["plugin.settle undone", "plugin.file undone", "plugin.restart failed", "plugin.load pending"],
  ]);
  // The primary was never touched, and nobody else was made it.
  expect(await servers.onAll(stateOf)).toEqual(["PRIMARY ONLINE", "SECONDARY ONLINE", "SECONDARY ONLINE"]);
  expect(Math.abs(((await starts())[0] ?? 0) - (startedBefore[0] ?? 0))).toBeLessThan(3);
  await expectNothingLeft();
});

if (isLongRun)
  test("a host that vanishes within its restart is told of, and returns with its old option file", async () => {
    const id = await beginApply(0);
    await here.lab.fault.powerOff("db2");
    const operation = await here.ended(id, 900_000);
    await here.lab.fault.powerOn("db2");
    // What was done on the host that is gone, nobody could take back: its part is left, and named.
    const told = operation.steps.filter(({ hostName }) => hostName === here.hostNamed("db2").name);
    expect([operation.state, told.map(({ code, state }) => `${code} ${state}`)]).toEqual([
      "failed",
      [
        "plugin.settle failed",
        "plugin.file failed",
        "plugin.restart failed",
        "plugin.load pending",
        "plugin.keep pending",
      ],
    ]);
    expect(operation.problem?.errors.map(({ path }) => path)).toEqual(expect.arrayContaining(["/steps/3"]));
    await waitFor(
      "db2 to be ONLINE",
      async () => ((await stateOf("db2").catch(() => "")) === "SECONDARY ONLINE" ? true : undefined),
      { timeoutMs: 120_000 },
    );
    expect(await stateOf("db1")).toBe("PRIMARY ONLINE");
    await expectNothingLeft();
  });

test("three servers are restarted one at a time, the primary last, also where the worker ends within a restart", async () => {
  const startedBefore = await starts();
  const run = await here.lab.client.writes({
    address: databaseNames.map((name) => here.lab.host(name).address),
    intervalMs: 50,
  });
  const watch = watchMembers(here.lab);
  const id = await beginApply(1);
  await here.replaceEngine();
  const operation = await here.ended(id);
  const least = await watch.stop();
  await run.stop();
  expectDone(operation);
  expect(least).toBe(2);
  expect(await here.lab.client.findLostWrites(run)).toEqual([]);
  const restarted = operation.steps.filter(({ code }) => code === "plugin.restart");
  expect(restarted.map(({ hostName }) => hostName)).toEqual(
    (["db2", "db3", "db1"] as const).map((name) => here.hostNamed(name).name),
  );
  expect(await restartsOf(operation.id)).toEqual([["kept"], ["kept"], ["kept"]]);
  for (const [index, at] of (await starts()).entries())
    expect(at).toBeGreaterThan((startedBefore[index] ?? 0) + 3);
  expect(await servers.onAll(stateOf)).toEqual(["SECONDARY ONLINE", "SECONDARY ONLINE", "PRIMARY ONLINE"]);
  const proof = VipProof.parse(operation.result);
  expect(proof.macs).toEqual([here.lab.host("db3").mac]);
  expect(proof.optionFiles).toHaveLength(3);
  expect(await here.lab.observe.addressHolders(here.vipAddress)).toEqual(["db3"]);
  await here.proveWrite();
});

test("its removal leaves nothing behind, and every option file as it was to the byte", async () => {
  const [vip] = await here.opened.database.vips.listByCluster(clusterId);
  expectDone(await here.perform("vip.remove", clusterId, { vipId: vip?.id }));
  await expectNothingLeft();
});

async function expectNothingLeft(): Promise<void> {
  expect(await servers.readOptionFiles()).toEqual(before);
  const loaded = await servers.onAll((name) =>
    servers.sql(name, "SELECT COUNT(*) FROM mysql.plugin WHERE name = 'greatdb_ha'"),
  );
  expect(loaded).toEqual(["0", "0", "0"]);
  expect(await here.lab.observe.addressHolders(here.vipAddress)).toEqual([]);
  expect(await here.opened.database.vips.listByCluster(clusterId)).toEqual([]);
  const reports = await Promise.all(
    here.hosts.map((host) =>
      here.agentOf(host).call("reportOperator", undefined, { signal: AbortSignal.timeout(10_000) }),
    ),
  );
  // Nothing is left that its host would still take back.
  for (const { state } of reports.flatMap(({ actions }) => actions))
    expect(["undone", "kept", "failed"]).toContain(state);
}
