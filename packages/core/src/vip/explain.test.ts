import { describe, expect, it } from "vitest";
import { explainVip } from "./explain";
import { CONFIG, CONFLICTING_MAC, Scenario } from "./scenario.fixture";

function codes(s: Scenario): readonly string[] {
  return explainVip(s.state, s.now).reasons.map((reason) => reason.code);
}

describe("why", () => {
  it("a holder has no reason against it, and shows its proofs and its lease", () => {
    const s = new Scenario();
    s.becomeHolding();
    const explanation = explainVip(s.state, s.now + 100);
    expect(explanation).toMatchObject({ holds: true, reasons: [], status: "HOLDING", heldForMs: 100 });
    expect(explanation.proofs).toMatchObject({ db2: { kind: "R1" }, db3: { kind: "R1" } });
    expect(explanation.leaseRemainingMs).toBeGreaterThan(1500);
    expect(explanation.holdHorizonMs).toBe(3550);
    expect(explanation.proofWaitMs).toBe(3808);
  });

  it("a start names what was not read yet", () => {
    expect(codes(new Scenario())).toContain("starting");
  });

  it("a secondary is not primary", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookSecondary();
    expect(codes(s)).toEqual(["not-primary", "no-evidence"]);
  });

  it.each([
    ["a demotion", { reason: "not-primary", role: "SECONDARY" }],
    ["a primary that is read-only", { reason: "super-read-only", role: "PRIMARY" }],
    ["a primary of a group whose mode cannot be read", { reason: "mode-unknown", role: "PRIMARY" }],
  ] as const)("%s is told by what the probe saw, not by an older look at the role", (_case, seen) => {
    const s = new Scenario();
    s.becomeHolding();
    s.lookPrimary();
    if (s.state.probe.running === null) s.pass(420);
    const observed = { memberState: "ONLINE", role: seen.role } as const;
    s.answerProbe({ kind: "not-primary", reason: seen.reason, observed });
    const told = { code: "not-primary", memberState: "ONLINE", role: seen.role, cause: seen.reason };
    expect(explainVip(s.state, s.now).reasons).toContainEqual(told);
    s.finishRelease();
    expect(explainVip(s.state, s.now).reasons).toContainEqual(told);
  });

  it("a newer look at the role outdates what a probe saw", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    if (s.state.probe.running === null) s.pass(420);
    const observed = { memberState: "ONLINE", role: "PRIMARY" } as const;
    s.answerProbe({ kind: "not-primary", reason: "super-read-only", observed });
    s.lookSecondary();
    expect(explainVip(s.state, s.now).reasons[0]).toEqual({
      code: "not-primary",
      memberState: "ONLINE",
      role: "SECONDARY",
      cause: null,
    });
  });

  it("an attempt names the peers that it waits for, and for how long at most", () => {
    const s = new Scenario();
    s.becomeProving();
    s.acknowledge("db2");
    const reasons = explainVip(s.state, s.now).reasons;
    expect(reasons).toEqual([{ code: "waiting-for-peer", peer: "db3", tries: 1, remainingMs: 3807 }]);
  });

  it("all reasons are given at once", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookSecondary();
    s.feed({ kind: "maintenance-set", mode: "no-acquire" });
    s.feed({ kind: "link-observed", state: "no-carrier" });
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, mayBind: false } });
    expect(codes(s)).toEqual(["blocked", "maintenance", "not-a-full-member", "not-primary", "no-evidence"]);
  });

  it("a primary without consensus says how its probe failed", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    s.answerProbe({ kind: "timed-out" }, 1000);
    expect(explainVip(s.state, s.now).reasons).toContainEqual({
      code: "no-evidence",
      lastFailure: "timed-out",
      detail: "",
    });
    expect(codes(s)).toContain("probes-stuck");
  });

  it("a conflict names the stranger", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.pass(1000);
    s.clearWire([CONFLICTING_MAC]);
    expect(explainVip(s.state, s.now).reasons).toContainEqual({
      code: "stranger",
      macs: [CONFLICTING_MAC],
      quietForMs: 0,
    });
  });

  it("a wire that cannot be asked says why, and keeps the host from binding", () => {
    const s = new Scenario();
    s.start();
    const strangerProbeId = s.state.strangers.running?.strangerProbeId ?? 0;
    const outcome = { kind: "failed", detail: "no CAP_NET_RAW" } as const;
    s.feed({ kind: "stranger-checked", strangerProbeId, startedAtMs: s.now, outcome });
    s.lookPrimary();
    if (s.state.probe.running === null) s.pass(420);
    s.answerProbe();
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.find("bind")).toBeNull();
    expect(explainVip(s.state, s.now).reasons).toEqual([
      { code: "wire-not-checked", ageMs: null, detail: "no CAP_NET_RAW" },
    ]);
  });

  it.each([
    ["releasing", { kind: "operator-release", stay: false }, false],
    ["stopped", { kind: "stop-requested", reason: "shutdown" }, true],
    ["cooldown", { kind: "session-lost", detail: "" }, true],
  ] as const)("%s has its own code", (code, input, finishes) => {
    const s = new Scenario();
    s.becomeHolding();
    s.feed(input);
    if (finishes) s.finishRelease();
    expect(codes(s)).toContain(code);
  });

  it("an act that is under way, an unchecked wire and a refusal have their own codes", () => {
    const s = new Scenario();
    s.becomeBinding();
    expect(codes(s)).toEqual(["action-in-flight"]);
    const unchecked = new Scenario();
    unchecked.start();
    expect(codes(unchecked)).toContain("wire-not-checked");
    const refused = new Scenario();
    refused.becomeProving();
    const nonce = refused.state.phase.status === "PROVING" ? refused.state.phase.nonce : "";
    refused.feed({
      kind: "peer-refused",
      peer: "db2",
      nonce,
      reason: "still-primary",
      epoch: 1,
      proofWaitMs: 3808,
    });
    expect(codes(refused)).toContain("peer-refuses");
  });
});
