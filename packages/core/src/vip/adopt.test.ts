import { describe, expect, it } from "vitest";
import { CONFIG, Scenario } from "./scenario.fixture";
import type { PersistedVip } from "./types";

const PERSISTED: PersistedVip = {
  vipId: "vip-1",
  epoch: 1,
  maintenance: "off",
  blocked: null,
  tombstoneUntilMs: null,
};

/** An agent that finds its own address with two seconds left. */
function inherit(persisted: PersistedVip = PERSISTED): Scenario {
  const s = new Scenario(CONFIG, persisted);
  s.feed({ kind: "link-observed", state: "up" });
  s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 2000 } });
  return s;
}

/** ... and has evidence of its own. */
function inheritAndProve(persisted: PersistedVip = PERSISTED): Scenario {
  const s = inherit(persisted);
  s.lookPrimary();
  s.answerProbe();
  s.expectStatus("PROVING");
  return s;
}

/** Answers the probe that began before the evidence was voided, and the one after it. */
function proveAgain(s: Scenario): void {
  for (let probes = 0; s.status !== "PROVING" && probes < 2; probes += 1) {
    if (s.state.probe.running === null) s.feed({ kind: "tick" }, 50);
    s.answerProbe();
  }
  s.expectStatus("PROVING");
}

describe("an address that an earlier run left with a lease (T2)", () => {
  it("is asked for at once: the consensus probe does not wait for its turn", () => {
    const s = inherit();
    expect(s.status).toBe("INIT");
    expect(s.state.probe.running).not.toBeNull();
  });

  it("is renewed, not bound anew, as soon as every peer has acknowledged", () => {
    const s = inheritAndProve();
    expect(s.find("release")).toBeNull();
    s.acknowledge("db2");
    expect(s.find("renew")).toBeNull();
    s.acknowledge("db3");
    expect(s.find("bind")).toBeNull();
    const { inFlight } = s.state;
    expect(inFlight).toMatchObject({ kind: "renew", proofs: { db2: { kind: "R1" }, db3: { kind: "R1" } } });
    s.finishAct();
    expect(s.status).toBe("HOLDING");
    expect(s.listEvents()).toContainEqual(expect.objectContaining({ kind: "acquired", isAdopted: true }));
    expect(s.find("announce")).not.toBeNull();
  });

  it("is let go with a reset when nothing has earned it in time", () => {
    const s = inherit();
    s.lookSecondary();
    const ordered = s.pass(1600);
    expect(ordered).toContainEqual(expect.objectContaining({ kind: "release", reason: "found-at-start" }));
  });

  it("is let go although the evidence is good when a peer's answer does not come within the lease", () => {
    const s = new Scenario(CONFIG, PERSISTED);
    s.feed({ kind: "link-observed", state: "up" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 1000 } });
    s.lookPrimary();
    s.answerProbe();
    s.acknowledge("db2");
    while (s.status === "PROVING" && s.now < 12_000) {
      s.feed({ kind: "tick" }, 50);
      if (s.find("release") === null && s.state.probe.running !== null) s.answerProbe();
    }
    expect(s.find("renew")).toBeNull();
    expect(s.get("release").reason).toBe("found-at-start");
    expect(s.state.evidence).toBeNull();
    expect(s.now).toBeLessThan(11_100);
  });

  it("is let go by hand like one that is held", () => {
    const s = inherit();
    s.feed({ kind: "operator-release", stay: false });
    expect(s.get("release").reason).toBe("operator");
  });

  it("is let go at once when the server says that it is no primary", () => {
    const s = inherit();
    s.lookSecondary();
    s.answerProbe({ kind: "not-primary", reason: "not-primary" });
    expect(s.get("release").reason).toBe("not-primary");
  });

  it("is let go at once when the server is gone", () => {
    const s = inheritAndProve();
    s.feed({ kind: "session-lost", detail: "gone" });
    expect(s.get("release").reason).toBe("mysql-lost");
  });

  it.each([
    ["before there is evidence", inherit],
    ["while the peers are asked", inheritAndProve],
  ])("is let go before a peer that asks for it is answered, %s", (_when, begin) => {
    const s = begin();
    s.ask("db2");
    expect(s.find("reply-release")).toBeNull();
    expect(s.find("release")).not.toBeNull();
    s.finishRelease();
    expect(s.get("reply-release").answer.kind).toBe("ack");
  });

  it("is released again when a peer asked while the renewal was under way", () => {
    const s = inheritAndProve();
    s.acknowledge("db2");
    s.acknowledge("db3");
    s.ask("db2");
    expect(s.find("reply-release")).toBeNull();
    s.finishAct();
    expect(s.get("release").reason).toBe("stale-action");
  });

  it.each([
    ["before there is evidence", inherit],
    ["while the peers are asked", inheritAndProve],
  ])("is kept when a configuration arrives that leaves it as it is, %s", (_when, begin) => {
    const s = begin();
    const [first] = CONFIG.peers;
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, guardedPorts: [3306, 33_060] } });
    expect(s.find("release")).toBeNull();
    expect(s.find("install-gate")).toBeNull();
    proveAgain(s);
    s.acknowledge(first?.hostId ?? "");
    expect(s.find("renew")).toBeNull();
    s.acknowledge("db3");
    expect(s.get("renew").guardedPorts).toEqual([3306, 33_060]);
    s.finishAct();
    s.expectStatus("HOLDING");
  });

  it("needs the proofs anew for such a configuration, and gains no time by it", () => {
    const s = inheritAndProve();
    s.acknowledge("db2");
    const peers = [...CONFIG.peers, { hostId: "db4", macs: ["02:00:00:00:00:04"], mustProve: true }];
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, peers } });
    proveAgain(s);
    s.acknowledge("db3");
    s.acknowledge("db4");
    expect(s.find("renew")).toBeNull();
    const orders = s.pass(1600);
    expect(orders).toContainEqual(expect.objectContaining({ kind: "release", reason: "found-at-start" }));
    expect(orders.some(({ kind }) => kind === "renew")).toBe(false);
  });

  it("is kept when such a configuration arrives while the renewal is under way, and renewed by it", () => {
    const s = inheritAndProve();
    s.acknowledge("db2");
    s.acknowledge("db3");
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2 } });
    s.finishAct();
    expect(s.find("release")).toBeNull();
    proveAgain(s);
    s.acknowledge("db2");
    s.acknowledge("db3");
    s.finishAct();
    s.expectStatus("HOLDING");
  });

  it("is let go when such a configuration takes the right to hold away", () => {
    const s = inheritAndProve();
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, mayBind: false } });
    expect(s.find("release")).not.toBeNull();
  });

  it("is an ordinary attempt, with a look at the wire, once the kernel has removed it", () => {
    const s = inheritAndProve();
    s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.find("bind")).toBeNull();
    s.clearWire();
    expect(s.find("bind")).not.toBeNull();
  });

  it("is kept by an agent that may keep what it holds and take nothing new", () => {
    const s = inheritAndProve({ ...PERSISTED, maintenance: "no-acquire" });
    s.acknowledge("db2");
    s.acknowledge("db3");
    s.finishAct();
    expect(s.status).toBe("HOLDING");
  });

  it.each([
    ["an operator wants it gone", { ...PERSISTED, maintenance: "release" } as const],
    ["it had flapped", { ...PERSISTED, blocked: { code: "flapping" } } as const],
  ])("is let go at once where %s", (_why, persisted) => {
    const s = inherit(persisted);
    expect(s.get("release").reason).toBe("found-at-start");
  });

  it("is let go at once on a host without carrier", () => {
    const s = new Scenario(CONFIG, PERSISTED);
    s.feed({ kind: "link-observed", state: "no-carrier" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 2000 } });
    expect(s.find("release")).not.toBeNull();
  });
});

describe("an address of ours that nobody ordered", () => {
  it("is released at once, for a reason of its own", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 1000 } });
    expect(s.get("release").reason).toBe("stray-address");
  });
});
