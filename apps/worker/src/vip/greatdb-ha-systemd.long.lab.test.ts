import path from "node:path";
import { type Check, CheckedPlan, type Operation, VipProof } from "@primacy/contract";
import { ownDropIn, ownDropInFile } from "@primacy/core/greatdb-ha";
import { databaseNames, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { beginSystemd, endSystemd } from "../testing/host-systemd";
import { type LabCluster, startLabCluster, describe as told } from "../testing/lab-cluster";
import { openPluginLab, type PluginLab } from "../testing/plugin-lab";

/** The one whose server systemd runs, and that becomes the primary. */
const host = "db3";
const file = ownDropInFile("mysql.service");
const folder = path.dirname(file);
/** As the kernel writes CAP_NET_ADMIN and CAP_NET_RAW. */
const both = "0000000000003000";
const none = "0000000000000000";

let here: LabCluster;
let servers: PluginLab;
let clusterId = "";
let obstacle: string | null = null;

beforeAll(async () => {
  here = await startLabCluster();
  const { lab } = here;
  obstacle = await lab.plugin.findObstacle();
  if (obstacle !== null) return;
  // The plugin keeps less than the standing watch demands: at a switchover two hosts have its address.
  here.standing.ignoreAddress(here.vipAddress);
  servers = openPluginLab(here);
  await servers.prepare();
  await servers.onAll((name) => lab.plugin.place(name));
  clusterId = await servers.register();
  await lab.plugin.revokeCapabilities(host);
  await beginSystemd(lab.host(host));
  await awaitOnline();
}, 600_000);
beforeEach(({ skip }) => {
  if (obstacle === null) return;
  process.stderr.write(`SKIPPED: ${obstacle}\n`);
  skip(obstacle);
});
afterAll(async () => {
  if (clusterId !== "") await endSystemd(here.lab.host(host));
  await here?.lab.resetGroup();
  for (const name of databaseNames) await here?.lab.plugin.remove(name);
  await here?.close();
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

async function awaitOnline(): Promise<void> {
  const state =
    "SELECT member_state FROM performance_schema.replication_group_members WHERE member_id = @@server_uuid";
  await waitFor(
    `${host} to be ONLINE`,
    async () => ((await servers.sql(host, state).catch(() => "")) === "ONLINE" ? true : undefined),
    { timeoutMs: 120_000 },
  );
}

async function check(asked: object): Promise<CheckedPlan & { readonly found: Check | undefined }> {
  const checked = CheckedPlan.parse((await here.perform("vip.check", clusterId, asked)).result);
  const found = checked.report.checks.find(
    ({ code, hostId }) => code === "plugin_capabilities" && hostId === here.hostNamed(host).id,
  );
  return { ...checked, found };
}

function expectDone(operation: Operation): void {
  if (operation.state !== "succeeded") throw new Error(JSON.stringify(told(operation)));
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
  const operation = await here.perform("vip.apply", clusterId, request());
  expect(told(operation)).toMatchObject({ state: "undone" });
  expect(operation.problem).toMatchObject({ code: "plugin_restart" });
  const given = operation.steps.filter(({ code }) => /^plugin\.cap/.test(code));
  expect(given.map(({ code, state }) => `${code} ${state}`)).toEqual([
    ...["plugin.capabilities undone", "plugin.capable pending"],
  ]);
  expect(await listDropIns()).toBe("refuse.conf\n");
  await run("rm", "-r", folder);
  await run("systemctl", "daemon-reload");
  await awaitOnline();
  expect(await effective()).toBe(none);
});

test("the apply gives a real server of systemd its capabilities, with which its plugin binds the address", async () => {
  const operation = await here.perform("vip.apply", clusterId, request());
  expectDone(operation);
  expect(await effective()).toBe(both);
  expect(await run("cat", file)).toBe(ownDropIn);
  const proof = VipProof.parse(operation.result);
  expect(proof.dropIns).toMatchObject([{ hostId: here.hostNamed(host).id, file }]);
  expect(proof.macs).toEqual([here.lab.host(host).mac]);
  expect(await here.lab.observe.addressHolders(here.vipAddress)).toEqual([host]);
  await here.proveWrite();
});

test("the removal deletes the drop-in, and systemd gives nothing at the next start", async () => {
  const [vip] = await here.opened.database.vips.listByCluster(clusterId);
  const operation = await here.perform("vip.remove", clusterId, { vipId: vip?.id });
  expectDone(operation);
  expect(operation.steps.at(-1)).toMatchObject({ code: "plugin.capabilities_remove", state: "done" });
  expect(await run("sh", "-c", `ls -d ${file} /etc/systemd/system/mysql.service.d 2>/dev/null || true`)).toBe(
    "",
  );
  expect(await effective()).toBe(both);
  await run("systemctl", "restart", "mysql");
  await awaitOnline();
  expect(await effective()).toBe(none);
});
