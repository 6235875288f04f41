import { maxSamplePoints } from "@primacy/contract";
import type { MysqlStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { assembleTopology } from "./assemble";
import { beginLooks, type MemberLooks, noteLook } from "./member-looks";
import { sampleMembers } from "./sample-members";
import { chooseSampleWindow } from "./sample-window";
import type { TopologySnapshot } from "./snapshot";
import { idOf, mysqlOf, sightOf, snapshotWith, statusOf } from "./topology-snapshot.fixture";

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
  const picture = (change: Partial<TopologySnapshot> = {}) => assembleTopology(snapshotWith(change));
  const follow = (frames: readonly (readonly [lookedAtMs: number, change: Partial<MysqlStatus>])[]) =>
    frames.reduce<MemberLooks | null>((before, [observedMonotonicMs, change]) => {
      const mysql = mysqlOf(2, { observedMonotonicMs, ...change });
      return noteLook(before, statusOf(2, { mysql }));
    }, null);
  const sampleOf = (looks: MemberLooks | null, change: Partial<TopologySnapshot> = {}) =>
    sampleMembers(picture(change), new Map(looks === null ? [] : [[idOf(2), looks]])).find(
      ({ memberId }) => memberId === idOf(2),
    );
  const stall = { applyQueue: 1_204, appliedLagMs: 830.5 };

  it("has the highest of all looks since the one before, though none of it is left at its instant", () => {
    const looks = follow([
      [1_000, {}],
      [2_000, stall],
      [2_090, { applyQueue: 900, appliedLagMs: 900 }],
      [3_000, { certifyQueue: 2 }],
    ]);
    expect(sampleOf(looks)).toEqual({
      memberId: idOf(2),
      role: "SECONDARY",
      state: "ONLINE",
      certifyQueue: 2,
      applyQueue: 0,
      appliedLagMs: 0,
      certifyQueueMax: 2,
      applyQueueMax: 1_204,
      appliedLagMaxMs: 900,
      looks: 4,
    });
  });

  it("counts a look once, however many frames tell of it, and in one sample only", () => {
    const looks = follow([
      [1_000, stall],
      [1_000, stall],
      [2_000, {}],
    ]);
    expect(looks?.count).toBe(2);
    const next =
      looks &&
      noteLook(beginLooks(looks), statusOf(2, { mysql: mysqlOf(2, { observedMonotonicMs: 2_000 }) }));
    expect(sampleOf(next)).toMatchObject({ looks: 0, applyQueue: null, applyQueueMax: null });
  });

  it("keeps what an earlier look told and the newest did not", () => {
    const looks = follow([
      [1_000, stall],
      [2_000, { appliedLagMs: null }],
    ]);
    expect(sampleOf(looks)).toMatchObject({
      appliedLagMs: 830.5,
      appliedLagMaxMs: 830.5,
      applyQueue: 0,
      looks: 2,
    });
  });

  it("says nothing of a server that answered no look, and keeps what it said before it stopped", () => {
    const down = {
      reach: "down",
      serverUuid: null,
      certifyQueue: null,
      applyQueue: null,
      appliedLagMs: null,
    } as const;
    expect(sampleOf(null)).toMatchObject({ looks: 0, applyQueueMax: null });
    expect(sampleOf(follow([[1_000, down]]))).toMatchObject({ looks: 0 });
    expect(
      sampleOf(
        follow([
          [1_000, stall],
          [2_000, down],
        ]),
      ),
    ).toMatchObject({ looks: 1, applyQueueMax: 1_204 });
  });

  it("begins anew with another server and another boot", () => {
    const other = follow([
      [2_000, stall],
      [1_000, { serverUuid: idOf(7) }],
    ]);
    expect(other).toMatchObject({ count: 1, highest: { applyQueue: 0 } });
    expect(sampleOf(other)).toMatchObject({ looks: 0, applyQueueMax: null });
    const booted = statusOf(2, {
      clock: { bootId: "c", monotonicMs: 10, wallMs: 0 },
      mysql: mysqlOf(2, { observedMonotonicMs: 5 }),
    });
    expect(noteLook(follow([[2_000, stall]]), booted)).toMatchObject({
      count: 2,
      highest: { applyQueue: 1_204 },
    });
  });

  it("keeps no role that was true before only", () => {
    const agents = [1, 2, 3].map((n) => sightOf(n, {}, 60_000));
    expect(sampleOf(follow([[1_000, stall]]), { agents, wire: [] })).toMatchObject({
      role: null,
      state: null,
      applyQueueMax: 1_204,
    });
  });
});
