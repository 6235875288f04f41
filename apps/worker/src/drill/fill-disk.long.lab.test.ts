import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { type FullSeconds, fullChoices } from "@primacy/contract";
import { setDrillLever, systemActor } from "@primacy/db";
import { joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { type DrillLab, type PlayedDrill, shareDrillLab } from "../testing/drill-lab";
import { endRecorder } from "./drill-recorder";

const actor = systemActor("bob");
const image = "/var/lib/primacy-drill.img";
const data = "/var/lib/mysql";
const loopNumbers = [0, 1, 2, 3, 4, 5, 6, 7];
/** Each write that hangs keeps a session: a disk that is full for long needs more of them than a server of the lab has. */
const manySessions = 2_000;

let lab: DrillLab;
let sessions = "";
beforeAll(async () => {
  lab = await shareDrillLab();
  sessions = await tellDb1("SELECT @@global.max_connections");
}, 400_000);
beforeEach(async () => {
  await tellDb1(`SET GLOBAL max_connections = ${manySessions}`);
  await lab.awaitReady(ask(), 90_000);
}, 120_000);
/** The next one begins with the primary where it was. */
afterEach(() => lab.here.lab.resetGroup(), 300_000);
afterAll(async () => {
  await lab.allow(false);
  await leaveDisk();
  await tellDb1(`SET GLOBAL max_connections = ${sessions}`);
  await lab.close();
}, 600_000);

const tellDb1 = async (sql: string): Promise<string> =>
  joinRows(await runRootSql(lab.here.lab.host("db1"), sql));

const run = async (script: string): Promise<string> =>
  (await lab.here.lab.host("db1").exec(["sh", "-ec", script], { timeoutMs: 120_000 })).stdout;

/** Puts the data of db1 on a file system that was made to be filled. */
async function moveToDisk(): Promise<void> {
  const db1 = lab.here.lab.host("db1");
  await lab.here.lab.fault.stopMysql("db1");
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
  await lab.here.lab.resetGroup();
}

/** The server goes on with the data that it had before: what it lacks the group brings it. */
async function leaveDisk(): Promise<void> {
  const mounts = await run(`grep -c '^/dev/loop[0-9]* ${data} ' /proc/mounts || :`);
  if (Number(mounts) > 0) {
    await lab.here.lab.fault.stopMysql("db1");
    // The supervisor of the server may be in that folder for a moment more.
    await run(`umount -l ${data}`);
  }
  await run(`rm -f ${image}`);
  await lab.here.lab.resetGroup();
}

const ask = (seconds: FullSeconds = 20) =>
  lab.ask({ fault: { kind: "fill_disk", seconds }, objectiveMs: 10_000 });

/** Orders a drill, and returns its id once a commit waits for space, as the server itself logs it. */
async function fillUntilWritesWait(): Promise<string> {
  const sql = "SELECT COUNT(*) FROM performance_schema.error_log WHERE DATA LIKE '%Disk is full writing%'";
  const before = await tellDb1(sql);
  // Nobody comes to the end of it by himself meanwhile.
  const id = await lab.begin(ask(120));
  await waitFor(
    "a commit to wait for space",
    async () => ((await tellDb1(sql)) === before ? undefined : true),
    {
      ...{ timeoutMs: 60_000, intervalMs: 250 },
    },
  );
  return id;
}

async function expectNothingLeft(): Promise<void> {
  expect(await run(`ls ${data} | grep primacy-drill || :`)).toBe("");
  expect(await lab.countRows("db3")).toBe(0);
  expect(await lab.countOnline("db3")).toBe(3);
  await lab.here.proveWrite(lab.address);
}

/** Nobody is expelled, nothing is lost, and writes were away until the heal, and then until the server looked for space. */
function expectHeld({ drill, told }: PlayedDrill, seconds: number): void {
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
  const gapMs = way?.writeGap?.gapMs ?? Number.NaN;
  expect(gapMs, told).toBeGreaterThan((seconds - 5) * 1_000);
  expect(gapMs, told).toBeLessThan((seconds + 100) * 1_000);
  expect(drill.findings?.ledgers.map(({ rows }) => rows === null)).toEqual([false, false, false]);
}

test("an ordinary disk is not filled: the drill is not tested, and says how a file system for drills is made", async () => {
  const { drill, told } = await lab.play(ask());
  expect(drill, told).toMatchObject({ heal: "healed", verdict: { kind: "not_tested" } });
  expect(drill.verdict?.sentence.text).toContain("mkfs.ext4");
  await expectNothingLeft();
}, 400_000);

describe("a disk that was made for drills", () => {
  beforeAll(moveToDisk, 400_000);

  test.each(fullChoices)(
    "a primary whose disk is full for %d s stays the primary: writes wait for the heal, none is lost, and all of it is judged",
    async (seconds) => {
      expectHeld(await lab.play(ask(seconds)), seconds);
      await expectNothingLeft();
    },
    900_000,
  );

  test("all drills are stopped while the disk is full: it has space again, writes come back, and none begins until the lever is released", async () => {
    const { database } = lab.here.opened;
    const id = await fillUntilWritesWait();
    const held = { by: "bob", at: new Date().toISOString(), reason: null };
    const stoppedMs = performance.now();
    await database.transact(actor, async (unit) => {
      expect(await setDrillLever(unit, held)).toBe(true);
      for (const { operation } of await unit.operations.listQueue("drill"))
        await unit.operations.requestCancel(operation.id);
    });
    const { drill, operation, told } = await lab.ended(id);
    // Not after the time that was chosen, with the disk full.
    expect(performance.now() - stoppedMs, told).toBeLessThan(110_000);
    expect(operation.state, told).toBe("undone");
    expect(drill, told).toMatchObject({ heal: "healed", verdict: { kind: "broken_off" } });
    expect(drill.verdict?.sentence.text).toContain("somebody stopped it");
    await expectNothingLeft();
    const checked = await lab.here.perform("drill.check", lab.here.clusterId, ask());
    await database.transact(actor, (unit) => setDrillLever(unit, null));
    expect(JSON.stringify(checked.result)).toContain("check.drill_allowed.fail_lever");
  }, 600_000);

  test("the worker ends while the disk is full: the next one heals, proves that writes come back, and says that it has not seen it", async () => {
    const id = await fillUntilWritesWait();
    // What a process that dies has seen dies with it.
    await endRecorder(id);
    await lab.here.replaceEngine();
    const { drill, operation, told } = await lab.ended(id);
    expect(operation.state, told).toBe("undone");
    expect(drill, told).toMatchObject({ heal: "healed", verdict: { kind: "broken_off" } });
    expect(drill.verdict?.sentence.text).toContain("The worker that recorded the drill ended");
    await expectNothingLeft();
  }, 600_000);
});
