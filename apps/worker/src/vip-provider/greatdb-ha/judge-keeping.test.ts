import { HostActionState } from "@primacy/contract/agent";
import { expect, it } from "vitest";
import { judgeKeeping } from "./judge-keeping";

it("only an edit that stands is kept, and none is said to be that its host has taken back", () => {
  const judged = HostActionState.options.map((state) => [state, judgeKeeping({ state }, true)]);
  expect(Object.fromEntries(judged)).toEqual({
    ...{ planned: "lost", acted: "keep", kept: "done" },
    ...{ undone: "lost", failed: "lost", undo_failed: "lost" },
  });
});

it("an edit that was made and of which its host knows nothing is lost, and where none was made there is none to keep", () => {
  expect(judgeKeeping(null, true)).toBe("lost");
  expect(judgeKeeping(null, false)).toBe("nothing");
});
