import { expect, test } from "vitest";
import { nextPoll } from "./operation-poll";

test.each([
  ["is not known yet", undefined, undefined, 2_000],
  ["goes on", { state: "running" }, undefined, 2_000],
  ["could not be asked for", undefined, "database_unavailable", 2_000],
  ["has ended", { state: "succeeded" }, undefined, false],
  ["was deleted for its age", undefined, "not_found", false],
] as const)(
  "an operation that %s is asked for again as long as that may tell something",
  (_how, operation, code, ms) => {
    expect(nextPoll(operation, code)).toBe(ms);
  },
);
