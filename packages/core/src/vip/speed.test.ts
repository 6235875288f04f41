import { describe, expect, it } from "vitest";
import { computeAnnounceOffsetMs } from "./announce";
import { CONFLICTING_MAC, Scenario } from "./scenario.fixture";
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
    s.finishAct();
    s.renewOnce();
    s.feed({ kind: "peer-hinted", peer: "db2" });
    expect(s.find("probe")).not.toBeNull();
    s.answerProbe(NOT_PRIMARY);
    expect(s.find("release")).not.toBeNull();
  });

  it("an answer that is wanted does not wait for that of a probe that hangs", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.pass(490);
    expect(s.state.probe.running).not.toBeNull();
    s.feed({ kind: "tick" }, 60);
    s.feed({ kind: "peer-hinted", peer: "db2" });
    expect(s.find("probe")).not.toBeNull();
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

  it("are at most one a second in a contest, whatever the wire answers and the schedule says", () => {
    const s = new Scenario();
    s.becomeHolding();
    const sentAtMs: number[] = [];
    while (s.now < 10_000 + 12_000) {
      if (s.state.probe.running !== null) s.answerProbe();
      else if (s.state.inFlight !== null) s.finishAct();
      else if (s.state.strangers.running !== null) s.clearWire([CONFLICTING_MAC]);
      else s.feed({ kind: "tick" }, nextVipWakeMs(s.state) - s.now);
      const isContested = s.state.phase.status === "HOLDING" && s.state.phase.contestedBy.length > 0;
      const sent = s.actions.filter(({ kind }) => kind === "announce");
      if (isContested) sentAtMs.push(...sent.map(() => s.now));
    }
    expect(sentAtMs.length).toBeGreaterThanOrEqual(8);
    const gapsMs = sentAtMs.slice(1).map((atMs, index) => atMs - (sentAtMs[index] ?? 0));
    expect(Math.min(...gapsMs)).toBeGreaterThanOrEqual(1000);
    expect(Math.max(...gapsMs)).toBeLessThan(1300);
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
  it("are never more than three, however long they hang, and start again when one of them ends", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    const ids: number[] = [];
    for (let count = 0; count < 3; count += 1) {
      if (s.state.probe.running === null) s.pass(420);
      ids.push(s.state.probe.running?.probeId ?? 0);
      s.answerProbe({ kind: "timed-out" }, 250);
    }
    expect(s.state.probe).toMatchObject({ running: null, older: [], parked: ids });
    for (let count = 0; count < 20; count += 1) {
      s.lookPrimary();
      expect(s.pass(200).filter((action) => action.kind === "probe")).toEqual([]);
    }
    s.feed({ kind: "probe-ended", probeId: ids[0] ?? 0 });
    expect(s.find("probe")).not.toBeNull();
  });

  it("of a holder are one each 405 to 495 ms while each is answered before the next", () => {
    const s = new Scenario();
    s.becomeHolding();
    const askedAtMs: number[] = [];
    while (askedAtMs.length < 40) {
      const orders = s.feed({ kind: "tick" }, 1).filter((action) => action.kind === "probe");
      if (orders.length > 0) askedAtMs.push(s.now);
      if (s.state.probe.running !== null) s.answerProbe();
      if (s.state.inFlight !== null) s.finishAct();
      // Whatever else takes numbers meanwhile must not move what is due.
      if (s.state.strangers.running !== null) s.clearWire();
    }
    const pausesMs = askedAtMs.slice(1).map((atMs, index) => atMs - (askedAtMs[index] ?? 0));
    expect(Math.min(...pausesMs)).toBeGreaterThanOrEqual(405);
    expect(Math.max(...pausesMs)).toBeLessThanOrEqual(495 + 3);
  });

  it("get company while they hang: a second after 300 ms, a third 600 ms after that, and none before", () => {
    const s = new Scenario();
    s.becomeHolding();
    while (s.find("probe") === null) s.feed({ kind: "tick" }, 1);
    const startedAtMs = s.now;
    const startsMs: number[] = [];
    while (s.now < startedAtMs + 1300)
      for (const { kind } of s.feed({ kind: "tick" }, 1))
        if (kind === "probe") startsMs.push(s.now - startedAtMs);
    expect(startsMs).toEqual([300, 900]);
  });
});
