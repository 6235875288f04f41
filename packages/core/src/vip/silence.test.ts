import { describe, expect, it } from "vitest";
import { Scenario } from "./scenario.fixture";
import type { GroupMember, Silence } from "./types";

const LONG: Silence = { fromAgoMs: 6500, untilAgoMs: 800 };

/** `db2` has been UNREACHABLE for a while and then left the view; it does not answer either, and `db3` acknowledges. */
function loseDb2(testimony: Readonly<Record<string, Silence>> = { db2: LONG }, silentMs = 1800): Scenario {
  const s = meetDb2();
  watch(s, "UNREACHABLE", silentMs);
  s.seeGroup({ db3: "ONLINE" }, 200);
  becomePrimary(s);
  s.acknowledge("db3", testimony);
  return s;
}

/** A secondary whose group is whole, and to which `db2` has told its configuration. */
function meetDb2(epoch = 1): Scenario {
  const s = new Scenario();
  s.becomeStandby();
  s.feed({ kind: "peer-seen", peer: "db2", epoch });
  watch(s, "ONLINE", 5000);
  return s;
}

/** A secondary that sees `db2` in a state, time after time; its probes say that it is none. */
function watch(s: Scenario, state: "ONLINE" | "UNREACHABLE", ms: number): void {
  for (let passed = 0; passed < ms; passed += 200) {
    s.seeGroup({ db2: state, db3: "ONLINE" }, 200);
    stayQuiet(s);
  }
}

/** ... and beside the others a member that no configured host explains. */
function watchUnknown(s: Scenario, others: readonly GroupMember[], ms: number): void {
  const known: readonly GroupMember[] = [{ hostId: "db1", state: "ONLINE" }, ...others];
  const members: readonly GroupMember[] = [...known, { hostId: null, state: "ONLINE" }];
  for (let passed = 0; passed < ms; passed += 200) {
    const readStartedAtMs = s.now;
    s.feed({ kind: "group-observed", readStartedAtMs, self: "ONLINE", members, silenceBeforeMs: 5000 }, 200);
    stayQuiet(s);
  }
}

function stayQuiet(s: Scenario): void {
  s.lookSecondary();
  if (s.state.probe.running !== null) s.answerProbe({ kind: "not-primary", reason: "not-primary" });
  if (s.state.strangers.running !== null) s.clearWire();
}

function becomePrimary(s: Scenario): void {
  s.lookPrimary();
  s.answerProbe();
  s.expectStatus("PROVING");
}

describe("quorum silence (R2)", () => {
  it("stands for a host that nobody has heard for the proof wait, once it has failed to answer", () => {
    const s = loseDb2();
    expect(s.state.inFlight).toBeNull();
    s.failToAsk("db2");
    expect(s.state.inFlight?.proofs).toMatchObject({
      db2: { kind: "R2", witnesses: ["db3"] },
      db3: { kind: "R1" },
    });
  });

  it("does not stand without the testimony of every other host", () => {
    const s = loseDb2({});
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("asks a witness again soon that had not noticed yet, and stands then", () => {
    const s = loseDb2({});
    s.failToAsk("db2");
    const asked = s.pass(120).filter(({ kind }) => kind === "ask-release");
    expect(asked).toContainEqual(expect.objectContaining({ peer: "db3" }));
    s.acknowledge("db3", { db2: LONG });
    expect(s.state.inFlight?.proofs).toMatchObject({ db2: { kind: "R2" } });
  });

  it("does not stand where a witness heard it too recently", () => {
    const s = loseDb2({ db2: { fromAgoMs: 3000, untilAgoMs: 0 } });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it.each([
    ["a little before the host left the view: it stands", 2000, true],
    ["so long before that the host could have waited, and proven itself, since: it does not", 2400, false],
  ])("asks that the common silence has lasted until %s", (_when, untilAgoMs, stands) => {
    const s = loseDb2({ db2: { fromAgoMs: 20_000, untilAgoMs } }, 8000);
    s.failToAsk("db2");
    expect(s.state.inFlight !== null).toBe(stands);
  });

  it.each([
    ["stands while the host is out of the view", 2900, true],
    ["stands no more after three seconds, whatever else is known", 3200, false],
  ])("%s", (_what, untilAgoMs, stands) => {
    const s = meetDb2();
    watch(s, "UNREACHABLE", 8000);
    for (let passed = 0; passed < 1200; passed += 200) {
      s.seeGroup({ db3: "ONLINE" }, 200);
      stayQuiet(s);
    }
    becomePrimary(s);
    s.acknowledge("db3", { db2: { fromAgoMs: 20_000, untilAgoMs } });
    s.failToAsk("db2");
    expect(s.state.inFlight !== null).toBe(stands);
  });

  it("does not stand for a host whose agent answered after the silence of its server began", () => {
    const s = loseDb2();
    s.feed({ kind: "peer-seen", peer: "db2", epoch: 1 });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not stand for a host with another configuration, which may not need our acknowledgement", () => {
    const s = meetDb2(2);
    watch(s, "UNREACHABLE", 1800);
    s.seeGroup({ db3: "ONLINE" }, 200);
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("counts no UNREACHABLE of a build that may have heard the member a moment ago", () => {
    const s = meetDb2();
    const members = [
      { hostId: "db1", state: "ONLINE" },
      { hostId: "db2", state: "UNREACHABLE" },
      { hostId: "db3", state: "ONLINE" },
    ] as const;
    s.feed({ kind: "group-observed", readStartedAtMs: s.now, self: "ONLINE", members, silenceBeforeMs: 0 });
    expect(s.state.group?.silent).toEqual({});
  });

  it("does not stand for a host that left the view without having been silent", () => {
    const s = meetDb2();
    s.seeGroup({ db3: "ONLINE" });
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not stand while a member that nobody configured has been seen: it could be the silent host's majority", () => {
    const s = meetDb2();
    watchUnknown(s, [{ hostId: "db2", state: "UNREACHABLE" }], 1400);
    s.seeGroup({ db3: "ONLINE" }, 200);
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("testifies only of the time in which it knew every member: another could be the same host's server", () => {
    const s = meetDb2();
    watchUnknown(s, [], 6000);
    s.ask("db3");
    expect(s.get("reply-release").answer).toEqual({ kind: "ack", silences: {} });
    s.seeGroup({ db3: "ONLINE" }, 200);
    s.seeGroup({ db3: "ONLINE" }, 200);
    s.ask("db3", "db3:2");
    const { answer } = s.get("reply-release");
    expect(answer.kind === "ack" && answer.silences.db2?.fromAgoMs).toBeLessThan(500);
  });

  it("does not stand for a host that got our own acknowledgement within the proof wait", () => {
    const s = meetDb2();
    watch(s, "UNREACHABLE", 1800);
    s.ask("db2");
    expect(s.get("reply-release").answer.kind).toBe("ack");
    s.seeGroup({ db3: "ONLINE" }, 200);
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("counts nothing from before a gap between two reads, a server that was away, or a pause", () => {
    for (const interrupt of [
      (s: Scenario) => void s.pass(4500),
      (s: Scenario) =>
        void s.feed({
          kind: "group-observed",
          readStartedAtMs: s.now,
          self: "unknown",
          members: [],
          silenceBeforeMs: 0,
        }),
      (s: Scenario) => void s.feed({ kind: "gap-detected", cause: "suspend" }),
    ]) {
      const s = loseDb2();
      interrupt(s);
      s.seeGroup({ db3: "ONLINE" });
      const silence = s.state.group?.silent.db2;
      expect(silence).toEqual({ unreachable: null, goneSinceMs: s.now });
    }
  });

  it("testifies in every acknowledgement, of hosts only that have left the view", () => {
    const s = meetDb2();
    watch(s, "UNREACHABLE", 1400);
    s.ask("db3");
    expect(s.get("reply-release").answer).toEqual({ kind: "ack", silences: {} });
    s.seeGroup({ db3: "ONLINE" }, 200);
    s.ask("db3", "db3:2");
    const { answer } = s.get("reply-release");
    expect(answer.kind === "ack" && answer.silences.db2?.fromAgoMs).toBeGreaterThan(5900);
  });
});

describe("a signed fence (R4)", () => {
  it("stands for a host that does not answer, and serves once", () => {
    const s = new Scenario();
    s.becomeProving();
    s.acknowledge("db2");
    s.feed({ kind: "host-fenced", hostId: "db3", orderId: "order-1", forMs: 60_000 });
    expect(s.state.inFlight?.proofs).toMatchObject({ db3: { kind: "R4", orderId: "order-1" } });
    s.finishAct();
    expect(s.state.fences).toEqual({});
  });

  it("ends with the first sign of life of the host", () => {
    for (const sign of [
      (s: Scenario) => void s.feed({ kind: "peer-seen", peer: "db3", epoch: 1 }),
      (s: Scenario) => void s.ask("db3"),
      (s: Scenario) => void s.seeGroup({ db2: "ONLINE", db3: "ONLINE" }),
    ]) {
      const s = new Scenario();
      s.becomeStandby();
      s.feed({ kind: "host-fenced", hostId: "db3", orderId: "order-1", forMs: 60_000 });
      sign(s);
      expect(s.state.fences).toEqual({});
    }
  });

  it("says nothing to a host that holds", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.feed({ kind: "host-fenced", hostId: "db3", orderId: "order-1", forMs: 60_000 });
    expect(s.state.fences).toEqual({});
  });

  it("counts for nothing once it has expired, or for a host that is no peer", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.feed({ kind: "host-fenced", hostId: "db3", orderId: "order-1", forMs: 100 });
    s.feed({ kind: "host-fenced", hostId: "db9", orderId: "order-2", forMs: 60_000 });
    expect(Object.keys(s.state.fences)).toEqual(["db3"]);
    s.pass(200);
    s.lookPrimary();
    s.answerProbe();
    s.acknowledge("db2");
    expect(s.state.inFlight).toBeNull();
    expect(s.state.fences).toEqual({});
  });
});
