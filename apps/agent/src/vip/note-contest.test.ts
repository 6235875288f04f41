import {
  createVipState,
  DEFAULT_VIP_TIMINGS,
  planAddressLabel,
  type VipAction,
  type VipState,
} from "@primacy/core/vip";
import { describe, expect, test } from "vitest";
import { type ContestStep, noteContest } from "./note-contest";

const stranger = "02:00:00:00:00:77";
const target = {
  address: "10.99.0.100",
  prefixLength: 32,
  nic: "eth0",
  label: planAddressLabel("eth0", "10.99.0.100"),
} as const;
const announce: VipAction = { kind: "announce", target, neighbours: [] };

function stateOf(contestedBy: readonly string[] | null): VipState {
  const state = createVipState({
    config: {
      vipId: "v",
      epoch: 1,
      selfHostId: "a",
      target,
      guardedPorts: [3306],
      neighbours: [],
      peers: [],
      mayBind: true,
      policy: { multiPrimary: "refuse", strangers: "require", onRelease: "cut" },
      timings: DEFAULT_VIP_TIMINGS,
    },
    persisted: null,
    incarnationId: "0123456789abcdef",
    nowMs: 0,
  });
  if (contestedBy === null) return state;
  return {
    ...state,
    phase: {
      status: "HOLDING",
      sinceMs: 0,
      proofs: {},
      actedEvidenceMs: 0,
      releaseAtMs: 1700,
      isLate: false,
      leaseEndsAtMs: 2000,
      renewAtMs: 0,
      announceIndex: 0,
      announceAtMs: 0,
      announcedAtMs: 0,
      vanished: false,
      contestedBy,
    },
  };
}

function checked(contestedBy: readonly string[], nowMs: number, actions: readonly VipAction[]): ContestStep {
  const input = {
    kind: "stranger-checked",
    strangerProbeId: 1,
    startedAtMs: nowMs - 400,
    outcome: { kind: "answered", macs: contestedBy },
  } as const;
  return { state: stateOf(contestedBy), input, actions, nowMs };
}

describe("the record of a contest", () => {
  test("counts the announcements and says when the newest answer of another was asked for", () => {
    const first = noteContest(null, checked([stranger], 1000, [announce]));
    expect(first).toMatchObject({
      macs: [stranger],
      sinceMonotonicMs: 1000,
      seenMonotonicMs: 600,
      announcements: 1,
    });
    const tick = { state: stateOf([stranger]), input: { kind: "tick" }, actions: [], nowMs: 1200 } as const;
    const second = noteContest(noteContest(first, tick), checked([stranger], 2000, [announce]));
    expect(second).toMatchObject({ sinceMonotonicMs: 1000, seenMonotonicMs: 1600, announcements: 2 });
  });

  test("keeps what was done after its end, until the next one begins anew", () => {
    const first = noteContest(null, checked([stranger], 1000, [announce]));
    const ended = noteContest(first, checked([], 2000, []));
    expect(ended).toMatchObject({ endedMonotonicMs: 2000, announcements: 1 });
    expect(noteContest(ended, checked([], 3000, [announce]))).toEqual(ended);
    const next = noteContest(ended, checked([stranger], 9000, [announce]));
    expect(next).toMatchObject({ sinceMonotonicMs: 9000, endedMonotonicMs: null, announcements: 1 });
  });

  test("goes with the hold", () => {
    const first = noteContest(null, checked([stranger], 1000, [announce]));
    const lost = { state: stateOf(null), input: { kind: "tick" }, actions: [], nowMs: 1200 } as const;
    expect(noteContest(first, lost)).toBeNull();
  });
});
