import { message, paramsWith } from "@primacy/contract";
import { openTestDatabase, type TestDatabase } from "@primacy/db/testing";
import { afterAll, beforeAll, expect, test } from "vitest";
import { StepFailure } from "../operation/failure";
import { type DrillDay, playDrill } from "../testing/drill-ends.fixture";

const lost = async (): Promise<never> => {
  throw new StepFailure("failure.drill_probe_lost", {
    params: paramsWith({ host: "app1" }, { reason: message("why.no_answer") }),
  });
};
const refused = async (): Promise<never> => {
  throw new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: "db1" }, { reason: message("operator.fault_agent_absent", { limitMs: 1 }) }),
  });
};

let opened: TestDatabase;
beforeAll(async () => {
  opened = await openTestDatabase();
});
afterAll(() => opened.close());

const days: readonly (readonly [string, DrillDay, object])[] = [
  [
    "its observing host is lost in the midst: broken off, and healed",
    { "drill.measure": lost },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "its observing host is lost before the fault: not tested, and nothing to heal",
    { "drill.fault": lost },
    { state: "undone", heal: "healed", kind: "not_tested", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "its observing host is lost as it is judged: broken off, though it was healed before",
    { "drill.judge": lost },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("app1 plays the") },
  ],
  [
    "the host refuses the heal, twice: not healed, with its reason",
    { "drill.heal": refused, undo: refused },
    { state: "failed", heal: "unhealed", kind: "broken_off", text: expect.stringContaining("no agent runs") },
  ],
  [
    "the host refuses the heal once: healed as the drill is taken back, and broken off",
    { "drill.heal": refused },
    { state: "undone", heal: "healed", kind: "broken_off", text: expect.stringContaining("no agent runs") },
  ],
  [
    "its observing host is lost, and the heal is refused: not healed",
    { "drill.measure": lost, undo: refused },
    { state: "failed", heal: "unhealed", kind: "broken_off" },
  ],
];

test.each(days)("a drill ends honestly where %s", async (_what, day, ending) => {
  expect(await playDrill(opened, day)).toMatchObject(ending);
});
