import { quote } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { listUnderWay } from "./probing";
import { Scenario } from "./scenario.fixture";
import type { ProbeOutcome } from "./types";

const PRIMARY: ProbeOutcome = { kind: "primary", viewId: "v:1", serverUuid: "uuid-1" };
const NOT_PRIMARY: ProbeOutcome = { kind: "not-primary", reason: "not-primary" };

interface Asked {
  readonly probeId: number;
  readonly startedAtMs: number;
}

/** Lets time pass by the millisecond until the next probe starts; renewals complete in time. */
function nextProbe(s: Scenario): Asked {
  for (let count = 0; count < 2000; count += 1) {
    s.feed({ kind: "tick" }, 1);
    const order = s.find("probe");
    if (order !== null) return { probeId: order.probeId, startedAtMs: s.now };
  }
  throw new Error("no probe starts");
}

/** A holder whose last whole lease rests on evidence from `heldMs`, and whose next probe has just started. */
function holdAndAsk(): { readonly s: Scenario; readonly heldMs: number; readonly asked: Asked } {
  const s = new Scenario();
  s.becomeHolding();
  const heldMs = s.state.evidence?.startMs ?? 0;
  return { s, heldMs, asked: nextProbe(s) };
}

function passUntil(s: Scenario, untilMs: number): void {
  while (s.now < untilMs && s.state.inFlight === null && s.status === "HOLDING") s.feed({ kind: "tick" }, 1);
}

function answer(s: Scenario, { probeId, startedAtMs }: Asked, ageMs: number, outcome = PRIMARY): void {
  s.feed({ kind: "probe-finished", probeId, startedAtMs, outcome }, startedAtMs + ageMs - s.now);
}

describe("evidence that comes too late for the whole lease", () => {
  it("renews what is held for one second, just before the holder would let go, and once more before it is too old", () => {
    const { s, heldMs, asked } = holdAndAsk();
    passUntil(s, asked.startedAtMs + 999);
    answer(s, asked, 1000);
    expect(s.find("renew")).toBeNull();
    passUntil(s, heldMs + 5000);
    expect(s.now).toBe(Math.min(heldMs + 1646, asked.startedAtMs + 1350));
    const firstAtMs = s.now;
    expect(s.get("renew")).toMatchObject({
      leaseMs: 1000,
      evidenceStartMs: asked.startedAtMs,
      deadlineMs: asked.startedAtMs + 1500,
      gateOpenUntilMs: firstAtMs + 900,
    });
    s.finishAct();
    passUntil(s, heldMs + 5000);
    const secondAtMs = s.now;
    expect(secondAtMs).toBe(asked.startedAtMs + 1350);
    s.finishAct();
    passUntil(s, heldMs + 5000);
    expect(s.status).toBe("RELEASING");
    expect(s.now).toBe(secondAtMs + 901);
  });

  it("is tried again within its margin where the kernel refuses the last renewal", () => {
    const { s, heldMs, asked } = holdAndAsk();
    passUntil(s, asked.startedAtMs + 999);
    answer(s, asked, 1000);
    passUntil(s, heldMs + 5000);
    s.finishAct();
    passUntil(s, heldMs + 5000);
    expect(s.now).toBe(asked.startedAtMs + 1350);
    const { actionId } = s.get("renew");
    s.feed({ kind: "act-failed", actionId, code: "no-resource", detail: quote("ENOBUFS") }, 3);
    passUntil(s, heldMs + 5000);
    expect(s.now).toBe(asked.startedAtMs + 1368);
    s.finishAct();
    expect(s.status).toBe("HOLDING");
  });

  it("renews nothing beyond 1.4 s: the holder lets go 1.9 s after its last proof", () => {
    const { s, heldMs, asked } = holdAndAsk();
    passUntil(s, asked.startedAtMs + 1349);
    answer(s, asked, 1351);
    passUntil(s, heldMs + 5000);
    expect(s.find("renew")).toBeNull();
    expect(s.status).toBe("RELEASING");
    expect(s.now).toBe(heldMs + 1897);
  });

  it("does not renew again on evidence that has served for a whole lease: silence is let go of after 1.9 s", () => {
    const s = new Scenario();
    s.becomeHolding();
    const heldMs = s.state.evidence?.startMs ?? 0;
    passUntil(s, heldMs + 5000);
    expect(s.status).toBe("RELEASING");
    expect(s.now).toBe(heldMs + 1897);
  });

  it("holds no longer than a prompt renewal would, where the answer came in time and the host was too busy to act", () => {
    const { s, asked } = holdAndAsk();
    answer(s, asked, 5);
    const { actionId } = s.get("renew");
    for (let count = 0; count < 500; count += 1) s.feed({ kind: "tick" }, 1);
    s.feed({ kind: "act-cancelled", actionId });
    passUntil(s, asked.startedAtMs + 5000);
    for (let count = 0; count < 3 && s.state.inFlight !== null; count += 1) {
      s.finishAct();
      passUntil(s, asked.startedAtMs + 5000);
    }
    expect(s.status).toBe("RELEASING");
    expect(s.now - asked.startedAtMs).toBeLessThanOrEqual(1897);
  });

  it("takes the address for one second, and renews it as what is held", () => {
    const s = new Scenario();
    s.becomeProving();
    const asked = nextProbe(s);
    for (let count = 0; count < 500; count += 1) s.feed({ kind: "tick" }, 1);
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.find("bind")).toBeNull();
    answer(s, asked, 900);
    expect(s.get("bind")).toMatchObject({
      leaseMs: 1000,
      evidenceStartMs: asked.startedAtMs,
      deadlineMs: asked.startedAtMs + 1500,
      gateOpenUntilMs: asked.startedAtMs + 1800,
    });
    s.finishAct();
    expect(s.status).toBe("HOLDING");
    passUntil(s, asked.startedAtMs + 5000);
    expect(s.now).toBe(asked.startedAtMs + 1350);
    expect(s.get("renew")).toMatchObject({ leaseMs: 1000, evidenceStartMs: asked.startedAtMs });
  });

  it("waits out the proof wait on reads as slow as any may be, whatever each of them takes", () => {
    for (const readMs of [700, 900, 1000, 1200, 1350]) {
      const s = new Scenario();
      s.becomeProving();
      const sinceMs = s.now;
      s.acknowledge("db3");
      while (s.now - sinceMs < 6000 && s.state.inFlight === null) {
        s.feed({ kind: "tick" }, 1);
        if (s.find("ask-release") !== null) s.failToAsk("db2");
        if (s.state.strangers.running !== null) s.clearWire();
        const [oldest] = listUnderWay(s.state.probe);
        if (oldest !== undefined && s.now - oldest.askedAtMs >= readMs)
          answer(s, { probeId: oldest.probeId, startedAtMs: oldest.askedAtMs }, readMs);
      }
      expect(s.state.inFlight?.proofs, `${readMs} ms`).toMatchObject({ db2: { kind: "R3" } });
      expect(s.now - sinceMs, `${readMs} ms`).toBeLessThan(3808 + 700);
    }
  });

  it("takes nothing where it came in time and has grown old: the group's next answer is as quick", () => {
    const s = new Scenario();
    s.becomeProving();
    const asked = nextProbe(s);
    answer(s, asked, 5);
    for (let count = 0; count < 500; count += 1) s.feed({ kind: "tick" }, 1);
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.state.evidence?.startMs).toBe(asked.startedAtMs);
    expect(s.state.inFlight).toBeNull();
  });

  it("keeps nothing that an earlier run held", () => {
    const s = new Scenario();
    s.feed({ kind: "link-observed", state: "up" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 2000 } });
    const { running } = s.state.probe;
    answer(s, { probeId: running?.probeId ?? 0, startedAtMs: running?.askedAtMs ?? 0 }, 450);
    expect(s.status).toBe("INIT");
    expect(s.state.inFlight).toBeNull();
  });

  it("does not put back an address that somebody deleted", () => {
    const { s, asked } = holdAndAsk();
    passUntil(s, asked.startedAtMs + 899);
    s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
    answer(s, asked, 1000);
    passUntil(s, asked.startedAtMs + 1400);
    expect(s.state.inFlight).toBeNull();
  });

  it("counts by its start, in whatever order the probes end", () => {
    const { s, asked } = holdAndAsk();
    const second = nextProbe(s);
    expect(second.startedAtMs).toBe(asked.startedAtMs + 300);
    answer(s, second, 500);
    expect(s.state.evidence?.startMs).toBe(second.startedAtMs);
    answer(s, asked, 850);
    expect(s.state.evidence?.startMs).toBe(second.startedAtMs);
  });

  it("does not count when it began before a refusal, even of a host that holds nothing", () => {
    const { s, asked } = holdAndAsk();
    const second = nextProbe(s);
    answer(s, second, 5, NOT_PRIMARY);
    expect(s.status).toBe("RELEASING");
    answer(s, asked, 400);
    expect(s.state.evidence).toBeNull();

    const standby = new Scenario();
    standby.becomeStandby();
    standby.lookPrimary();
    const { running } = standby.state.probe;
    const first = { probeId: running?.probeId ?? 0, startedAtMs: running?.askedAtMs ?? 0 };
    answer(standby, nextProbe(standby), 5, NOT_PRIMARY);
    answer(standby, first, 380);
    expect(standby.state.evidence).toBeNull();
    expect(standby.status).toBe("STANDBY");
  });
});
