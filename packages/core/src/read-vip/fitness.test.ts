import { describe, expect, it } from "vitest";
import {
  isAnyoneDoubtful,
  judgeReadFitness,
  listFit,
  READ_HOLD_DOWN_MS,
  type ReadFitTrack,
  type ReadHostSight,
} from "./fitness";

const SOUND: ReadHostSight = {
  hostId: "a",
  isOnlineSecondary: true,
  answeredAgoMs: 200,
  isWilling: true,
  without: [],
  lagMs: 0,
};
const MAX_LAG_MS = 10_000;

function judge(
  tracks: Readonly<Record<string, ReadFitTrack>>,
  nowMs: number,
  change: Partial<ReadHostSight> = {},
): Readonly<Record<string, ReadFitTrack>> {
  return judgeReadFitness(tracks, [{ ...SOUND, ...change }], { maxLagMs: MAX_LAG_MS, nowMs });
}

describe("isAnyoneDoubtful", () => {
  const look = (change: Partial<ReadHostSight>): boolean =>
    isAnyoneDoubtful([SOUND, { ...SOUND, hostId: "b", ...change }], { maxLagMs: MAX_LAG_MS, nowMs: 0 });

  it.each<[string, Partial<ReadHostSight>]>([
    ["is not willing", { isWilling: false }],
    ["cannot say how far it is behind", { lagMs: null }],
    ["is behind by more than the limit", { lagMs: MAX_LAG_MS + 1 }],
  ])("is so while an ONLINE secondary %s", (_what, change) => {
    expect(look(change)).toBe(true);
    expect(look({ ...change, isOnlineSecondary: false })).toBe(false);
  });

  it.each<[string, Partial<ReadHostSight>]>([
    ["all are sound", {}],
    ["one is behind by less than the limit", { lagMs: MAX_LAG_MS }],
    ["the agent of one does not answer any more, for which there is no hope", { answeredAgoMs: 3600 }],
    ["the agent of one never answered", { answeredAgoMs: null, isWilling: null, lagMs: null }],
  ])("is not so when %s", (_what, change) => {
    expect(look(change)).toBe(false);
  });
});

describe("judgeReadFitness", () => {
  it("takes a host of which nothing is remembered by what it sees", () => {
    expect(listFit(judge({}, 0))).toEqual(["a"]);
    expect(listFit(judge({}, 0, { isOnlineSecondary: false }))).toEqual([]);
  });

  it("remembers nothing of a host that has not said anything, so that it needs no hold-down", () => {
    const tracks = judge({}, 0, { isWilling: null });
    expect(tracks).toEqual({});
    expect(listFit(judge(tracks, 1000))).toEqual(["a"]);
  });

  it.each<[string, Partial<ReadHostSight>]>([
    ["its member is no ONLINE secondary", { isOnlineSecondary: false }],
    ["its agent has not answered for a while", { answeredAgoMs: 3600 }],
    ["its agent never answered", { answeredAgoMs: null }],
    ["it is not willing", { isWilling: false }],
    ["it cannot say how far it is behind", { lagMs: null }],
    ["it is behind by more than the limit", { lagMs: MAX_LAG_MS + 1 }],
  ])("ends the fitness of a host at once when %s", (_why, change) => {
    expect(listFit(judge(judge({}, 0), 1000, change))).toEqual([]);
  });

  it("leaves a host what it was while its agent, just started anew, has not said anything yet", () => {
    let tracks = judge(judge({}, 0), 1000, { isWilling: null, lagMs: null });
    tracks = judge(tracks, 6000, { isWilling: null, lagMs: null });
    expect(listFit(tracks)).toEqual(["a"]);
    expect(listFit(judge(tracks, 6001, { isWilling: null, lagMs: null }))).toEqual([]);
    expect(listFit(judge(tracks, 6001, { isWilling: null, isOnlineSecondary: false }))).toEqual([]);
    expect(listFit(judge(tracks, 6001))).toEqual(["a"]);
  });

  it("keeps a host that is behind by the limit, and takes one back at half of it after the hold-down", () => {
    const fit = judge(judge({}, 0), 1000, { lagMs: MAX_LAG_MS });
    expect(listFit(fit)).toEqual(["a"]);
    let tracks = judge(fit, 2000, { lagMs: MAX_LAG_MS + 1 });
    tracks = judge(tracks, 3000, { lagMs: MAX_LAG_MS });
    expect(tracks).toEqual({ a: { isFit: false, soundSinceMs: null, muteSinceMs: null } });
    tracks = judge(tracks, 4000, { lagMs: MAX_LAG_MS / 2 });
    expect(listFit(judge(tracks, 4000 + READ_HOLD_DOWN_MS - 1, { lagMs: 0 }))).toEqual([]);
    expect(listFit(judge(tracks, 4000 + READ_HOLD_DOWN_MS, { lagMs: 0 }))).toEqual(["a"]);
  });

  it("begins the hold-down anew after each relapse", () => {
    let tracks = judge(judge({}, 0), 1000, { isWilling: false });
    tracks = judge(tracks, 2000);
    tracks = judge(tracks, 20_000, { isWilling: false });
    tracks = judge(tracks, 21_000);
    expect(listFit(judge(tracks, 2000 + READ_HOLD_DOWN_MS))).toEqual([]);
    expect(listFit(judge(tracks, 21_000 + READ_HOLD_DOWN_MS))).toEqual(["a"]);
  });
});
