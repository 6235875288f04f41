import { isRefusal, VipProof } from "@primacy/contract";
import {
  allowStart,
  type DatabaseName,
  databaseNames,
  refuseStart,
  waitFor,
  watchMembers,
} from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { assertSucceeded, describe as told } from "../testing/lab-cluster";
import { type PluginCluster, sharePluginCluster, skipWithout } from "../testing/plugin-cluster";

let here: PluginCluster;

beforeAll(async () => {
  here = await sharePluginCluster();
  // The plugin keeps less than the standing watch demands: at a switchover two hosts have its address.
  here.standing.ignoreAddress(here.vipAddress);
  await here.placeLibrary();
}, 600_000);
beforeEach(({ skip }) => skipWithout(here, skip));
afterAll(async () => {
  for (const name of databaseNames) if (here !== undefined) await allowStart(here.lab.host(name));
  await here?.giveBack();
}, 300_000);

const request = () => ({
  ...here.vipRequest(),
  ...{ provider: "greatdb_ha", kind: "write", restarts: { limitSeconds: 120 } },
});
const stateOf = (name: DatabaseName): Promise<string> =>
  here.sql(
    name,
    "SELECT CONCAT(member_role, ' ', member_state) FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid",
  );
/** When each server was started, by its own word. */
const starts = (): Promise<readonly number[]> =>
  here.onAll(async (name) =>
    Number(
      await here.sql(
        name,
        "SELECT UNIX_TIMESTAMP() - VARIABLE_VALUE FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'",
      ),
    ),
  );

/** Orders the application; resolves to its operation once the server whose turn it is, from 0, is at its restart. */
async function beginApply(turn: number): Promise<string> {
  const asked = await here.request("vip.apply", here.clusterId, request());
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
  const operation = await here.perform("vip.apply", here.clusterId, request());
  await allowStart(here.lab.host("db3"));
  expect(await watch.stop()).toBe(2);
  expect(told(operation)).toMatchObject({ state: "undone" });
  expect(operation.problem).toMatchObject({
    code: "plugin_restart",
    message: { params: { member: here.hostNamed("db3").name, service: "mysql" } },
  });
  const acted = operation.steps.filter(({ code }) => code.startsWith("plugin.") && code !== "plugin.keep");
  expect(acted.slice(0, 10).map(({ code, state }) => `${code} ${state}`)).toEqual([
    ...["plugin.settle undone", "plugin.file undone", "plugin.restart done", "plugin.capable done"],
    ...["plugin.load undone", "plugin.settle undone", "plugin.file undone", "plugin.restart failed"],
    ...["plugin.capable pending", "plugin.load pending"],
  ]);
  // The primary was never touched, and nobody else was made it.
  expect(await here.onAll(stateOf)).toEqual(["PRIMARY ONLINE", "SECONDARY ONLINE", "SECONDARY ONLINE"]);
  expect(Math.abs(((await starts())[0] ?? 0) - (startedBefore[0] ?? 0))).toBeLessThan(3);
  await expectNothingLeft();
});

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
      "plugin.capable pending",
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
  assertSucceeded(operation);
  expect(least).toBe(2);
  expect(await here.lab.client.findLostWrites(run)).toEqual([]);
  const restarted = operation.steps.filter(({ code }) => code === "plugin.restart");
  expect(restarted.map(({ hostName }) => hostName)).toEqual(
    (["db2", "db3", "db1"] as const).map((name) => here.hostNamed(name).name),
  );
  expect(await restartsOf(operation.id)).toEqual([["kept"], ["kept"], ["kept"]]);
  for (const [index, at] of (await starts()).entries())
    expect(at).toBeGreaterThan((startedBefore[index] ?? 0) + 3);
  expect(await here.onAll(stateOf)).toEqual(["SECONDARY ONLINE", "SECONDARY ONLINE", "PRIMARY ONLINE"]);
  const proof = VipProof.parse(operation.result);
  expect(proof.macs).toEqual([here.lab.host("db3").mac]);
  expect(proof.optionFiles).toHaveLength(3);
  expect(await here.holders()).toEqual(["db3"]);
  await here.proveWrite();
});

test("its removal leaves nothing behind, and every option file as it was to the byte", async () => {
  const [vip] = await here.opened.database.vips.listByCluster(here.clusterId);
  assertSucceeded(await here.perform("vip.remove", here.clusterId, { vipId: vip?.id }));
  await expectNothingLeft();
});

const expectNothingLeft = (): Promise<void> => here.expectNothingLeft(["undone", "kept", "failed"]);
