import { describe, expect, it } from "vitest";
import { z } from "zod";
import type { Check, CheckResult } from "../check/check";
import type { DiscoveredMember } from "../cluster/cluster";
import { operationKinds } from "../features";
import { message } from "../message/message";
import type { ProxyHealth, ProxyHostHealth, ProxyWayHealth } from "../proxy/proxy";
import type { VariablesMember } from "../variables/variables";
import { countChecks } from "./count-checks";
import { looking, noInput, noResult } from "./declare";
import { effectOf, lookingKinds, OperationKind } from "./kinds";
import { listedEffectOf, type OperationState } from "./operation";

const checkOf = (result: CheckResult): Check => ({
  ...{ code: "majority", title: message("check.majority.title"), hostId: null, hostName: null, result },
  ...{ evidence: message("why.no_answer"), remedy: null, fix: null },
});
const id = "11111111-1111-4111-8111-111111111111";
const plan = { steps: [], consequences: [] };
const results = (...all: readonly CheckResult[]): Record<string, unknown> => ({
  report: { checks: all.map(checkOf), hasFailures: all.includes("fail"), estimates: [] },
  plan,
});

describe("countChecks", () => {
  it("tells failures from warnings of a check that could look", () => {
    const result = results("pass", "fail", "warn", "fail", "skipped", "fail", "warn");
    expect(countChecks({ kind: "vip.check", state: "succeeded", result })).toEqual({ failed: 3, warned: 2 });
    expect(countChecks({ kind: "switchover.check", state: "succeeded", result: results("pass") })).toEqual({
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
    const discovered = (problems: (typeof problem)[]): DiscoveredMember => ({
      ...{ serverUuid: id, reportHost: "db1", port: 3_306, state: "ONLINE", role: "PRIMARY" },
      ...{ version: "8.4.0", hostId: null, hostName: null, problems },
    });
    const found = (...problems: (typeof problem)[]): Record<string, unknown> => ({
      ...{ groupName: "g", isSinglePrimary: true, hasMajority: true, plan: [], problems },
      members: [discovered([]), discovered(problems)],
    });
    const count = (result: Record<string, unknown> | null): unknown =>
      countChecks({ kind: "cluster.discover", state: "succeeded", result });
    expect(count(found(problem))).toEqual({ failed: 0, warned: 2 });
    expect([count(found()), count(null)]).toEqual([null, null]);
    expect(countChecks({ kind: "host.test", state: "succeeded", result: null })).toBeNull();
  });

  it("fails a look at a proxy by every port that leads astray and every host that does not serve", () => {
    const way = (isRight: boolean): ProxyWayHealth => ({
      ...{ way: "write", address: "10.0.0.21", port: 3_307, leadsTo: null, isRight, connectMs: null },
      reason: isRight ? null : message("why.no_answer"),
    });
    const host = (isServing: boolean): ProxyHostHealth => ({
      ...{ hostId: id, name: "px1", isServing, reason: null, holdsAddress: null },
    });
    const count = (result: ProxyHealth): unknown =>
      countChecks({ kind: "proxy.look", state: "succeeded", result });
    const dead = { ways: [way(false), way(false)], hosts: [host(false), host(true)] };
    expect(count(dead)).toEqual({ failed: 3, warned: 0 });
    expect(count({ ways: [way(true)], hosts: [host(true)] })).toEqual({ failed: 0, warned: 0 });
  });

  it("fails a reading of variables by the members that could not be read", () => {
    const member = (problem: VariablesMember["problem"]): VariablesMember => ({
      ...{ memberId: id, name: "db1", address: "10.0.0.11", port: 3_306, role: null, nextProblem: null },
      problem,
    });
    const count = (...problems: VariablesMember["problem"][]): unknown =>
      countChecks({
        ...{ kind: "variables.read", state: "succeeded" },
        result: { readAt: "2026-01-01T00:00:00.000Z", members: problems.map(member), groups: [] },
      });
    expect(count(null, message("why.no_answer"))).toEqual({ failed: 1, warned: 0 });
    expect(count(null)).toBeNull();
  });

  it("is declared with each kind that looks, and with no other", () => {
    const counted = OperationKind.options.filter((kind) => "count" in operationKinds[kind]);
    expect(counted).toEqual(lookingKinds);
    // @ts-expect-error: what looks says how its result is counted.
    expect(looking("viewer", { input: noInput, result: noResult }).effect).toBe("looking");
  });

  it("counts nothing of a result that it does not know", () => {
    expect(countChecks({ kind: "vip.check", state: "succeeded", result: { report: 1 } })).toBeNull();
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
