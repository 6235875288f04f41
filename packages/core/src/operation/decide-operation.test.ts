import type { StepState } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  type CancelEffect,
  decideOperation,
  type OperationSnapshot,
  type StepSnapshot,
  type UndoKind,
} from "./decide-operation";

function steps(...all: (readonly [StepState, UndoKind?, boolean?])[]): StepSnapshot[] {
  return all.map(([state, undoKind = "recorded", hasUndoRecord = state !== "pending"], ordinal) => ({
    ordinal,
    state,
    undoKind,
    onCancel: "stops",
    hasUndoRecord,
  }));
}

/** Steps without undo, each with what a cancel does to it. */
function orders(...all: (readonly [StepState, CancelEffect])[]): StepSnapshot[] {
  return all.map(([state, onCancel], ordinal) => ({
    ordinal,
    state,
    onCancel,
    undoKind: "impossible",
    hasUndoRecord: false,
  }));
}

function snapshot(change: Partial<OperationSnapshot>): OperationSnapshot {
  return {
    state: "running",
    isPlanned: true,
    isCancelRequested: false,
    hasFailed: false,
    steps: [],
    undone: new Map(),
    ...change,
  };
}

describe("forward", () => {
  test.each<[string, Partial<OperationSnapshot>, ReturnType<typeof decideOperation>]>([
    ["without a plan it plans", { isPlanned: false }, { kind: "plan" }],
    [
      "a refused plan changes nothing and turns back",
      { isPlanned: false, hasFailed: true },
      { kind: "startUndo" },
    ],
    [
      "a cancel before the plan turns back",
      { isPlanned: false, isCancelRequested: true },
      { kind: "startUndo" },
    ],
    [
      "the first pending step runs",
      { steps: steps(["done"], ["pending"], ["pending"]) },
      { kind: "execute", ordinal: 1 },
    ],
    [
      "a begun step runs again after a crash",
      { steps: steps(["done"], ["running"], ["pending"]) },
      { kind: "execute", ordinal: 1 },
    ],
    [
      "a waiting step runs again after a crash",
      { steps: steps(["waiting"]) },
      { kind: "execute", ordinal: 0 },
    ],
    ["a failed step turns back", { steps: steps(["done"], ["failed"], ["pending"]) }, { kind: "startUndo" }],
    [
      "a cancel turns back before the next step",
      { isCancelRequested: true, steps: steps(["done"], ["pending"]) },
      { kind: "startUndo" },
    ],
    [
      "a cancel does not take back what all is done but for its proof",
      { isCancelRequested: true, steps: orders(["done", "finishes"], ["pending", "completes"]) },
      { kind: "execute", ordinal: 1 },
    ],
    [
      "a cancel during an order that goes on without it waits for its end, also after a crash",
      { isCancelRequested: true, steps: orders(["running", "finishes"], ["pending", "completes"]) },
      { kind: "execute", ordinal: 0 },
    ],
    [
      "a cancel before such an order keeps it from being given",
      { isCancelRequested: true, steps: orders(["pending", "finishes"], ["pending", "completes"]) },
      { kind: "startUndo" },
    ],
    [
      "a cancel after the whole of an order stops what comes next",
      {
        isCancelRequested: true,
        steps: orders(["done", "finishes"], ["done", "completes"], ["pending", "finishes"]),
      },
      { kind: "startUndo" },
    ],
    [
      "what completes a step that had nothing to do is not begun",
      { isCancelRequested: true, steps: orders(["skipped", "finishes"], ["pending", "completes"]) },
      { kind: "startUndo" },
    ],
    [
      "a cancel that comes after the last of such steps came too late",
      { isCancelRequested: true, steps: orders(["done", "finishes"], ["done", "completes"]) },
      { kind: "finish" },
    ],
    [
      "a failure turns back whatever a cancel would do",
      { hasFailed: true, steps: orders(["done", "finishes"], ["pending", "completes"]) },
      { kind: "startUndo" },
    ],
    ["when all are done or skipped it finishes", { steps: steps(["done"], ["skipped"]) }, { kind: "finish" }],
    ["a plan without steps finishes", {}, { kind: "finish" }],
    ["a failed result turns back", { hasFailed: true, steps: steps(["done"]) }, { kind: "startUndo" }],
  ])("%s", (_name, change, move) => expect(decideOperation(snapshot(change))).toEqual(move));
});

describe("backward", () => {
  const undoing = (change: Partial<OperationSnapshot>): OperationSnapshot =>
    snapshot({ state: "undoing", ...change });
  test.each<[string, Partial<OperationSnapshot>, ReturnType<typeof decideOperation>]>([
    [
      "the failed step is taken back first",
      { steps: steps(["done"], ["failed"], ["pending"]) },
      { kind: "undo", ordinal: 1 },
    ],
    [
      "then the ones before it",
      { steps: steps(["done"], ["failed"]), undone: new Map([[1, "undone"]]) },
      { kind: "undo", ordinal: 0 },
    ],
    [
      "a step that never recorded its undo has done nothing",
      { steps: steps(["done"], ["failed", "recorded", false]) },
      { kind: "undo", ordinal: 0 },
    ],
    [
      "an undo that a crash interrupted runs again",
      { steps: steps(["undoing"], ["undone"]) },
      { kind: "undo", ordinal: 0 },
    ],
    [
      "a step that only looked is left alone",
      { steps: steps(["done", "nothing"], ["failed", "nothing"]) },
      { kind: "end", state: "failed" },
    ],
    [
      "all taken back is undone",
      { steps: steps(["undone"], ["undone"], ["pending"]) },
      { kind: "end", state: "undone" },
    ],
    [
      "a failed undo makes it failed",
      { steps: steps(["undone"], ["failed"]), undone: new Map([[1, "left"]]) },
      { kind: "end", state: "failed" },
    ],
    [
      "a failed undo does not keep the others from being undone",
      { steps: steps(["done"], ["failed"]), undone: new Map([[1, "left"]]) },
      { kind: "undo", ordinal: 0 },
    ],
    [
      "a done step that cannot be taken back makes it failed",
      { steps: steps(["done", "impossible"], ["failed", "nothing"]) },
      { kind: "end", state: "failed" },
    ],
    [
      "a cancel before anything was done is cancelled",
      { isCancelRequested: true, steps: steps(["pending"]) },
      { kind: "end", state: "cancelled" },
    ],
    [
      "a cancel after something was done and undone is undone",
      { isCancelRequested: true, steps: steps(["undone"]) },
      { kind: "end", state: "undone" },
    ],
    [
      "a failure stays a failure when a cancel comes later",
      { isCancelRequested: true, steps: steps(["failed", "nothing"]) },
      { kind: "end", state: "failed" },
    ],
  ])("%s", (_name, change, move) => expect(decideOperation(undoing(change))).toEqual(move));
});

test("whatever happens and wherever a worker dies, it ends; undone means that no change is left", () => {
  const kinds = fc.array(fc.constantFrom<UndoKind>("nothing", "impossible", "recorded"), {
    minLength: 1,
    maxLength: 6,
  });
  const effectsOfCancel = fc.array(fc.constantFrom<CancelEffect>("stops", "finishes", "completes"), {
    minLength: 6,
    maxLength: 6,
  });
  const luck = fc.array(fc.constantFrom("ok", "fail", "die", "dieAfterAct"), {
    minLength: 60,
    maxLength: 60,
  });
  fc.assert(
    fc.property(kinds, effectsOfCancel, luck, fc.nat({ max: 12 }), (undoKinds, effects, fates, cancelAt) => {
      const world = undoKinds.map(() => false);
      const start: StepState = "pending";
      const rows: { -readonly [K in keyof StepSnapshot]: StepSnapshot[K] }[] = undoKinds.map(
        (undoKind, ordinal) => ({
          ordinal,
          undoKind,
          onCancel: effects[ordinal] ?? "stops",
          state: start,
          hasUndoRecord: false,
        }),
      );
      let state: "running" | "undoing" = "running";
      let undone = new Map<number, "undone" | "left">();
      for (let move = 0; move < 200; move++) {
        const fate = fates[move] ?? "ok";
        const decided = decideOperation({
          state,
          isPlanned: true,
          isCancelRequested: move >= cancelAt,
          hasFailed: false,
          steps: rows,
          undone,
        });
        if (decided.kind === "finish") {
          expect(rows.every((row) => row.state === "done")).toBe(true);
          return;
        }
        if (decided.kind === "end") {
          const left = world.filter((isChanged, at) => isChanged && undoKinds[at] !== "nothing").length;
          if (decided.state !== "failed") expect(left).toBe(0);
          return;
        }
        if (decided.kind === "startUndo") state = "undoing";
        if (decided.kind === "plan") throw new Error("planned twice");
        if (decided.kind !== "execute" && decided.kind !== "undo") continue;
        const row = rows[decided.ordinal];
        if (row === undefined) throw new Error("no such step");
        if (decided.kind === "execute") {
          row.state = "running";
          row.hasUndoRecord = row.undoKind === "recorded";
          if (fate === "ok" || fate === "dieAfterAct") world[decided.ordinal] = true;
          if (fate === "ok") row.state = "done";
          if (fate === "fail") row.state = "failed";
        } else {
          row.state = "undoing";
          if (fate === "ok" || fate === "dieAfterAct") world[decided.ordinal] = false;
          if (fate === "ok") row.state = "undone";
          if (fate === "ok") undone.set(decided.ordinal, "undone");
          if (fate === "fail") undone.set(decided.ordinal, "left");
        }
        // A new worker remembers nothing but what is stored.
        if (fate === "die" || fate === "dieAfterAct") undone = new Map();
      }
      throw new Error("it does not end");
    }),
    { numRuns: 3_000 },
  );
});
