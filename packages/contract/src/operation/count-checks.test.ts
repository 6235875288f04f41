import { describe, expect, it } from "vitest";
import { z } from "zod";
import { operationKinds } from "../features";
import { message } from "../message/message";
import { countChecks } from "./count-checks";
import { effectOf, OperationKind } from "./kinds";
import { listedEffectOf, type OperationState } from "./operation";

const results = (...all: readonly string[]): Record<string, unknown> => ({
  report: { checks: all.map((result) => ({ result })) },
});

describe("countChecks", () => {
  it("tells failures from warnings of a check that could look", () => {
    const result = results("pass", "fail", "warn", "fail", "skipped", "fail", "warn");
    expect(countChecks({ kind: "vip.check", state: "succeeded", result })).toEqual({ failed: 3, warned: 2 });
    expect(countChecks({ kind: "member.check", state: "succeeded", result: results("pass") })).toEqual({
      failed: 0,
      warned: 0,
    });
  });

  it.each<OperationState>(["queued", "running", "failed", "cancelled"])(
    "counts nothing of one that is %s",
    (state) => {
      expect(countChecks({ kind: "vip.check", state, result: results("fail") })).toBeNull();
    },
  );

  it("counts what a discovery found wrong as warnings, and nothing of what made no checks", () => {
    const problem = message("problem.required");
    const found = (...problems: (typeof problem)[]): Record<string, unknown> => ({
      problems,
      members: [{ problems: [] }, { problems }],
    });
    const count = (result: Record<string, unknown> | null): unknown =>
      countChecks({ kind: "cluster.discover", state: "succeeded", result });
    expect(count(found(problem))).toEqual({ failed: 0, warned: 2 });
    expect([count(found()), count(null)]).toEqual([null, null]);
    expect(countChecks({ kind: "host.test", state: "succeeded", result: null })).toBeNull();
  });

  it("leaves a change what it is, whatever its result looks like", () => {
    expect(countChecks({ kind: "vip.apply", state: "succeeded", result: results("fail") })).toBeNull();
  });
});

describe("the effect that a list is asked for", () => {
  it("is what changes something, unless an effect or a kind is named", () => {
    expect(listedEffectOf({})).toBe("changing");
    expect(listedEffectOf({ effect: "all" })).toBe("all");
    expect(listedEffectOf({ kind: "vip.check" })).toBe("looking");
    expect(listedEffectOf({ kind: "vip.apply" })).toBe("changing");
    expect(listedEffectOf({ kind: "vip.check", effect: "changing" })).toBe("changing");
  });

  it("is looking for every kind whose result is a report of checks or a discovery", () => {
    const found = OperationKind.options.filter((kind) => {
      const { result } = operationKinds[kind];
      return result instanceof z.ZodObject && ("report" in result.shape || "problems" in result.shape);
    });
    expect(found).toEqual(expect.arrayContaining(["cluster.discover", "vip.check", "member.check"]));
    expect(found.filter((kind) => effectOf(kind) !== "looking")).toEqual([]);
  });
});
