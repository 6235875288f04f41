import { isLongRun, runRootSql } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type DrillLab, shareDrillLab } from "../testing/drill-lab";
import { describe as describeOperation } from "../testing/lab-cluster";
import { endRecorder } from "./drill-recorder";

let lab: DrillLab;
beforeAll(async () => {
  lab = await shareDrillLab();
}, 300_000);
/** The next one begins with the primary where it was, and the address beside it. */
afterEach(() => lab.here.lab.resetGroup());
beforeEach(() => lab.awaitReady());
afterAll(() => lab.close(), 300_000);

test("mysqld of the primary is killed: the outage is measured through the VIP, no acknowledged write is lost, and the group is whole again", async () => {
  const { here, address } = lab;
  const readEndpoints = [{ address: here.lab.host("db3").address, port: 3306 }];
  const { operation, drill } = await lab.play(lab.ask({ readEndpoints }));
  expect(describeOperation(operation)).toMatchObject({ state: "succeeded" });
  expect(drill).toMatchObject({
    readEndpoints,
    state: "ended",
    heal: "healed",
    lostWrites: 0,
    verdict: { kind: "passed" },
  });
  const { findings } = drill;
  const [way] = findings?.endpoints ?? [];
  // Somebody has to be missed for 5 s before the group says so; the killed one is no exception.
  expect(way?.writeGap?.gapMs).toBeGreaterThan(4_000);
  expect(way?.writeGap?.gapMs).toBeLessThan(60_000);
  expect(way?.attempts.acked).toBeGreaterThan(isLongRun ? 300 : 30);
  expect(way?.staleReads).toBe(0);
  expect(way?.dualWrites).toBe(0);
  // A secondary answers through it all, with what has come to it of the writes.
  const [reader, ...others] = findings?.readers ?? [];
  expect(others).toEqual([]);
  expect(reader?.servers.map(({ server }) => server)).toEqual([here.hostNamed("db3").name]);
  expect(reader?.attempts.answered).toBeGreaterThan(isLongRun ? 50 : 10);
  expect(reader?.lag?.reads).toBeGreaterThan(0);
  expect(reader?.lag?.highestMs).toBeGreaterThanOrEqual(reader?.lag?.medianMs ?? Number.NaN);
  expect(drill.verdict?.notes.map(({ code }) => code)).toContain("drill_note.reads");
  const marks = new Map(findings?.marks.map(({ phase, atMs }) => [phase, atMs]));
  const inOrder = [
    "injected",
    "in_effect",
    "expelled",
    "elected",
    "first_write",
    "heal_begun",
    "healed",
  ] as const;
  const times = inOrder.map((phase) => marks.get(phase) ?? Number.NaN);
  expect(times.every(Number.isFinite), JSON.stringify(findings?.marks)).toBe(true);
  expect(times).toEqual([...times].sort((a, b) => a - b));
  expect(findings?.lanes.views.map(({ viewer }) => viewer)).toHaveLength(3);
  for (const group of [findings?.before, findings?.after]) {
    expect(group?.members.map(({ state }) => state)).toEqual(["ONLINE", "ONLINE", "ONLINE"]);
    const [primary, ...others] = group?.members.filter(({ role }) => role === "PRIMARY") ?? [];
    expect(others).toEqual([]);
    expect(primary).toMatchObject({ isReadOnly: false, holds: [address] });
    expect(group?.members.flatMap(({ holds }) => holds)).toEqual([address]);
  }
  expect(findings?.before?.members[0]?.role).toBe("PRIMARY");
  expect(findings?.after?.members[0]?.role).toBe("SECONDARY");
  for (const server of findings?.system?.servers ?? []) {
    expect(server.version).toMatch(/^\d+\.\d+/);
    expect(server.variables).toHaveProperty("group_replication_member_expel_timeout");
    expect(server.variables).toHaveProperty("sync_binlog");
  }
  expect(findings?.system?.servers).toHaveLength(3);
  const logs = new Map(findings?.errorLogs?.map((log) => [log.server, log]));
  expect([...logs.values()].map(({ notRead }) => notRead)).toEqual([null, null, null]);
  const lines = [...logs.values()].flatMap((log) => log.lines);
  for (const { atMs, errorMs } of lines) {
    // A server that got no processor while it was asked for its clock tells it as late.
    expect(errorMs).toBeLessThan(isLongRun ? 1_000 : 15_000);
    expect(atMs + errorMs).toBeGreaterThan(-4_000);
    expect(atMs - errorMs).toBeLessThan(findings?.toMs ?? Number.NaN);
  }
  // What a server that was left logged of the loss lies by its own clock where the agents saw it by theirs.
  const removed = logs.get(here.hostNamed("db2").name)?.lines.find(({ code }) => code === "MY-011499");
  expect(removed, JSON.stringify(lines)).toBeDefined();
  const removedMs = removed?.atMs ?? Number.NaN;
  const [fromMs = Number.NaN, toMs = Number.NaN] = [marks.get("injected"), marks.get("heal_begun")];
  expect([fromMs, removedMs, toMs], JSON.stringify(lines)).toEqual(
    [fromMs, removedMs, toMs].sort((a, b) => a - b),
  );
  // An agent looks at its pace, where it gets a processor.
  if (isLongRun) expect(Math.abs(removedMs - (marks.get("expelled") ?? 0))).toBeLessThan(2_000);
  // The killed one is asked once it is back.
  const ready = logs
    .get(here.hostNamed("db1").name)
    ?.lines.find(({ text }) => text.includes("ready for connections"));
  expect(ready?.atMs, JSON.stringify(lines)).toBeGreaterThan(marks.get("heal_begun") ?? Number.NaN);
  // The one that was down had nothing to say of the rows; both others did, before it was healed.
  expect(findings?.ledgers.map(({ rows }) => rows !== null).sort()).toEqual([false, true, true]);
  expect(await here.opened.database.drills.readSamples(operation.id)).not.toBeNull();
  await expect.poll(() => lab.countRows("db2"), { timeout: 60_000 }).toBe(0);
  await expect.poll(() => lab.countOnline("db2"), { timeout: 60_000 }).toBe(3);
}, 600_000);

test("one whose worker ends after the kill is healed by the next, which says that it was broken off", async () => {
  const id = await lab.begin(lab.ask());
  // What a process that dies has seen dies with it.
  await endRecorder(id);
  await lab.here.replaceEngine();
  const { operation, drill } = await lab.ended(id);
  expect(operation.state, JSON.stringify(describeOperation(operation))).toBe("undone");
  expect(drill).toMatchObject({ state: "ended", heal: "healed", verdict: { kind: "broken_off" } });
  await expect.poll(() => lab.countRows("db2"), { timeout: 60_000 }).toBe(0);
  await lab.here.proveWrite(lab.address);
}, 400_000);

test("one is refused with every reason where drills are not allowed and an endpoint leads elsewhere, and nothing is hit", async () => {
  const { here } = lab;
  await lab.allow(false);
  const checked = await here.perform(
    "drill.check",
    here.clusterId,
    lab.ask({ endpoints: [{ address: here.lab.host("db2").address, port: 3306 }] }),
  );
  await lab.allow(true);
  expect(checked.result).toMatchObject({ plan: { steps: [] }, report: { hasFailures: true } });
  const report = JSON.stringify(checked.result);
  expect(report).toContain("check.drill_allowed.fail");
  expect(report).toContain("check.drill_way.fail_secondary");
}, 300_000);

// What the lab's group sometimes does by itself: a server that starts while the group still counts its former run is refused, and tries no more.
if (isLongRun)
  test("a server that came back without its group is had to join it, and the drill is undone all the same", async () => {
    const { here } = lab;
    const id = await lab.begin(lab.ask());
    await endRecorder(id);
    await here.lab.fault.startMysql("db1");
    await expect.poll(() => lab.countOnline("db2"), { timeout: 60_000 }).toBe(3);
    await runRootSql(here.lab.host("db1"), "STOP GROUP_REPLICATION");
    await here.replaceEngine();
    const { operation, told } = await lab.ended(id);
    expect(operation.state, told).toBe("undone");
    await expect.poll(() => lab.countOnline("db2"), { timeout: 60_000 }).toBe(3);
  }, 400_000);

if (isLongRun)
  test("a server that its service starts again at once is told apart from one that stays down", async () => {
    const { operation, drill } = await lab.play(lab.ask({ fault: { kind: "kill_mysqld", restarts: true } }));
    expect(describeOperation(operation)).toMatchObject({ state: "succeeded" });
    expect(drill).toMatchObject({ heal: "healed", lostWrites: 0 });
  }, 400_000);
