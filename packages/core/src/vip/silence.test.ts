import { describe, expect, it } from "vitest";
import { Scenario } from "./scenario.fixture";
import type { Silence } from "./types";

const LONG: Silence = { fromAgoMs: 6500, untilAgoMs: 800 };

/** `db2` has been UNREACHABLE for a while and then left the view; it does not answer either, and `db3` acknowledges. */
function loseDb2(testimony: Readonly<Record<string, Silence>> = { db2: LONG }): Scenario {
  const s = new Scenario();
  s.becomeStandby();
  watch(s, "ONLINE", 5000);
  watch(s, "UNREACHABLE", 1400);
  s.seeGroup({ db3: "ONLINE" }, 200);
  becomePrimary(s);
  s.acknowledge("db3", testimony);
  return s;
}

/** A secondary that sees `db2` in a state, time after time; its probes say that it is none. */
function watch(s: Scenario, state: "ONLINE" | "UNREACHABLE", ms: number): void {
  for (let passed = 0; passed < ms; passed += 200) {
    s.seeGroup({ db2: state, db3: "ONLINE" }, 200);
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

  it("asks a witness again that had not noticed yet, and stands then", () => {
    const s = loseDb2({});
    s.failToAsk("db2");
    const asked = s.pass(300).filter(({ kind }) => kind === "ask-release");
    expect(asked).toContainEqual(expect.objectContaining({ peer: "db3" }));
    s.acknowledge("db3", { db2: LONG });
    expect(s.state.inFlight?.proofs).toMatchObject({ db2: { kind: "R2" } });
  });

  it.each([
    ["heard it too recently", { fromAgoMs: 3000, untilAgoMs: 0 }],
    ["lost sight of its silence too long ago", { fromAgoMs: 9000, untilAgoMs: 4000 }],
  ])("does not stand where a witness %s", (_why, silence) => {
    const s = loseDb2({ db2: silence });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not stand for a host that left the view without having been silent", () => {
    const s = new Scenario();
    s.becomeStandby();
    watch(s, "ONLINE", 6000);
    s.seeGroup({ db3: "ONLINE" });
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not stand while a member that nobody configured has been seen: it could be the silent host's majority", () => {
    const s = new Scenario();
    s.becomeStandby();
    watch(s, "ONLINE", 5000);
    for (let passed = 0; passed < 1400; passed += 200) {
      const members = [
        { hostId: "db1", state: "ONLINE" },
        { hostId: "db2", state: "UNREACHABLE" },
        { hostId: null, state: "ONLINE" },
      ] as const;
      const readStartedAtMs = s.now;
      s.feed(
        { kind: "group-observed", readStartedAtMs, self: "ONLINE", members, silenceBeforeMs: 5000 },
        200,
      );
      stayQuiet(s);
    }
    s.seeGroup({ db3: "ONLINE" }, 200);
    becomePrimary(s);
    s.acknowledge("db3", { db2: LONG });
    s.failToAsk("db2");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not stand for a host that got our own acknowledgement within the proof wait", () => {
    const s = new Scenario();
    s.becomeStandby();
    watch(s, "ONLINE", 5000);
    watch(s, "UNREACHABLE", 1400);
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
    const s = new Scenario();
    s.becomeStandby();
    watch(s, "UNREACHABLE", 1400);
    s.ask("db3");
    expect(s.get("reply-release").answer).toEqual({ kind: "ack", silences: {} });
    s.seeGroup({ db3: "ONLINE" }, 200);
    s.ask("db3", "db3:2");
    const { answer } = s.get("reply-release");
    expect(answer.kind === "ack" && answer.silences.db2?.fromAgoMs).toBeGreaterThan(6000);
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
