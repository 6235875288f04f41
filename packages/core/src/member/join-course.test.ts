import type { StepState } from "@primacy/contract";
import { expect, it } from "vitest";
import { decideOperation, type OperationMove } from "../operation";
import { decideUndo, judgeCloning, startOutcomeInGroup } from "./join-course";

const clone = "Distributed recovery will transfer data using: Cloning from a remote group donor.";
const binlog = "Distributed recovery will transfer data using: Incremental recovery from a group donor";

it("knows a member that is being cloned by its last word on the way of its data", () => {
  const hasClone = true;
  expect(judgeCloning("RECOVERING", { hasClone, lastTransferLine: clone })).toBe("cloning");
  expect(judgeCloning("RECOVERING", { hasClone, lastTransferLine: binlog })).toBe("not_cloning");
  // The line is an old one.
  expect(judgeCloning("OFFLINE", { hasClone, lastTransferLine: clone })).toBe("not_cloning");
});

it("does not take a log that it cannot read for a member that is not cloned, unless it cannot be", () => {
  expect(judgeCloning("RECOVERING", { hasClone: true, lastTransferLine: null })).toBe("unknown");
  expect(judgeCloning("RECOVERING", { hasClone: false, lastTransferLine: null })).toBe("not_cloning");
});

it("never stops a member that is ONLINE by now, or that is being cloned or may be", () => {
  expect(decideUndo({ state: "ONLINE", cloning: "not_cloning" })).toBe("leave_online");
  expect(decideUndo({ state: "RECOVERING", cloning: "cloning" })).toBe("leave_cloning");
  expect(decideUndo({ state: "RECOVERING", cloning: "unknown" })).toBe("leave_unknown");
  expect(decideUndo({ state: "RECOVERING", cloning: "not_cloning" })).toBe("stop");
  expect(decideUndo({ state: "OFFLINE", cloning: "not_cloning" })).toBe("stop");
});

/** What follows where the wait after a start fails. */
function afterFailedWait(start: StepState): OperationMove {
  const wait = {
    ordinal: 1,
    state: "failed",
    undoKind: "nothing",
    onCancel: "stops",
    hasUndoRecord: false,
  } as const;
  return decideOperation({
    state: "undoing",
    isPlanned: true,
    isCancelRequested: false,
    hasFailed: true,
    undone: new Map(),
    steps: [{ ordinal: 0, state: start, undoKind: "recorded", onCancel: "stops", hasUndoRecord: true }, wait],
  });
}

it("takes a start back whose worker died between the act and its record", () => {
  expect(afterFailedWait(startOutcomeInGroup(2))).toEqual({ kind: "undo", ordinal: 0 });
  expect(afterFailedWait(startOutcomeInGroup(1))).toEqual({ kind: "end", state: "failed" });
});
