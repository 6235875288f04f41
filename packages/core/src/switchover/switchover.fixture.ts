import { defaultVipTimings } from "@primacy/contract";
import type { SwitchoverMember, SwitchoverSnapshot } from "./check-switchover";

/** Member n of a sound group, of which db1 is the primary and holds the address. */
export function member(n: number, change: Partial<SwitchoverMember> = {}): SwitchoverMember {
  return {
    memberId: `m${n}`,
    name: `db${n}`,
    state: "ONLINE",
    isPrimary: n === 1,
    queue: 0,
    lagMs: 0,
    checkpointMs: 20,
    agent: {
      kind: "answering",
      vip: { state: n === 1 ? "HOLDING" : "STANDBY", isBound: n === 1, reason: "" },
    },
    ...change,
  };
}

/** These members, all voters, before db2 is to be the primary. */
export function snapshotOf(
  members: readonly SwitchoverMember[],
  change: Partial<SwitchoverSnapshot> = {},
): SwitchoverSnapshot {
  return {
    targetMemberId: "m2",
    members,
    isSinglePrimary: true,
    onlineCount: members.filter(({ state }) => state === "ONLINE").length,
    voterCount: members.length,
    unregistered: [],
    vipAddress: "10.77.0.100",
    longTransactions: { count: 0, longestSeconds: 0 },
    timings: defaultVipTimings,
    drain: null,
    ...change,
  };
}
