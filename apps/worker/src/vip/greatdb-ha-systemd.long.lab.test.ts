import path from "node:path";
import { type Check, CheckedPlan, VipProof } from "@primacy/contract";
import { ownDropIn, ownDropInFile } from "@primacy/core/greatdb-ha";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginSystemd, endSystemd } from "../testing/host-systemd";
import { assertSucceeded, describe as told } from "../testing/lab-cluster";
import { type PluginCluster, sharePluginCluster, skipWithout } from "../testing/plugin-cluster";

/** The one whose server systemd runs, and that becomes the primary. */
const host = "db3";
const file = ownDropInFile("mysql.service");
const folder = path.dirname(file);
/** As the kernel writes CAP_NET_ADMIN and CAP_NET_RAW. */
const both = "0000000000003000";
const none = "0000000000000000";

let here: PluginCluster;

beforeAll(async () => {
  here = await sharePluginCluster();
  if (here.obstacle !== null) return;
  // The plugin keeps less than the standing watch demands: at a switchover two hosts have its address.
  here.standing.ignoreAddress(here.vipAddress);
  await here.placeLibrary();
  await here.lab.plugin.revokeCapabilities(host);
  await beginSystemd(here.lab.host(host));
  await here.awaitOnline(host);
}, 600_000);
beforeEach(({ skip }) => skipWithout(here, skip));
afterAll(async () => {
  if (here?.obstacle === null) {
    // It counts from the start that follows.
    await here.lab.plugin.grantCapabilities(host);
    await endSystemd(here.lab.host(host));
    await here.awaitOnline(host);
  }
  await here?.giveBack();
}, 300_000);

const run = async (...argv: readonly string[]): Promise<string> =>
  (await here.lab.host(host).exec(argv)).stdout;
const effective = async (): Promise<string> => {
  const status = await run("sh", "-c", 'cat "/proc/$(pgrep -x mysqld)/status"');
  return /^CapEff:\s*(\w+)$/m.exec(status)?.[1] ?? "-";
};
const listDropIns = (): Promise<string> =>
  run("sh", "-c", `[ ! -e ${folder} ] || ls -a ${folder} | grep -v '^[.]*$'`);
const request = () => ({
  ...here.vipRequest(),
  ...{ provider: "greatdb_ha", kind: "write", restarts: { limitSeconds: 120 } },
});

async function check(asked: object): Promise<CheckedPlan & { readonly found: Check | undefined }> {
  const checked = CheckedPlan.parse((await here.perform("vip.check", here.clusterId, asked)).result);
  const found = checked.report.checks.find(
    ({ code, hostId }) => code === "plugin_capabilities" && hostId === here.hostNamed(host).id,
  );
  return { ...checked, found };
}

test("without restarts the pre-check fails with the command and the way out; with them it passes, and the plan has the file", async () => {
  expect(await effective()).toBe(none);
  const { restarts: _, ...without } = request();
  const { found } = await check(without);
  expect([found?.result, found?.remedy?.code]).toEqual(["fail", "check.plugin_capabilities.remedy_restarts"]);
  const checked = await check(request());
  expect(checked.report.checks.filter(({ result }) => result === "fail")).toEqual([]);
  expect(checked.found?.evidence).toMatchObject({
    code: "check.plugin_capabilities.pass_planned",
    params: { file, unit: "mysql.service" },
  });
  const given = checked.plan.steps.filter(({ code }) => code === "plugin.capabilities");
  expect(given.map(({ hostName }) => hostName)).toEqual([here.hostNamed(host).name]);
  expect(given[0]?.preview[0]?.text).toContain("+ AmbientCapabilities=CAP_NET_ADMIN CAP_NET_RAW");
});

test("where the server does not start, the drop-in is gone before it runs again with its old file", async () => {
  const refusal = `[Service]\nRestart=no\nExecStartPre=/bin/sh -c '! grep -qs greatdb_ha /etc/mysql/my.cnf'\n`;
  await run("mkdir", folder);
  await here.lab.host(host).writeFile(`${folder}/refuse.conf`, refusal, 0o644);
  const operation = await here.perform("vip.apply", here.clusterId, request());
  expect(told(operation)).toMatchObject({ state: "undone" });
  expect(operation.problem).toMatchObject({ code: "plugin_restart" });
  const given = operation.steps.filter(
    ({ code, hostName }) => /^plugin\.cap/.test(code) && hostName === here.hostNamed(host).name,
  );
  expect(given.map(({ code, state }) => `${code} ${state}`)).toEqual([
    ...["plugin.capabilities undone", "plugin.capable pending"],
  ]);
  expect(await listDropIns()).toBe("refuse.conf\n");
  await run("rm", "-r", folder);
  await run("systemctl", "daemon-reload");
  await here.awaitOnline(host);
  expect(await effective()).toBe(none);
});

test("the apply gives a real server of systemd its capabilities, with which its plugin binds the address", async () => {
  const operation = await here.perform("vip.apply", here.clusterId, request());
  assertSucceeded(operation);
  expect(await effective()).toBe(both);
  expect(await run("cat", file)).toBe(ownDropIn);
  const proof = VipProof.parse(operation.result);
  expect(proof.dropIns).toMatchObject([{ hostId: here.hostNamed(host).id, file }]);
  expect(proof.macs).toEqual([here.lab.host(host).mac]);
  expect(await here.lab.observe.addressHolders(here.vipAddress)).toEqual([host]);
  await here.proveWrite();
});

test("the removal deletes the drop-in, and systemd gives nothing at the next start", async () => {
  const [vip] = await here.opened.database.vips.listByCluster(here.clusterId);
  const operation = await here.perform("vip.remove", here.clusterId, { vipId: vip?.id });
  assertSucceeded(operation);
  expect(operation.steps.at(-1)).toMatchObject({ code: "plugin.capabilities_remove", state: "done" });
  expect(await run("sh", "-c", `ls -d ${file} /etc/systemd/system/mysql.service.d 2>/dev/null || true`)).toBe(
    "",
  );
  expect(await effective()).toBe(both);
  await run("systemctl", "restart", "mysql");
  await here.awaitOnline(host);
  expect(await effective()).toBe(none);
});
