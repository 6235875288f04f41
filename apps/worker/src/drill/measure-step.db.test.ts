import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrillEnd, playDrill } from "../testing/drill-ends.fixture";
import { type DrillGroupDay, playGroup, registerGroup } from "../testing/drill-group.fixture";
import { measureStep, requireRecorder } from "./measure-step";

let opened: TestDatabase;
let registered: Awaited<ReturnType<typeof registerGroup>>;
beforeAll(async () => {
  opened = await openTestDatabase();
  registered = await registerGroup(opened);
});
afterAll(() => opened.close());

/** How a drill ended whose fault was made in such a group, and how often it was taken back; no writes come, for nobody plays clients. */
async function measureOn(day: DrillGroupDay, waitMs: number): Promise<DrillEnd & { undone: number }> {
  const group = await playGroup(opened, registered, day);
  let undone = 0;
  const end = await playDrill(opened, {
    "drill.watch": (context) => group.record(group.inputOf(context)),
    "drill.fault": async ({ operation }) => {
      const nowMs = performance.now();
      const recorder = requireRecorder({ drillId: operation.id });
      recorder.arm();
      recorder.noteOwnFault({ actedMs: nowMs, seenMs: nowMs, seen: [] });
    },
    "drill.measure": (context, signal) =>
      measureStep.execute(context, { ...group.inputOf(context), waitMs }, signal),
    undo: async () => {
      undone += 1;
    },
  });
  return { ...end, undone };
}

test("a drill whose group loses no other member is measured for as long as it waits, and not halted", async () => {
  expect(await measureOn({ primary: "db2" }, 1_500)).toMatchObject({ state: "succeeded", undone: 0 });
});

test.each<[string, DrillGroupDay, string]>([
  ["another member than the one that is hit is lost", { states: { db3: "UNREACHABLE" } }, "db3"],
  ["the majority is gone", { states: { db1: "UNREACHABLE", db3: "UNREACHABLE" } }, "1 of 3"],
])("a drill is halted, healed and broken off where %s meanwhile", async (_what, day, text) => {
  const end = await measureOn({ primary: "db2", ...day }, 600_000);
  expect(end).toMatchObject({ state: "undone", heal: "healed", kind: "broken_off", undone: 1 });
  expect(end.text).toContain("The drill was halted");
  expect(end.text).toContain(text);
});
