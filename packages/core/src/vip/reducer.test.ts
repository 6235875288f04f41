import { quote } from "@primacy/contract";
import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainVip } from "./explain";
import { checkVipActions, checkVipState } from "./invariants";
import { CONFIG, CONFLICTING_MAC, Scenario } from "./scenario.fixture";
import { stepVip } from "./step";
import type { ProbeOutcome, VipInput, VipState } from "./types";
import { nextVipWakeMs } from "./wake";

/** An input drawn without knowledge of the state; numbers are turned into ones that fit it where that makes it bite. */
type Draft = (state: VipState, now: number) => VipInput;

const OUTCOMES: readonly ProbeOutcome[] = [
  { kind: "primary", viewId: "v", serverUuid: "u" },
  { kind: "primary", viewId: "v", serverUuid: "u" },
  { kind: "primary", viewId: "v", serverUuid: "u" },
  { kind: "not-primary", reason: "not-primary" },
  { kind: "not-primary", reason: "multi-primary" },
  { kind: "not-primary", reason: "mode-unknown" },
  { kind: "timed-out" },
  { kind: "failed", detail: "" },
  { kind: "connection-lost", detail: "" },
];

const probeFinished = fc.tuple(fc.constantFrom(...OUTCOMES), fc.nat(1200)).map(
  ([outcome, age]): Draft =>
    (state, now) => {
      const { running } = state.probe;
      const startedAtMs = running === null ? now - age : running.askedAtMs;
      return { kind: "probe-finished", probeId: running?.probeId ?? age, startedAtMs, outcome };
    },
);

const actReport = fc.tuple(fc.constantFrom("done", "late", "failed", "cancelled"), fc.nat(50)).map(
  ([how, ago]): Draft =>
    (state, now) => {
      const actionId = state.inFlight?.actionId ?? ago;
      if (how === "cancelled") return { kind: "act-cancelled", actionId };
      if (how === "failed")
        return { kind: "act-failed", actionId, code: "permission", detail: quote("EPERM") };
      return { kind: "act-done", actionId, completedAtMs: now - ago, late: how === "late" };
    },
);

const releaseReport = fc.constantFrom("absent", "own", "foreign").map(
  (kind): Draft =>
    (state) => {
      const actionId = state.phase.status === "RELEASING" ? (state.phase.actionId ?? 0) : 0;
      const remaining =
        kind === "own"
          ? ({ kind, expiresInMs: 500 } as const)
          : kind === "foreign"
            ? ({ kind, detail: "x" } as const)
            : ({ kind: "absent" } as const);
      return { kind: "release-finished", actionId, remaining, problems: [], errorCode: null };
    },
);

const peer = fc.constantFrom("db2", "db3");
const silence = fc.option(fc.tuple(fc.nat(9000), fc.nat(5000)), { freq: 2 });
const peerAnswer = fc
  .tuple(peer, fc.constantFrom("acked", "acked", "acked", "refused", "failed"), silence)
  .map(
    ([from, how, told]): Draft =>
      (state) => {
        const nonce = state.phase.status === "PROVING" ? state.phase.nonce : "stale";
        if (how === "failed") return { kind: "peer-failed", peer: from, nonce, code: "timeout" };
        if (how === "acked") {
          const other = from === "db2" ? "db3" : "db2";
          const silences = told === null ? {} : { [other]: { fromAgoMs: told[0], untilAgoMs: told[1] } };
          return { kind: "peer-acked", peer: from, nonce, epoch: 1, proofWaitMs: 3808, silences };
        }
        return {
          kind: "peer-refused",
          peer: from,
          nonce,
          reason: "still-primary",
          epoch: 1,
          proofWaitMs: 3808,
        };
      },
  );

const groupRead = fc.tuple(fc.constantFrom("ONLINE", "UNREACHABLE", "gone"), fc.boolean(), fc.nat(300)).map(
  ([state, isKnown, ago]): Draft =>
    (_state, now) => {
      const others = state === "gone" ? [] : [{ hostId: "db2", state } as const];
      const members = [...others, { hostId: isKnown ? "db3" : null, state: "ONLINE" } as const];
      return {
        kind: "group-observed",
        readStartedAtMs: now - ago,
        self: "ONLINE",
        members,
        silenceBeforeMs: 5000,
      };
    },
);

const strangerReport = fc.constantFrom([], [], [], [CONFLICTING_MAC], ["02:00:00:00:00:02"]).map(
  (macs): Draft =>
    (state, now) => ({
      kind: "stranger-checked",
      strangerProbeId: state.strangers.running?.strangerProbeId ?? 0,
      startedAtMs: state.strangers.running?.sinceMs ?? now,
      outcome: { kind: "answered", macs },
    }),
);

const plain = fc.oneof(
  { weight: 12, arbitrary: fc.constant<VipInput>({ kind: "tick" }) },
  {
    weight: 4,
    arbitrary: fc.constantFrom<VipInput>(
      { kind: "role-observed", observation: { memberState: "ONLINE", role: "PRIMARY", singlePrimary: true } },
      {
        kind: "role-observed",
        observation: { memberState: "ONLINE", role: "SECONDARY", singlePrimary: true },
      },
      { kind: "kernel-observed", observation: { kind: "absent" } },
      { kind: "kernel-observed", observation: { kind: "own", expiresInMs: 900 } },
      { kind: "kernel-observed", observation: { kind: "foreign", detail: "x" } },
      { kind: "link-observed", state: "up" },
      { kind: "link-observed", state: "up" },
      { kind: "link-observed", state: "no-carrier" },
    ),
  },
  {
    weight: 2,
    arbitrary: fc.constantFrom<VipInput>(
      { kind: "session-lost", detail: "" },
      { kind: "maintenance-set", mode: "no-acquire" },
      { kind: "maintenance-set", mode: "release" },
      { kind: "maintenance-set", mode: "off" },
      { kind: "operator-release", stay: false },
      { kind: "operator-unblock" },
      { kind: "gap-detected", cause: "suspend" },
      { kind: "peer-hinted", peer: "db2" },
      { kind: "host-fenced", hostId: "db2", orderId: "order-1", forMs: 3000 },
      { kind: "config-replaced", config: { ...CONFIG, epoch: 2 } },
      {
        kind: "config-replaced",
        config: { ...CONFIG, epoch: 3, target: { ...CONFIG.target, address: "10.0.0.200" } },
      },
      { kind: "config-replaced", config: { ...CONFIG, epoch: 4, mayBind: false } },
    ),
  },
);

const request = fc.tuple(peer, fc.nat(3)).map(
  ([from, number]): Draft =>
    () => ({
      kind: "peer-requests-release",
      peer: from,
      nonce: `n${number}`,
      requestId: "r",
      epoch: 1,
      viewId: "v",
      evidenceAgeMs: 1,
      proofWaitMs: 3808,
    }),
);

const draft: fc.Arbitrary<Draft> = fc.oneof(
  {
    weight: 8,
    arbitrary: plain.map(
      (input): Draft =>
        () =>
          input,
    ),
  },
  { weight: 8, arbitrary: probeFinished },
  { weight: 6, arbitrary: actReport },
  { weight: 4, arbitrary: releaseReport },
  { weight: 5, arbitrary: peerAnswer },
  { weight: 2, arbitrary: strangerReport },
  { weight: 3, arbitrary: groupRead },
  { weight: 2, arbitrary: request },
);

const walk = fc.array(fc.tuple(draft, fc.constantFrom(0, 0.5, 3, 20, 120, 200, 250, 450, 1300)), {
  maxLength: 120,
});

interface Start {
  readonly state: VipState;
  readonly now: number;
}

function startAs(drive: (s: Scenario) => void): Start {
  const s = new Scenario();
  drive(s);
  return { state: s.state, now: s.now };
}

/** Chance alone seldom gets as far as holding, so walks begin at every stage of the way. */
const starts: readonly Start[] = [
  startAs(() => {}),
  startAs((s) => {
    s.feed({ kind: "link-observed", state: "up" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 2000 } });
    s.answerProbe();
  }),
  startAs((s) => s.becomeStandby()),
  startAs((s) => s.becomeProving()),
  startAs((s) => s.becomeBinding()),
  startAs((s) => s.becomeHolding()),
  startAs((s) => {
    s.becomeHolding();
    s.ask("db2");
  }),
  startAs((s) => {
    s.becomeHolding();
    s.pass(420);
    s.answerProbe();
    s.feed({ kind: "operator-release", stay: false });
  }),
];
const start = fc.constantFrom(...starts);

describe("any sequence of inputs, sensible or not", () => {
  it("leaves every state and every action within the invariants, and always names the next instant", () => {
    fc.assert(
      fc.property(start, walk, (from, steps) => {
        let { state, now } = from;
        for (const [make, passedMs] of steps) {
          now += passedMs;
          const result = stepVip(state, make(state, now), now);
          state = result.state;
          expect([...checkVipState(state), ...checkVipActions(state, result.actions)]).toEqual([]);
          expect(nextVipWakeMs(state)).toBeGreaterThan(state.lastStepMs);
          const { pollMs, loopGapMs } = CONFIG.timings;
          const longestRestMs = state.phase.status === "HOLDING" ? loopGapMs / 2 : pollMs;
          expect(nextVipWakeMs(state)).toBeLessThanOrEqual(state.lastStepMs + longestRestMs);
          const { holds, reasons } = explainVip(state, now);
          expect(holds).toBe(state.phase.status === "HOLDING");
          if (holds) expect(reasons).toEqual([]);
        }
      }),
      { numRuns: 2000, seed: 20_240_607 },
    );
  });

  it("never changes the state that it was given", () => {
    fc.assert(
      fc.property(start, walk, (from, steps) => {
        let { state, now } = from;
        for (const [make, passedMs] of steps) {
          now += passedMs;
          const before = JSON.stringify(state);
          const given = state;
          state = stepVip(given, make(given, now), now).state;
          expect(JSON.stringify(given)).toBe(before);
        }
      }),
      { numRuns: 300, seed: 7 },
    );
  });

  it("gives the same answer to the same question", () => {
    const s = new Scenario();
    s.becomeBinding();
    const input: VipInput = { kind: "tick" };
    expect(stepVip(s.state, input, s.now + 5)).toEqual(stepVip(s.state, input, s.now + 5));
  });

  it("walks through every state (or it would prove nothing)", () => {
    const seen = new Set<string>();
    fc.assert(
      fc.property(start, walk, (from, steps) => {
        let { state, now } = from;
        for (const [make, passedMs] of steps) {
          now += passedMs;
          state = stepVip(state, make(state, now), now).state;
          seen.add(state.phase.status);
        }
      }),
      { numRuns: 2000, seed: 20_240_607 },
    );
    for (const status of [
      "INIT",
      "STANDBY",
      "PROVING",
      "HOLDING",
      "RELEASING",
      "CONFLICT",
      "BLOCKED",
      "MAINT",
    ]) {
      expect(seen).toContain(status);
    }
  });
});
