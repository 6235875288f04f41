import { CheckedPlan, Discovery } from "@primacy/contract";
import { computeReleaseAfterMs, DEFAULT_VIP_TIMINGS } from "@primacy/core/vip";
import { isLongRun, joinRows, monotonicMs, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, expect, test } from "vitest";
import { describe as told } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

let lab: SharedCluster;
let clusterId = "";

beforeAll(async () => {
  lab = await shareCluster();
  clusterId = lab.clusterId;
});
afterAll(() => lab?.giveBack());
afterEach(() => switchToSinglePrimary());

async function sql(text: string): Promise<string> {
  return joinRows(await runRootSql(lab.lab.host("db1"), text, { timeoutMs: 120_000 }));
}

async function switchToMultiPrimary(): Promise<void> {
  await sql("SELECT group_replication_switch_to_multi_primary_mode()");
  expect(await sql("SELECT @@group_replication_single_primary_mode")).toBe("0");
}

/** Where the group is in that mode already, nothing happens. */
async function switchToSinglePrimary(): Promise<void> {
  const uuid = await sql("SELECT @@server_uuid");
  await sql(`SELECT group_replication_switch_to_single_primary_mode('${uuid}')`);
  expect(await sql("SELECT @@group_replication_single_primary_mode")).toBe("1");
}

/** State and reasons of the VIP on each host, as its own agent tells them. */
function vipsOfAgents(): Promise<readonly { readonly state: string; readonly reasons: readonly string[] }[]> {
  const { signal } = new AbortController();
  return Promise.all(
    lab.hosts.map(async (host) => {
      const [vip] = (await lab.agentOf(host).call("status", undefined, { signal })).vips;
      return { state: vip?.state ?? "-", reasons: vip?.reasons.map((reason) => reason.code) ?? [] };
    }),
  );
}

test("a multi-primary group is shown as one, and check and apply of a VIP say why it gets none", async () => {
  await switchToMultiPrimary();
  const topology = await lab.awaitTopology(
    clusterId,
    "the mode of the group",
    (one) => one.isSinglePrimary === false && one.summary.code === "topology.summary_multi_primary",
  );
  expect(topology.problems.map((problem) => problem.code)).toContain("topology.multi_primary");
  const { user, password } = lab.lab.credentials.admin;
  const seed = { address: lab.lab.host("db2").address, port: 3306, user };
  const found = Discovery.parse((await lab.perform("cluster.discover", null, seed, { password })).result);
  expect(found).toMatchObject({ isSinglePrimary: false, hasMajority: true });
  expect(found.problems.map((problem) => problem.code)).toContain("discovery.multi_primary");

  const { report, plan } = CheckedPlan.parse(
    (await lab.perform("vip.check", clusterId, lab.vipRequest())).result,
  );
  const mode = report.checks.find((check) => check.code === "single_primary");
  expect(mode).toMatchObject({ result: "fail", evidence: { code: "check.single_primary.fail_multi" } });
  expect([report.hasFailures, plan.steps]).toEqual([true, []]);
  const refused = await lab.perform("vip.apply", clusterId, lab.vipRequest());
  expect(told(refused)).toMatchObject({ state: "failed", steps: [] });
  expect(refused.problem).toMatchObject({ code: "multi_primary" });
  expect(refused.problem?.errors.map((error) => error.code)).toContain("check.single_primary");
  expect(await lab.opened.database.vips.listByCluster(clusterId)).toEqual([]);
  expect(await lab.lab.observe.addressHolders(lab.vipAddress)).toEqual([]);
});

if (isLongRun)
  test("a held VIP goes with the single primary, is BLOCKED on every host, and is back with it", async () => {
    await lab.applyVip(clusterId);
    const watch = await lab.lab.observe.watchHolders(lab.vipAddress);
    try {
      await switchToMultiPrimary();
      const switchedMs = monotonicMs();
      await watch.waitForHolders([], { timeoutMs: 60_000 });
      const leftMs = watch.intervals[0]?.toMs ?? Number.POSITIVE_INFINITY;
      expect(leftMs - switchedMs).toBeLessThan(computeReleaseAfterMs(DEFAULT_VIP_TIMINGS));
      const blocked = { state: "BLOCKED", reasons: expect.arrayContaining(["reason.multi_primary"]) };
      await waitFor(
        "BLOCKED on every host",
        async () => ((await vipsOfAgents()).every((vip) => vip.state === "BLOCKED") ? true : undefined),
        { timeoutMs: 60_000 },
      );
      expect(await vipsOfAgents()).toEqual([blocked, blocked, blocked]);
      await lab.awaitTopology(clusterId, "the mode of the group", (one) => one.isSinglePrimary === false);
      expect(await lab.lab.observe.arpOwners(lab.vipAddress, { from: "app1" })).toEqual([]);

      await switchToSinglePrimary();
      await watch.waitForHolders(["db1"], { timeoutMs: 60_000 });
      await lab.awaitTopology(clusterId, "the VIP held and answered", (one) =>
        one.vips.some((vip) => vip.summary.code === "topology.vip_ok"),
      );
      expect(watch.intervals.map((interval) => interval.host)).toEqual(["db1", "db1"]);
      expect(watch.overlaps).toEqual([]);
      await lab.proveWrite();
    } finally {
      await watch.stop();
    }
  });
