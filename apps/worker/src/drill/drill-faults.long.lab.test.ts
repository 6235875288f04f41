import type { DrillDetail, DrillFault, DrillPhaseName } from "@primacy/contract";
import { systemActor } from "@primacy/db";
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from "vitest";
import { type DrillLab, shareDrillLab } from "../testing/drill-lab";
import { describe as describeOperation } from "../testing/lab-cluster";

let lab: DrillLab;
beforeAll(async () => {
  lab = await shareDrillLab();
}, 300_000);
/** The next one begins with the primary where it was, and the address beside it. */
afterEach(() => lab.here.lab.resetGroup());
beforeEach(() => lab.awaitReady(lab.ask({ fault: { kind: "cut_host" } })));
afterAll(() => lab.close(), 300_000);

/** A member is called by its host, as the console knows it. */
const named = (host: string): { readonly name: string } => ({ name: lab.here.hostNamed(host).name });

interface Played {
  readonly drill: DrillDetail;
  readonly gapMs: number;
  readonly phases: ReadonlyMap<DrillPhaseName, number>;
}

/** A drill that ends as it should: healed, whole, judged as passed, with nothing lost, doubled or left behind. */
async function play(fault: DrillFault): Promise<Played> {
  const { operation, drill, told } = await lab.play(lab.ask({ fault }));
  expect(describeOperation(operation)).toMatchObject({ state: "succeeded" });
  const marks = drill.findings?.marks ?? [];
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
  await expect.poll(() => lab.countRows("db3"), { timeout: 60_000 }).toBe(0);
  await expect.poll(() => lab.countOnline("db3"), { timeout: 60_000 }).toBe(3);
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
  expect(played.gapMs).toBeLessThan(5_000);
}, 600_000);

test("mysqld that is stopped in order leaves its group, and nobody has to miss it", async () => {
  const played = await play({ kind: "stop_mysqld" });
  expectPhases(played, succession, ["suspected"]);
  expect(played.gapMs).toBeLessThan(10_000);
}, 600_000);

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
  const id = await lab.begin(lab.ask({ fault: { kind: "cut_host" } }));
  await lab.here.opened.database.transact(systemActor("test"), (unit) => unit.operations.requestCancel(id));
  const { operation, drill } = await lab.ended(id);
  expect(operation.state).toBe("undone");
  expect(drill).toMatchObject({ state: "ended", heal: "healed", verdict: { kind: "broken_off" } });
  expect(drill.verdict?.sentence.text).toContain("somebody stopped it");
  await lab.here.proveWrite(lab.address);
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
    // A supervisor lets go of it at once; where an agent hangs, its lease need not end.
    expectPhases(played, kind === "kill_agent" ? ["vip_taken"] : [], [...lost, "elected"]);
    expect(played.drill.findings?.predicted.map(({ phase }) => phase)).toContain("vip_taken");
    expect(played.gapMs).toBeLessThan(20_000);
  }, 500_000);

test("a primary on a host whose processors are busy stays the primary, and writes go on", async () => {
  const played = await play({ kind: "cpu_pressure", perProcessor: 2 });
  expect(played.drill).toMatchObject({ target: named("db1"), other: null });
  expectPhases(played, [], ["expelled", "elected"]);
  expect(played.gapMs).toBeLessThan(20_000);
}, 500_000);
