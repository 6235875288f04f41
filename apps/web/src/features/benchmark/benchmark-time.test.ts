import { expect, test } from "vitest";
import { finished, running } from "./benchmark.fixture";
import { emptyDraft } from "./benchmark-draft";
import { estimateTime, secondsLeft } from "./benchmark-time";

const arm = (name: string, isChosen: boolean) =>
  ({ key: name, name, isChosen, target: { kind: "typed", address: "10.0.0.1", port: "3306" } }) as const;
const draft = emptyDraft([arm("a", true), arm("b", true), arm("c", false)], null);

test("the time is that of every chosen arm with every thread count in every block, each with its warm-up", () => {
  expect(estimateTime({ ...draft, threads: "16, 64" })).toEqual({
    runs: 24,
    seconds: 24 * 35,
    runSeconds: 30,
    warmupSeconds: 5,
  });
});

test.each([
  ["threads", ""],
  ["threads", "16, x"],
  ["blocks", ""],
  ["runSeconds", "0"],
  ["warmupSeconds", "-"],
])("no time is told while %s is %j", (field, text) => {
  expect(estimateTime({ ...draft, [field]: text })).toBeNull();
});

test("what is left is counted by what the ended runs took, and by the plan before the first has ended", () => {
  // 18 runs wait and one is half done; each took 36 s from start to end.
  expect(secondsLeft(running)).toBe(18.5 * 36);
  const early = { ...running, runs: running.runs.filter(({ state }) => state !== "done") };
  expect(secondsLeft(early)).toBe(18.5 * 35);
  expect(secondsLeft(finished)).toBeNull();
});
