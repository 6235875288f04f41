import { maxSamplePoints } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { sampleMembers } from "./sample-members";
import { chooseSampleWindow } from "./sample-window";

const now = Date.parse("2026-11-22T12:00:00.000Z");
const hour = 3_600_000;
const day = 24 * hour;
const nothing = { fromMs: null, toMs: null, stepSeconds: null };

describe("the part of the past that is summed up", () => {
  it.each([
    [
      "is the last hour where nothing is asked for",
      nothing,
      { fromMs: now - hour, toMs: now, stepSeconds: 10 },
    ],
    [
      "ends now where only its start is asked for",
      { ...nothing, fromMs: now - 7 * day },
      { fromMs: now - 7 * day, toMs: now, stepSeconds: 1_210 },
    ],
    [
      "lasts an hour where only its end is asked for",
      { ...nothing, toMs: now - day, stepSeconds: 60 },
      { fromMs: now - day - hour, toMs: now - day, stepSeconds: 60 },
    ],
    [
      "may be shorter than a step",
      { fromMs: now - 1_000, toMs: now, stepSeconds: 3_600 },
      { fromMs: now - 1_000, toMs: now, stepSeconds: 3_600 },
    ],
  ])("%s", (_, asked, window) => {
    expect(chooseSampleWindow(asked, now)).toEqual(window);
  });

  it.each([1, 4_999, 5_001, 3_600_001, 31 * day])("never has too many points (%i ms)", (ms) => {
    const window = chooseSampleWindow({ ...nothing, fromMs: now - ms }, now);
    if (!("stepSeconds" in window)) throw new Error("refused");
    expect(Math.ceil(ms / 1_000 / window.stepSeconds)).toBeLessThanOrEqual(maxSamplePoints);
  });

  it.each([
    ["ends before it starts", { ...nothing, fromMs: now + 1 }, ["samples_range_empty"]],
    ["is empty", { ...nothing, fromMs: now, toMs: now }, ["samples_range_empty"]],
    [
      "is too long, in steps that are too short",
      { ...nothing, fromMs: now - 32 * day, stepSeconds: 10 },
      ["samples_range_too_long", "samples_too_many"],
    ],
    [
      "has one point too many",
      { ...nothing, fromMs: now - 5_001_000, stepSeconds: 10 },
      ["samples_too_many"],
    ],
  ])("is refused where it %s", (_, asked, problems) => {
    expect(chooseSampleWindow(asked, now)).toEqual(problems);
  });
});

describe("the sample of a member", () => {
  const member = {
    memberId: "00000000-0000-4000-8000-000000000021",
    serverUuid: "00000000-0000-4000-8000-000000000041",
    address: "10.0.0.1",
    port: 3306,
    role: "PRIMARY",
    state: "ONLINE",
    version: null,
    isReadOnly: false,
    certifyQueue: 0,
    applyQueue: 3,
    appliedLagMs: 1.5,
    disagreements: [],
    ageMs: 20,
    isStale: false,
    tone: "ok",
  } as const;
  const host = {
    hostId: null,
    name: "db1",
    address: "10.0.0.1",
    order: 0,
    nic: null,
    mac: null,
    condition: "ok",
    evidence: [],
    agentState: "answering",
    agentVersion: null,
    clockOffsetMs: null,
    ageMs: 20,
    isStale: false,
    tone: "ok",
  } as const;
  const take = (change: { readonly isStale?: boolean; readonly applyQueue?: null }) =>
    sampleMembers({
      hosts: [{ ...host, members: [{ ...member, ...change, disagreements: [] }], evidence: [] }],
    });

  it("is what the picture shows of it", () => {
    const { memberId, role, state, certifyQueue, applyQueue, appliedLagMs } = member;
    expect(take({})).toEqual([{ memberId, role, state, certifyQueue, applyQueue, appliedLagMs }]);
  });

  it("keeps no role that was true before only, and no figure that nobody told", () => {
    expect(take({ isStale: true, applyQueue: null })).toMatchObject([
      { role: null, state: null, applyQueue: null, appliedLagMs: 1.5 },
    ]);
  });
});
