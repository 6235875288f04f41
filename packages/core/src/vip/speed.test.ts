import { describe, expect, it } from "vitest";
import { computeAnnounceOffsetMs } from "./announce";
import { Scenario } from "./scenario.fixture";
import { nextVipWakeMs } from "./wake";

const NOT_PRIMARY = { kind: "not-primary", reason: "not-primary" } as const;

describe("nothing waits for the poll that need not", () => {
  it("the new primary's first role read starts the probe and tells the peers in the same turn", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookSecondary();
    if (s.state.probe.running !== null) s.answerProbe(NOT_PRIMARY);
    s.pass(1000);
    s.lookPrimary();
    expect(s.find("probe")).not.toBeNull();
    expect(s.actions.filter((action) => action.kind === "hint-peer")).toHaveLength(2);
  });

  it("the old primary's role read, or a peer's hint, starts the probe that ends the hold", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.lookSecondary();
    expect(s.find("probe")).not.toBeNull();
    s.answerProbe();
    s.renewOnce();
    s.feed({ kind: "peer-hinted", peer: "db2" });
    expect(s.find("probe")).not.toBeNull();
    s.answerProbe(NOT_PRIMARY);
    expect(s.find("release")).not.toBeNull();
  });

  it("role reads and hints decide nothing by themselves", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.lookSecondary();
    s.feed({ kind: "peer-hinted", peer: "db2" });
    expect(s.status).toBe("HOLDING");
    const other = new Scenario();
    other.becomeStandby();
    other.lookPrimary();
    expect(other.status).toBe("STANDBY");
  });

  it("a just elected primary that is still read-only is probed each 50 ms", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    s.answerProbe({ kind: "not-primary", reason: "super-read-only" });
    s.feed({ kind: "tick" }, 50);
    expect(s.find("probe")).not.toBeNull();
  });

  it("a secondary that nobody troubles runs no consensus probe", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookSecondary();
    if (s.state.probe.running !== null) s.answerProbe(NOT_PRIMARY);
    for (let count = 0; count < 50; count += 1) {
      s.lookSecondary();
      expect(s.pass(200).filter((action) => action.kind === "probe")).toEqual([]);
    }
  });

  it("a host whose role cannot be read is probed each poll: the trigger may be broken, the probe decides", () => {
    const s = new Scenario();
    s.becomeStandby();
    if (s.state.probe.running !== null) s.answerProbe(NOT_PRIMARY);
    expect(s.pass(1000).filter((action) => action.kind === "probe").length).toBeGreaterThan(0);
  });

  it("the cooldown after a release delays the next bind, not the proofs for it", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.feed({ kind: "session-lost", detail: "gone" });
    s.finishRelease();
    s.lookPrimary();
    s.clearWire();
    s.answerProbe();
    s.expectStatus("PROVING");
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.find("bind")).toBeNull();
    while (s.state.inFlight === null && s.now < s.state.cooldownUntilMs + 300) {
      if (s.state.probe.running !== null) s.answerProbe();
      else s.feed({ kind: "tick" }, nextVipWakeMs(s.state) - s.now);
    }
    expect(s.state.inFlight?.issuedAtMs).toBeGreaterThanOrEqual(s.state.cooldownUntilMs);
    expect(s.state.inFlight?.issuedAtMs).toBeLessThan(s.state.cooldownUntilMs + 60);
  });

  it("a host that takes the address for the first time has no cooldown", () => {
    const s = new Scenario();
    s.becomeBinding();
    expect(s.now - 10_000).toBeLessThan(20);
  });
});

describe("announcements", () => {
  it("follow a bind at 0, 50, 200, 1100, 2200 and 3300 ms, then each 5 s for 30 s, then each 30 s", () => {
    const offsets = Array.from({ length: 14 }, (_, index) => computeAnnounceOffsetMs(index));
    expect(offsets).toEqual([
      0, 50, 200, 1100, 2200, 3300, 8300, 13_300, 18_300, 23_300, 28_300, 33_300, 63_300, 93_300,
    ]);
  });

  it("I10: the first goes out in the turn that learns of the bind, and none is more than 30 s after the last", () => {
    const s = new Scenario();
    s.becomeHolding();
    expect(s.find("announce")).not.toBeNull();
    let lastMs = s.now;
    let count = 1;
    while (s.now < 10_000 + 200_000) {
      if (s.state.probe.running !== null) s.answerProbe();
      else if (s.state.inFlight !== null) s.finishAct();
      else s.feed({ kind: "tick" }, nextVipWakeMs(s.state) - s.now);
      if (s.find("announce") === null) continue;
      expect(s.now - lastMs).toBeLessThan(30_100);
      lastMs = s.now;
      count += 1;
    }
    expect(count).toBeGreaterThan(15);
  });
});

describe("probes on the server", () => {
  it("are never more than two, however long they hang, and start again when one of them ends", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    const ids = [s.state.probe.running?.probeId ?? 0];
    s.answerProbe({ kind: "timed-out" }, 1000);
    if (s.state.probe.running === null) s.pass(300);
    ids.push(s.state.probe.running?.probeId ?? 0);
    s.answerProbe({ kind: "timed-out" }, 999);
    for (let count = 0; count < 20; count += 1) {
      s.lookPrimary();
      expect(s.pass(200).filter((action) => action.kind === "probe")).toEqual([]);
    }
    s.feed({ kind: "probe-ended", probeId: ids[0] ?? 0 });
    expect(s.find("probe")).not.toBeNull();
  });
});
