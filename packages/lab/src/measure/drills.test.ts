import { type DrillEstimate, type Message, message, messageWith } from "@primacy/contract";
import { expect, test } from "vitest";
import { namesExpulsion } from "./drills";

const expel = message("downtime.suspicion", { seconds: 15 });
const notice = message("downtime.detection", { seconds: 5 });
const estimate: DrillEstimate = {
  ...{ fault: "crash", path: "vip", minMs: 10_000, maxMs: 26_000, because: [], advice: [] },
  parts: [
    { text: notice, minMs: 5_000, maxMs: 5_600, share: "notice" },
    { text: expel, minMs: 5_000, maxMs: 20_000, share: "expel" },
  ],
};
const verdictWith = (why: Message | null) => ({
  kind: "failed" as const,
  sentence: message("drill_note.unpredicted"),
  notes: [
    message("drill_note.unpredicted"),
    why === null
      ? messageWith("drill_note.longest", { ms: 16_000 }, { phase: message("drill_phase.expelled") })
      : messageWith(
          "drill_note.longest_why",
          { ms: 16_000 },
          { phase: message("drill_phase.expelled"), why },
        ),
  ],
});

test("a report names the expulsion where what took longest came from it, and not where it came from something else or nothing", () => {
  expect(namesExpulsion(verdictWith(expel), estimate)).toBe(true);
  expect(namesExpulsion(verdictWith(notice), estimate)).toBe(false);
  expect(namesExpulsion(verdictWith(null), estimate)).toBe(false);
  expect(namesExpulsion(verdictWith(expel), null)).toBe(false);
  expect(namesExpulsion(null, estimate)).toBe(false);
});
