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
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";
import { openPluginLab, type PluginLab } from "../testing/plugin-lab";
import { requireFreeForAgents } from "../vip-steps/require-free-for-agents";

const library = "/usr/lib/mysql/plugin/greatdb_ha.so";

let here: LabCluster;
let plugin: PluginLab;
let clusterId = "";
let vipId = "";
let obstacle: string | null = null;
/** Each host's option file before anything was done. */
let before: readonly string[] = [];

// The standing watch is told to ignore nothing: two hosts with the address at once, at any moment of this file, fail it.
beforeAll(async () => {
  here = await startLabCluster();
  const { lab } = here;
  obstacle = await lab.plugin.findObstacle();
  if (obstacle !== null) return;
  plugin = openPluginLab(here);
  before = await plugin.readOptionFiles();
  await plugin.prepare();
  await plugin.onAll((name) => lab.plugin.place(name));
  clusterId = await plugin.register();
  vipId = (await here.applyVip(clusterId)).id;
}, 600_000);
beforeEach(({ skip }) => {
  if (obstacle === null) return;
  process.stderr.write(`SKIPPED: ${obstacle}\n`);
  skip(obstacle);
});
afterAll(async () => {
  if (obstacle === null && clusterId !== "") await here.removeVips(clusterId);
  await plugin?.onAll((name) => here.lab.plugin.remove(name));
  await here?.close();
}, 300_000);

const holders = (): Promise<readonly string[]> => here.lab.observe.addressHolders(here.vipAddress);

/** With what it says of itself where it did not end well. */
function expectDone(operation: Operation): VipMigrationProof {
  if (operation.state !== "succeeded") throw new Error(JSON.stringify(told(operation)));
  return VipMigrationProof.parse(operation.result);
}

/** Why the agents would not be given the address back now, as an undo asks; null where they would be. */
async function findObstacleForAgents(): Promise<string | null> {
  const context = { worker: here.worker, findSecret: async () => null };
  const base = { clusterId, vipId, address: here.vipAddress, previous: null };
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
  expect(await holders()).toEqual(["db1"]);
  expect(await plugin.readLoaded()).toEqual(["0", "0", "0"]);
  expect(await plugin.readOptionFiles()).toEqual(before);
  const [vip, ...others] = await here.opened.database.vips.listByCluster(clusterId);
  expect([vip?.id, vip?.provider, vip?.enabled, others]).toEqual([vipId, "agent", true, []]);
  await here.proveWrite(here.vipAddress);
}

test("where the plugin does not load on the last member, the agents have the address again", async () => {
  // It lacks a function that no check can look for: only the server finds out, once the agents have released.
  await here.lab
    .host("db1")
    .exec(["sed", "-i", "s/is_group_replication_running/is_group_replication_runninX/g", library]);
  const operation = await here.perform("vip.migrate", clusterId, { vipId, to: "greatdb_ha" });
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
  const looked = await here.perform("vip.check_migration", clusterId, order);
  const { report, plan } = CheckedPlan.parse(looked.result);
  expect(report.checks.filter(({ result }) => result === "fail")).toEqual([]);
  expect(plan.steps.map(({ code }) => code)).toContain("vip.prove_free");
  const proof = expectDone(await here.perform("vip.migrate", clusterId, order));
  expect(proof).toMatchObject({ vipId, to: "greatdb_ha", macs: [here.lab.host("db1").mac] });
  expect(proof.gap?.gapMs).toBeGreaterThan(0);
  process.stderr.write(`agents -> plugin: ${JSON.stringify(proof.gap)}\n`);
  expect(await holders()).toEqual(["db1"]);
  expect(await plugin.readLoaded()).toEqual(["1", "1", "1"]);
  await here.proveWrite(here.vipAddress);
  expect(await findObstacleForAgents()).toBe("vip_plugin_not_idle");
  const holder = here.hostNamed("db1").id;
  await here.awaitTopology(clusterId, "the plugin's address at the primary", ({ vips: [vip] }) => {
    return vip?.provider === "greatdb_ha" && vip.tone === "ok" && vip.kernelHostIds.join() === holder;
  });
});

test("a variable that somebody changes is a problem of the cluster and an event, until it is back", async () => {
  const events = async (): Promise<readonly string[]> => {
    const page = { after: null, limit: 100 };
    const { items } = await here.opened.database.events.list(clusterId, null, page);
    return items.flatMap(({ kind }) => (kind.startsWith("plugin_") ? [kind] : [])).reverse();
  };
  const isTold = ({ problems }: Topology): boolean =>
    problems.some(
      ({ code, params }) => code === "topology.plugin_differs" && String(params.host).startsWith("db3"),
    );
  const turn = (to: string) =>
    plugin.sql("db3", `SET GLOBAL greatdb_ha_mgr_exit_primary_kill_connection_mode = ${to}`);
  await turn("OFF");
  await here.awaitTopology(clusterId, "the difference as a problem", isTold);
  await turn("ON");
  await here.awaitTopology(clusterId, "no difference any more", (one) => !isTold(one));
  expect(await events()).toEqual(["plugin_drift", "plugin_drift_ended"]);
});

test("the agents get it back, and every option file is as it was to the byte", async () => {
  const proof = expectDone(await here.perform("vip.migrate", clusterId, { vipId, to: "agent" }));
  expect(proof).toMatchObject({ vipId, to: "agent", macs: [here.lab.host("db1").mac] });
  process.stderr.write(`plugin -> agents: ${JSON.stringify(proof.gap)}\n`);
  expect(proof.gap?.gapMs).toBeGreaterThan(0);
  await expectAtAgent();
});

/** Asks for it, and waits until a step of it has begun. */
async function beginUntil(to: VipProvider, code: string): Promise<string> {
  const asked = await here.request("vip.migrate", clusterId, { vipId, to });
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
    expect(await holders()).toEqual(["db1"]);
  });

if (isLongRun)
  test("one that is cancelled when the agents have heard of it gives the plugin the address again", async () => {
    const id = await beginUntil("agent", "document.join");
    await here.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
    expect(told(await here.ended(id))).toMatchObject({ state: "undone" });
    await expect.poll(holders, { timeout: 30_000 }).toEqual(["db1"]);
    expect(await plugin.readLoaded()).toEqual(["1", "1", "1"]);
    expectDone(await here.perform("vip.migrate", clusterId, { vipId, to: "agent" }));
    await expectAtAgent();
  });
