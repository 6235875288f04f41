import { describe, expect, it } from "vitest";
import { describePhases, Stopwatch } from "./stopwatch";

describe("Stopwatch", () => {
  it("gives each phase the time since the one before it, and adds up what comes again", () => {
    let nowMs = 1_000;
    const watch = new Stopwatch(() => nowMs);
    nowMs += 1_500;
    watch.end("ready");
    nowMs += 250;
    watch.end("whole");
    nowMs += 500;
    watch.end("ready");
    expect(watch.seconds).toEqual({ ready: 2, whole: 0.25 });
  });
});

describe("describePhases", () => {
  it("is the mean of all faults, also of those that lack a phase", () => {
    const line = describePhases([{ ready: 2, whole: 4 }, { ready: 1 }]);
    expect(line).toMatch(/^seconds per fault: 3\.5 \(ready 1\.5, clients 0\.0, .*whole 2\.0, /);
    expect(describePhases([])).toBe("no fault was done");
  });
});
