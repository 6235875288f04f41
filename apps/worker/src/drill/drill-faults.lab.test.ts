import {
  DrillCheck,
  type DrillDetail,
  type DrillFault,
  type DrillPhaseName,
  type DrillRequest,
  isRefusal,
} from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { databaseNames, isLongRun, joinRows, runRootSql, waitFor } from "@primacy/lab";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { describe as describeOperation } from "../testing/lab-cluster";
import { type SharedCluster, shareCluster } from "../testing/shared-cluster";

const actor = systemActor("test");

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
}, 300_000);
/** The next one begins with the primary where it was, and the address beside it. */
afterEach(() => here.lab.resetGroup());
beforeEach(async () => {
  await waitFor(
    "nothing to stand against a drill",
    async () => {
      const { result } = await here.perform("drill.check", here.clusterId, ask({ kind: "cut_host" }));
      return DrillCheck.parse(result).report.hasFailures ? undefined : true;
    },
    { timeoutMs: 120_000, intervalMs: 500 },
  );
});
afterAll(async () => {
  await allow(false);
  for (const name of databaseNames) await here.run("operator.disable", here.hostNamed(name));
  await here.giveBack();
}, 300_000);

async function allow(allowsDrills: boolean): Promise<void> {
  await here.opened.database.transact(actor, (unit) =>
    unit.clusters.change(here.clusterId, null, { allowsDrills }),
  );
}

/** The clients are played on db3, so that db2 is the secondary that the console chooses. */
function ask(fault: DrillFault): DrillRequest {
  return {
    fault,
    endpoints: [{ address, port: 3306 }],
    observerHostId: here.hostNamed("db3").id,
    objectiveMs: 60_000,
  };
}

/** A member is called by its host, as the console knows it. */
const named = (host: string): { readonly name: string } => ({ name: here.hostNamed(host).name });

interface Played {
  readonly drill: DrillDetail;
  readonly gapMs: number;
  readonly phases: ReadonlyMap<DrillPhaseName, number>;
}

/** A drill that ends as it should: healed, whole, judged as passed, with nothing lost, doubled or left behind. */
async function play(fault: DrillFault): Promise<Played> {
  const operation = await here.perform("drill", here.clusterId, ask(fault));
  expect(describeOperation(operation)).toMatchObject({ state: "succeeded" });
  const drill = await here.opened.database.drills.find(operation.id);
  if (drill === null) throw new Error("the drill is not there");
  const marks = drill.findings?.marks ?? [];
  const told = JSON.stringify({ verdict: drill.verdict, marks });
  expect(drill, told).toMatchObject({
    state: "ended",
    heal: "healed",
    lostWrites: 0,
    verdict: { kind: "passed" },
  });
  const [way] = drill.findings?.endpoints ?? [];
  expect(way).toMatchObject({ staleReads: 0, dualWrites: 0, phantom: { count: 0 } });
  const phases = new Map(marks.map(({ phase, atMs }) => [phase, atMs]));
  for (const phase of ["armed", "injected", "in_effect", "heal_begun", "healed"] as const)
    expect(phases.has(phase), told).toBe(true);
  const rows = "SELECT COUNT(*) FROM primacy.verify";
  const online =
    "SELECT COUNT(*) FROM performance_schema.replication_group_members WHERE MEMBER_STATE = 'ONLINE'";
  // Where it is a secondary it has that a moment later.
  const onDb3 = async (sql: string): Promise<string> => joinRows(await runRootSql(here.lab.host("db3"), sql));
  await expect.poll(() => onDb3(rows), { timeout: 60_000 }).toBe("0");
  await expect.poll(() => onDb3(online), { timeout: 60_000 }).toBe("3");
  return { drill, gapMs: way?.writeGap?.gapMs ?? Number.NaN, phases };
}

const lost = ["suspected", "expelled"] as const;
const succession = ["elected", "writable", "vip_taken", "first_write"] as const;

function expectPhases(
  { phases, drill }: Played,
  seen: readonly DrillPhaseName[],
  unseen: readonly DrillPhaseName[] = [],
): void {
  const told = JSON.stringify(drill.findings?.marks);
  for (const phase of seen) expect(phases.has(phase), `${phase}: ${told}`).toBe(true);
  for (const phase of unseen) expect(phases.has(phase), `${phase}: ${told}`).toBe(false);
}

test("a switchover costs no more than a moment: nobody is suspected, and the other of the pair is the primary", async () => {
  const played = await play({ kind: "switchover", memberId: null });
  expect(played.drill).toMatchObject({ target: named("db1"), other: named("db2") });
  expectPhases(played, succession, lost);
  // The clients' own pace is in it.
  if (isLongRun) expect(played.gapMs).toBeLessThan(5_000);
}, 600_000);

test("mysqld that is stopped in order leaves its group, and nobody has to miss it", async () => {
  const played = await play({ kind: "stop_mysqld" });
  expectPhases(played, succession, ["suspected"]);
  if (isLongRun) expect(played.gapMs).toBeLessThan(10_000);
}, 600_000);

if (isLongRun) {
  test("mysqld that is frozen is expelled while its sockets are open, and comes back once it is thawed", async () => {
    const played = await play({ kind: "freeze_mysqld" });
    expectPhases(played, [...lost, ...succession]);
    expect(played.gapMs).toBeGreaterThan(4_000);
  }, 500_000);

  test("the host of the primary is cut off: no two writers, and the member comes back", async () => {
    const played = await play({ kind: "cut_host" });
    expectPhases(played, [...lost, ...succession]);
    expect(played.gapMs).toBeGreaterThan(4_000);
  }, 500_000);

  test("one that is stopped while the host of the primary is cut off is healed, and says that it was broken off", async () => {
    const asked = await here.request("drill", here.clusterId, ask({ kind: "cut_host" }));
    if (isRefusal(asked)) throw new Error(asked.message.text);
    await waitFor(
      "the fault to be made",
      async () => {
        const { steps, problem } = await here.opened.database.operations.get(asked.id);
        if (problem !== null) throw new Error(JSON.stringify(problem));
        return steps.find(({ code }) => code === "drill.fault")?.state === "done" ? true : undefined;
      },
      { timeoutMs: 120_000, intervalMs: 50 },
    );
    await here.opened.database.transact(actor, (unit) => unit.operations.requestCancel(asked.id));
    expect((await here.ended(asked.id, 300_000)).state).toBe("undone");
    const drill = await here.opened.database.drills.find(asked.id);
    expect(drill).toMatchObject({ state: "ended", heal: "healed", verdict: { kind: "broken_off" } });
    await here.proveWrite(address);
  }, 500_000);

  test("the host of a secondary is cut off: it is expelled, and writes go on", async () => {
    const played = await play({ kind: "cut_secondary", memberId: null });
    expect(played.drill).toMatchObject({ target: named("db2"), other: null });
    expectPhases(played, lost, ["elected", "vip_taken"]);
    expect(played.gapMs).toBeLessThan(5_000);
  }, 500_000);

  for (const drops of ["to_secondary", "from_secondary"] as const)
    test(`a link that is lost one way (${drops}) leaves the primary where it is`, async () => {
      const played = await play({ kind: "cut_one_way", memberId: null, drops });
      expect(played.drill).toMatchObject({ target: named("db1"), other: named("db2") });
      // Its host may let go of the address while nothing is acknowledged, and takes it again itself.
      expectPhases(played, [], ["elected"]);
    }, 500_000);

  for (const kind of ["kill_agent", "freeze_agent"] as const)
    test(`the address survives the loss of its agent (${kind}), and is away no longer than its lease and the start of the next`, async () => {
      const played = await play({ kind });
      expectPhases(played, [], [...lost, "elected"]);
      expect(played.gapMs).toBeLessThan(20_000);
    }, 500_000);

  test("a primary on a host whose processors are busy stays the primary, and writes go on", async () => {
    const played = await play({ kind: "cpu_pressure", perProcessor: 2 });
    expect(played.drill).toMatchObject({ target: named("db1"), other: null });
    expectPhases(played, [], ["expelled", "elected"]);
    expect(played.gapMs).toBeLessThan(20_000);
  }, 500_000);
}
