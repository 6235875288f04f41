import { createHash } from "node:crypto";
import { readFile } from "node:fs/promises";
import { CheckedPlan, type StoredPluginLibrary, VipProof } from "@primacy/contract";
import { inspectLibrary } from "@primacy/core/greatdb-ha";
import { systemActor } from "@primacy/db";
import { type DatabaseName, isLongRun } from "@primacy/lab";
import { afterAll, beforeAll, beforeEach, expect, test } from "vitest";
import { assertSucceeded, describe as told } from "../testing/lab-cluster";
import { type PluginCluster, sharePluginCluster, skipWithout } from "../testing/plugin-cluster";

const folder = "/usr/lib/mysql/plugin";

let here: PluginCluster;
/** The folder of each server as the tests find it. */
let before: readonly string[] = [];

beforeAll(async () => {
  here = await sharePluginCluster();
  // The plugin keeps less than the standing watch demands: at a switchover two hosts have its address.
  here.standing.ignoreAddress(here.vipAddress);
  await here.placeLibrary(["db1", "db3"]);
  before = await here.onAll(listFolder);
}, 600_000);
beforeEach(({ skip }) => skipWithout(here, skip));
afterAll(() => here?.giveBack(), 300_000);

/** Mode, owner, size and name of each file there, and the folder's own. */
async function listFolder(name: DatabaseName): Promise<string> {
  const list = `stat -c '%a %u %g %s %n' ${folder} ${folder}/*; ls -a ${folder}; sha256sum ${folder}/greatdb_ha.so 2>&1`;
  return (await here.lab.host(name).exec(["sh", "-c", `${list} || true`])).stdout.replaceAll(
    /^(\d+ 0 0) \d+ (?=\S+plugin$)/gm,
    "$1 ",
  );
}

/** Stores what an operator would upload. */
async function upload(file: string): Promise<StoredPluginLibrary> {
  const content = Uint8Array.from(await readFile(file));
  const found = inspectLibrary(content, "");
  if (found.kind === "unfit") throw new Error(found.reasons.map(({ code }) => code).join());
  const { serverVersion } = found;
  const sha256 = createHash("sha256").update(content).digest("hex");
  const draft = { sha256, name: "greatdb_ha.so", size: content.length, serverVersion, uploadedBy: "test" };
  return here.opened.database.transact(systemActor("test"), (unit) =>
    unit.pluginLibraries.add({ ...draft, content }),
  );
}

const request = (library: string) => ({
  ...here.vipRequest(),
  provider: "greatdb_ha",
  kind: "write",
  library,
});

test("a library for another server is refused by the pre-check of the host that lacks one, and nothing is changed", async () => {
  const { sha256 } = await upload(await here.lab.plugin.build({ serverVersion: 90_705 }));
  const checked = await here.perform("vip.check", here.clusterId, request(sha256));
  assertSucceeded(checked);
  const { report, plan } = CheckedPlan.parse(checked.result);
  const failed = report.checks.filter(({ result }) => result === "fail");
  expect(failed.map(({ evidence, hostName }) => [evidence.code, hostName])).toEqual([
    ["check.plugin_fits.fail_upload", here.hostNamed("db2").name],
  ]);
  expect(plan.steps).toEqual([]);
  const applied = await here.perform("vip.apply", here.clusterId, request(sha256));
  expect((applied.problem?.errors ?? []).map(({ code }) => code)).toEqual(["check.plugin_fits"]);
  expect(await here.onAll(listFolder)).toEqual(before);
});

test("the host that lacks the library gets it with the VIP, and has it no more without", async () => {
  const { sha256 } = await upload(await here.lab.plugin.build());
  const operation = await here.perform("vip.apply", here.clusterId, request(sha256));
  assertSucceeded(operation);
  const { libraries, vipId } = VipProof.parse(operation.result);
  const hostId = here.hostNamed("db2").id;
  expect(libraries).toMatchObject([{ hostId, sha256, file: `${folder}/greatdb_ha.so` }]);
  const [first, second, third] = await here.onAll(listFolder);
  expect([first, third]).toEqual([before[0], before[2]]);
  expect(second).toMatch(/^644 0 0 .*greatdb_ha\.so$/m);
  expect(second).toContain(`${sha256}  ${folder}/greatdb_ha.so`);
  expect(second).not.toContain("primacy-new");
  expect(await here.readLoaded()).toEqual(["1", "1", "1"]);
  await expect.poll(here.holders, { timeout: 30_000 }).toEqual(["db1"]);
  const removed = await here.perform("vip.remove", here.clusterId, { vipId });
  assertSucceeded(removed);
  expect(removed.steps.at(-1)).toMatchObject({ code: "plugin.library_remove", state: "done" });
  expect(await here.readLoaded()).toEqual(["0", "0", "0"]);
  expect(await here.onAll(listFolder)).toEqual(before);
});

if (isLongRun)
  test("a member that fails has the library taken away with all else", async () => {
    const { sha256 } = await upload(await here.lab.plugin.build());
    const file = `${folder}/greatdb_ha.so`;
    // It lacks a function that no check can look for: only the server finds out, as it loads it.
    await here.lab
      .host("db3")
      .exec(["sed", "-i", "s/is_group_replication_running/is_group_replication_runninX/g", file]);
    const spoilt = await here.onAll(listFolder);
    const operation = await here.perform("vip.apply", here.clusterId, request(sha256));
    expect(told(operation)).toMatchObject({ state: "undone" });
    expect(operation.steps.filter(({ code }) => code === "plugin.library")).toMatchObject([
      { state: "undone" },
    ]);
    expect(await here.onAll(listFolder)).toEqual(spoilt);
  });
