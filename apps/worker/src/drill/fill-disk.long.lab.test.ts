import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { DrillCheck, type DrillDetail, type DrillRequest } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { databaseNames, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, beforeAll, expect, test } from "vitest";
import { describe as describeOperation } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const actor = systemActor("test");
const image = "/var/lib/primacy-drill.img";
const data = "/var/lib/mysql";
const loopNumbers = [0, 1, 2, 3, 4, 5, 6, 7];

let here: SharedCluster;
let address = "";

beforeAll(async () => {
  here = await shareCluster();
  address = (await here.applyVip(here.clusterId)).address;
  for (const name of databaseNames)
    expect(describeOperation(await here.run("operator.enable", here.hostNamed(name)))).toMatchObject({
      state: "succeeded",
    });
  await allow(true);
}, 400_000);
afterAll(async () => {
  await allow(false);
  await leaveDisk();
  for (const name of databaseNames) await here.run("operator.disable", here.hostNamed(name));
  await here.giveBack();
}, 600_000);

async function allow(allowsDrills: boolean): Promise<void> {
  await here.opened.database.transact(actor, (unit) =>
    unit.clusters.change(here.clusterId, null, { allowsDrills }),
  );
}

const run = async (script: string): Promise<string> =>
  (await here.lab.host("db1").exec(["sh", "-ec", script], { timeoutMs: 120_000 })).stdout;

/** Puts the data of db1 on a file system that was made to be filled. */
async function moveToDisk(): Promise<void> {
  const db1 = here.lab.host("db1");
  await here.lab.fault.stopMysql("db1");
  const nodes = loopNumbers.map((n) => `[ -e /dev/loop${n} ] || mknod /dev/loop${n} b 7 ${n}`);
  await run(
    [
      "[ -e /dev/loop-control ] || mknod /dev/loop-control c 10 237",
      ...nodes,
      `truncate -s 2G ${image}`,
    ].join("\n"),
  );
  await promisify(execFile)("mkfs.ext4", ["-q", await db1.findOnMachine(image)]);
  await run(`mkdir -p /mnt/drill
mount -o loop ${image} /mnt/drill
rmdir /mnt/drill/lost+found
cp -a ${data}/. /mnt/drill
umount /mnt/drill
mount -o loop ${image} ${data}`);
  await here.lab.resetGroup();
}

/** The server goes on with the data that it had before: what it lacks the group brings it. */
async function leaveDisk(): Promise<void> {
  const mounts = await run(`grep -c '^/dev/loop[0-9]* ${data} ' /proc/mounts || :`);
  if (Number(mounts) > 0) {
    await here.lab.fault.stopMysql("db1");
    // The supervisor of the server may be in that folder for a moment more.
    await run(`umount -l ${data}`);
  }
  await run(`rm -f ${image}`);
  await here.lab.resetGroup();
}

function ask(): DrillRequest {
  return {
    fault: { kind: "fill_disk", seconds: 20 },
    endpoints: [{ address, port: 3306 }],
    observerHostId: here.hostNamed("db3").id,
    objectiveMs: 10_000,
  };
}

async function play(): Promise<{ readonly drill: DrillDetail; readonly told: string }> {
  await waitFor(
    "nothing to stand against a drill",
    async () => {
      const { result } = await here.perform("drill.check", here.clusterId, ask());
      return DrillCheck.parse(result).report.hasFailures ? undefined : true;
    },
    { timeoutMs: 90_000, intervalMs: 500 },
  );
  const operation = await here.perform("drill", here.clusterId, ask());
  const drill = await here.opened.database.drills.find(operation.id);
  if (drill === null) throw new Error(JSON.stringify(describeOperation(operation)));
  const { verdict, findings } = drill;
  const told = JSON.stringify({ verdict, marks: findings?.marks, operation: describeOperation(operation) });
  return { drill, told };
}

async function expectNothingLeft(): Promise<void> {
  expect(await run(`ls ${data} | grep primacy-drill || :`)).toBe("");
  expect(joinRows(await runRootSql(here.lab.host("db3"), "SELECT COUNT(*) FROM primacy.verify"))).toBe("0");
  const online =
    "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";
  expect(joinRows(await runRootSql(here.lab.host("db3"), online))).toBe("3");
  await here.proveWrite(address);
}

test("an ordinary disk is not filled: the drill is not tested, and says how a file system for drills is made", async () => {
  const { drill, told } = await play();
  expect(drill, told).toMatchObject({ heal: "healed", verdict: { kind: "not_tested" } });
  expect(drill.verdict?.sentence.text).toContain("mkfs.ext4");
  await expectNothingLeft();
}, 400_000);

test("a primary whose disk is full stays the primary: writes wait for the heal, none is lost, and all of it is judged", async () => {
  await moveToDisk();
  const { drill, told } = await play();
  expect(drill, told).toMatchObject({
    ...{ state: "ended", heal: "healed", lostWrites: 0 },
    verdict: { kind: "failed" },
  });
  const phases = new Map(drill.findings?.marks.map(({ phase, atMs }) => [phase, atMs]));
  for (const phase of ["injected", "in_effect", "heal_begun", "healed"] as const)
    expect(phases.has(phase), told).toBe(true);
  expect([phases.has("expelled"), phases.has("elected")], told).toEqual([false, false]);
  const [way] = drill.findings?.endpoints ?? [];
  expect(way, told).toMatchObject({ staleReads: 0, dualWrites: 0, phantom: { count: 0 } });
  // Until the heal, and then until the server looks for space.
  const gapMs = way?.writeGap?.gapMs ?? Number.NaN;
  expect(gapMs, told).toBeGreaterThan(15_000);
  expect(gapMs, told).toBeLessThan(120_000);
  expect(drill.findings?.ledgers.map(({ rows }) => rows === null)).toEqual([false, false, false]);
  await expectNothingLeft();
}, 900_000);
