import type { AgentStatus } from "@primacy/contract/agent";
import { describe, expect, it } from "vitest";
import { type HostWord, noteFrame, wordKeys } from "./host-word";
import { idOf, mysqlOf, rows, statusOf, vipAddress, vipStatusOf } from "./topology-snapshot.fixture";

/** `lateMs`: by how much it came later than it was made. */
type Frame = readonly [atMs: number, change?: Partial<AgentStatus>, bootId?: string, lateMs?: number];

function follow(frames: readonly Frame[]): HostWord | null {
  return frames.reduce<HostWord | null>(
    (word, [monotonicMs, change = {}, bootId = "b", lateMs = 0]) =>
      noteFrame(word, statusOf(2, { nics: [], ...change, clock: { bootId, monotonicMs, wallMs: 0 } }), {
        offsetMs: 1_000,
        arrivedAtMs: monotonicMs - 1_000 + lateMs,
      }),
    null,
  );
}

function sinceOf(key: string, ...frames: readonly Frame[]): number | undefined {
  return follow(frames)?.said[key]?.sinceMs;
}

/** A look at the server at `observedMonotonicMs`. */
const look = (observedMonotonicMs: number, states?: readonly string[]) => ({
  mysql: mysqlOf(2, { observedMonotonicMs, members: rows(states) }),
});
const state = wordKeys.state(idOf(1));
const address = wordKeys.address(vipAddress);

describe("since when a host says something", () => {
  it("is its first look that showed it, and no later one", () => {
    const frames: readonly Frame[] = [
      [1_000, look(900)],
      [2_000, look(1_900, ["ERROR", "ONLINE"])],
      [3_000, look(2_900, ["ERROR", "ONLINE"])],
    ];
    expect(sinceOf(state, ...frames)).toBe(1_900);
    expect(sinceOf(wordKeys.state(idOf(2)), ...frames)).toBe(900);
  });

  it("begins anew after a silence, and with another boot: nobody knows what it saw meanwhile", () => {
    expect(sinceOf(state, [1_000, look(900)], [3_900, look(3_800)])).toBe(900);
    expect(sinceOf(state, [1_000, look(900)], [4_100, look(4_000)])).toBe(4_000);
    expect(sinceOf(state, [1_000, look(900)], [1_500, look(1_400), "c"])).toBe(1_400);
    expect(follow([[1_000], [2_000], [9_000], [9_500]])).toMatchObject({
      heardSinceMs: 9_000,
      heardAtMs: 9_500,
    });
  });

  it("begins anew with frames that come in a bunch after a silence, as of when they were made", () => {
    const made = [1_000, 2_000, 3_000, 4_000, 5_000];
    const bunch = made.map((atMs): Frame => [atMs, look(atMs), "b", atMs < 2_000 ? 0 : 6_000 - atMs]);
    expect(follow(bunch)).toMatchObject({ heardSinceMs: 2_000, said: { [state]: { sinceMs: 2_000 } } });
  });

  it("is known of a member that its server lists no more, and not of one that it cannot tell of", () => {
    const first: Frame = [1_000, look(900)];
    expect(follow([first, [2_000, look(1_900, ["", "ONLINE"])]])?.said[state]).toEqual({
      value: "",
      sinceMs: 1_900,
    });
    const deaf: Frame = [2_000, { mysql: mysqlOf(2, { reach: "down", members: [] }) }];
    expect(follow([first, deaf])?.said[state]).toBeUndefined();
  });

  it("is the moment at which an address was taken or let go, also where nobody listened then", () => {
    const holding = { vips: [vipStatusOf(true, { boundSinceMonotonicMs: 400 })] };
    expect(sinceOf(address, [1_000, holding])).toBe(400);
    const step = { seq: 1, reason: { code: "", params: {}, text: "" }, proofs: [] };
    const transitions = [{ ...step, atMonotonicMs: 1_650, from: "RELEASING", to: "STANDBY" } as const];
    const free = { vips: [vipStatusOf(false, { transitions: [...transitions] })] };
    expect(
      follow([
        [1_000, holding],
        [1_700, free],
      ])?.said[address],
    ).toEqual({ value: "", sinceMs: 1_650 });
    // Put there and taken off by hand, long after the agent let go of it.
    const byHand = { nics: statusOf(1).nics, ...free };
    expect(sinceOf(address, [1_700, free], [1_800, byHand], [2_000, free])).toBe(2_000);
    // Taken off by hand and put back: the last release was before.
    const removed = { vips: [vipStatusOf(false, { state: "HOLDING", transitions: [...transitions] })] };
    expect(
      sinceOf(
        address,
        [1_800, { vips: [vipStatusOf(true, { boundSinceMonotonicMs: 1_760 })] }],
        [2_000, removed],
      ),
    ).toBe(2_000);
  });
});

it("the last answer of a peer is kept when it answers no more", () => {
  const peer = (atMs: number, isThere: boolean): Partial<AgentStatus> => ({
    peers: statusOf(2).peers.map((one) => ({
      ...one,
      isHostAnswering: isThere,
      hostAskedMonotonicMs: atMs,
      isAgentAnswering: null,
    })),
  });
  const word = follow([
    [1_000, peer(900, true)],
    [2_000, peer(1_900, true)],
    [3_000, peer(2_900, false)],
  ]);
  expect(word?.answeredAtMs[wordKeys.host(idOf(3))]).toBe(1_900);
  expect(word?.said[wordKeys.host(idOf(3))]).toEqual({ value: "", sinceMs: 2_900 });
  expect(word?.answeredAtMs[wordKeys.agent(idOf(3))]).toBeUndefined();
});
