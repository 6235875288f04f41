import {
  CheckedPlan,
  isRefusal,
  type Operation,
  type Topology,
  VipMigrationProof,
  type VipProvider,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { isLongRun, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { StepFailure } from "../operation/failure";
import { assertSucceeded, describe as told } from "../testing/lab-cluster";
import { type PluginCluster, sharePluginCluster, skipWithout } from "../testing/plugin-cluster";
import { requireFreeForAgents } from "../vip-steps/require-free-for-agents";

const library = "/usr/lib/mysql/plugin/greatdb_ha.so";

let here: PluginCluster;
let vipId = "";

// The standing watch is told to ignore nothing: two hosts with the address at once, at any moment of this file, fail it.
beforeAll(async () => {
  here = await sharePluginCluster();
  if (here.obstacle !== null) return;
  await here.placeLibrary();
  vipId = (await here.applyVip(here.clusterId)).id;
}, 600_000);
beforeEach(({ skip }) => skipWithout(here, skip));
afterAll(() => here?.giveBack(), 300_000);

const expectDone = (operation: Operation): VipMigrationProof =>
  VipMigrationProof.parse(assertSucceeded(operation).result);

/** Why the agents would not be given the address back now, as an undo asks; null where they would be. */
async function findObstacleForAgents(): Promise<string | null> {
  const context = { worker: here.worker, findSecret: async () => null };
  const base = { clusterId: here.clusterId, vipId, address: here.vipAddress, previous: null };
  try {
    await requireFreeForAgents(context, base, AbortSignal.timeout(20_000));
    return null;
  } catch (error) {
    if (error instanceof StepFailure) return error.code;
    throw error;
  }
}

async function expectAtAgent(): Promise<void> {
  expect(await findObstacleForAgents()).toBe(null);
  expect(await here.holders()).toEqual(["db1"]);
  expect(await here.readLoaded()).toEqual(["0", "0", "0"]);
  expect(await here.readOptionFiles()).toEqual(here.optionFiles);
  const [vip, ...others] = await here.opened.database.vips.listByCluster(here.clusterId);
  expect([vip?.id, vip?.provider, vip?.enabled, others]).toEqual([vipId, "agent", true, []]);
  await here.proveWrite(here.vipAddress);
}

if (isLongRun)
  test("where the plugin does not load on the last member, the agents have the address again", async () => {
    // It lacks a function that no check can look for: only the server finds out, once the agents have released.
    await here.lab
      .host("db1")
      .exec(["sed", "-i", "s/is_group_replication_running/is_group_replication_runninX/g", library]);
    const operation = await here.perform("vip.migrate", here.clusterId, { vipId, to: "greatdb_ha" });
    if (operation.state !== "undone") throw new Error(JSON.stringify(told(operation)));
    expect(operation.problem).toMatchObject({
      code: "plugin_load",
      message: { params: { host: here.hostNamed("db1").name } },
    });
    await expectAtAgent();
  });

test("the plugin gets the address of the agents, and the gap is told", async () => {
  await here.lab.plugin.place("db1");
  const order = { vipId, to: "greatdb_ha" };
  const looked = await here.perform("vip.check_migration", here.clusterId, order);
  const { report, plan } = CheckedPlan.parse(looked.result);
  expect(report.checks.filter(({ result }) => result === "fail")).toEqual([]);
  expect(plan.steps.map(({ code }) => code)).toContain("vip.prove_free");
  const proof = expectDone(await here.perform("vip.migrate", here.clusterId, order));
  expect(proof).toMatchObject({ vipId, to: "greatdb_ha", macs: [here.lab.host("db1").mac] });
  expect(proof.gap?.gapMs).toBeGreaterThan(0);
  process.stderr.write(`agents -> plugin: ${JSON.stringify(proof.gap)}\n`);
  expect(await here.holders()).toEqual(["db1"]);
  expect(await here.readLoaded()).toEqual(["1", "1", "1"]);
  await here.proveWrite(here.vipAddress);
  expect(await findObstacleForAgents()).toBe("vip_plugin_not_idle");
  const holder = here.hostNamed("db1").id;
  await here.awaitTopology(here.clusterId, "the plugin's address at the primary", ({ vips: [vip] }) => {
    return vip?.provider === "greatdb_ha" && vip.tone === "ok" && vip.kernelHostIds.join() === holder;
  });
});

if (isLongRun)
  test("a variable that somebody changes is a problem of the cluster and an event, until it is back", async () => {
    const events = async (): Promise<readonly string[]> =>
      (await here.listEvents()).flatMap(({ kind }) => (kind.startsWith("plugin_") ? [kind] : []));
    const isTold = ({ problems }: Topology): boolean =>
      problems.some(
        ({ code, params }) => code === "topology.plugin_differs" && String(params.host).startsWith("db3"),
      );
    const turn = (to: string) =>
      here.sql("db3", `SET GLOBAL greatdb_ha_mgr_exit_primary_kill_connection_mode = ${to}`);
    await turn("OFF");
    await here.awaitTopology(here.clusterId, "the difference as a problem", isTold);
    await turn("ON");
    await here.awaitTopology(here.clusterId, "no difference any more", (one) => !isTold(one));
    expect(await events()).toEqual(["plugin_drift", "plugin_drift_ended"]);
  });

test("the agents get it back, and every option file is as it was to the byte", async () => {
  const proof = expectDone(await here.perform("vip.migrate", here.clusterId, { vipId, to: "agent" }));
  expect(proof).toMatchObject({ vipId, to: "agent", macs: [here.lab.host("db1").mac] });
  process.stderr.write(`plugin -> agents: ${JSON.stringify(proof.gap)}\n`);
  expect(proof.gap?.gapMs).toBeGreaterThan(0);
  await expectAtAgent();
});

/** Asks for it, and waits until a step of it has begun. */
async function beginUntil(to: VipProvider, code: string): Promise<string> {
  const asked = await here.request("vip.migrate", here.clusterId, { vipId, to });
  if (isRefusal(asked)) throw new Error(asked.message.text);
  await waitFor(
    `${code} to begin`,
    async () => {
      const { steps } = await here.opened.database.operations.get(asked.id);
      const begun = steps.find((step) => step.code === code && step.state !== "pending");
      return begun === undefined ? undefined : true;
    },
    { timeoutMs: 90_000, intervalMs: 20 },
  );
  return asked.id;
}

if (isLongRun)
  test("a worker that ends while nobody has the address is followed by one that finishes it", async () => {
    const id = await beginUntil("greatdb_ha", "vip.prove_free");
    await here.replaceEngine();
    expectDone(await here.ended(id));
    expect(await here.holders()).toEqual(["db1"]);
  });

if (isLongRun)
  test("one that is cancelled when the agents have heard of it gives the plugin the address again", async () => {
    const id = await beginUntil("agent", "document.join");
    await here.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
    expect(told(await here.ended(id))).toMatchObject({ state: "undone" });
    await expect.poll(here.holders, { timeout: 30_000 }).toEqual(["db1"]);
    expect(await here.readLoaded()).toEqual(["1", "1", "1"]);
    expectDone(await here.perform("vip.migrate", here.clusterId, { vipId, to: "agent" }));
    await expectAtAgent();
  });
