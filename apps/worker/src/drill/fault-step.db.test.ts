import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type DrillEnd, playDrill } from "../testing/drill-ends.fixture";
import { type DrillGroupDay, playGroup, registerGroup } from "../testing/drill-group.fixture";
import { faultStep } from "./fault-step";

let opened: TestDatabase;
let registered: Awaited<ReturnType<typeof registerGroup>>;
beforeAll(async () => {
  opened = await openTestDatabase();
  registered = await registerGroup(opened);
});
afterAll(() => opened.close());

/** How a drill ended whose group had such a day by the time of its fault, and how often something was ordered and undone. */
async function drillOn(day: DrillGroupDay): Promise<DrillEnd & { orders: number; undone: number }> {
  const group = await playGroup(opened, registered, day);
  let undone = 0;
  const end = await playDrill(opened, {
    "drill.watch": (context) => group.record(group.inputOf(context)),
    "drill.fault": (context, signal) =>
      faultStep.execute({ ...context, worker: group.worker }, group.inputOf(context), signal, {}),
    undo: async () => {
      undone += 1;
    },
  });
  return { ...end, orders: group.orders.length, undone };
}

// What watches has nothing to take back here, so that the operation has failed.
const untouched = { state: "failed", heal: "healed", kind: "not_tested", orders: 0, undone: 0 };

test("the fault is made once in a group that is as the plan says", async () => {
  expect(await drillOn({})).toMatchObject({ state: "succeeded", kind: "broken_off", orders: 1, undone: 0 });
});

test.each<[string, DrillGroupDay, string]>([
  ["a secondary is lost", { states: { db3: "UNREACHABLE" } }, "so nothing was done: db3."],
  ["a secondary recovers", { states: { db2: "RECOVERING" } }, "so nothing was done: db2."],
  [
    "a secondary died just now",
    { own: { db3: { reach: "down", memberState: null } } },
    "nothing was done: db3.",
  ],
  ["another member is the primary", { primary: "db2" }, "db1 is not the primary any more"],
])("no fault is ordered, and nothing is taken back, where %s since the plan", async (_what, day, text) => {
  expect(await drillOn(day)).toMatchObject({ ...untouched, text: expect.stringContaining(text) });
});
