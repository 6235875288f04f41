import { describe, expect, it } from "vitest";
import { createVipState } from "./create";
import { CONFIG, Scenario } from "./scenario.fixture";
import type { PersistedVip } from "./types";

const PERSISTED: PersistedVip = {
  vipId: "vip-1",
  epoch: 1,
  maintenance: "off",
  blocked: null,
  tombstoneUntilMs: null,
};

describe("a restart of the agent", () => {
  it.each(["", "short", "with:colon:123456", "x".repeat(41)])(
    "does not begin with an incarnation that the peers would refuse: '%s'",
    (incarnationId) => {
      expect(() => createVipState({ config: CONFIG, persisted: null, incarnationId, nowMs: 0 })).toThrow(
        RangeError,
      );
    },
  );

  it("keeps the epoch, maintenance, tombstone and an operator's block", () => {
    const s = new Scenario();
    s.becomeHolding();
    for (let count = 0; count < 3; count += 1) {
      s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
      if (s.state.inFlight !== null) s.finishAct();
      if (s.status === "HOLDING") s.renewOnce();
    }
    s.feed({ kind: "maintenance-set", mode: "no-acquire" });
    const { persisted } = s.get("persist");
    expect(persisted).toMatchObject({ epoch: 1, maintenance: "no-acquire", blocked: { code: "flapping" } });
    const restarted = new Scenario(CONFIG, persisted);
    restarted.now = s.now;
    restarted.start();
    expect(restarted.state.maintenance).toBe("no-acquire");
    expect(restarted.state.standingBlock?.code).toBe("flapping");
  });

  it("keeps no evidence, no proof and no generation", () => {
    const s = new Scenario(CONFIG, PERSISTED);
    expect(s.state).toMatchObject({
      evidence: null,
      gen: 1,
      inFlight: null,
      requests: {},
      phase: { status: "INIT" },
    });
    expect(Object.keys(PERSISTED).sort()).toEqual([
      "blocked",
      "epoch",
      "maintenance",
      "tombstoneUntilMs",
      "vipId",
    ]);
  });

  it("goes on resetting clients for what is left of the tombstone", () => {
    const s = new Scenario(CONFIG, { ...PERSISTED, tombstoneUntilMs: 40_000 });
    s.start();
    expect(s.get("install-gate").tombstoneMs).toBeCloseTo(40_000 - s.now);
  });

  it("lets go of a permanent address that it finds, and may take it again without a cooldown", () => {
    const s = new Scenario(CONFIG, PERSISTED);
    s.feed({ kind: "link-observed", state: "up" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: null } });
    s.finishRelease();
    expect(s.status).toBe("STANDBY");
    expect(s.state.cooldownUntilMs).toBeLessThanOrEqual(s.now);
  });

  it("forgets an operator's block when the epoch has moved on meanwhile", () => {
    const blocked = { code: "flapping" } as const;
    const s = new Scenario({ ...CONFIG, epoch: 2 }, { ...PERSISTED, blocked });
    s.start();
    expect(s.status).toBe("STANDBY");
  });

  it("stays out after maintenance was set before it", () => {
    const s = new Scenario(CONFIG, { ...PERSISTED, maintenance: "release" });
    s.start();
    expect(s.status).toBe("MAINT");
  });

  it("uses a configuration that came before the kernel was read only after the old address is gone", () => {
    const s = new Scenario();
    const target = { ...CONFIG.target, address: "10.0.0.200" };
    s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, target } });
    s.feed({ kind: "link-observed", state: "up" });
    s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: 900 } });
    expect(s.get("release").target.address).toBe("10.0.0.100");
    s.finishRelease();
    expect(s.state.config.target.address).toBe("10.0.0.200");
  });
});

describe("operators", () => {
  it("can clear a flapping block by hand", () => {
    const blocked = { code: "flapping" } as const;
    const s = new Scenario(CONFIG, { ...PERSISTED, blocked });
    s.start();
    s.expectStatus("BLOCKED");
    s.clearWire();
    expect(s.state.strangers.clearAtMs).not.toBeNull();
    s.feed({ kind: "operator-unblock" });
    expect(s.status).toBe("STANDBY");
    expect(s.state.strangers.clearAtMs).toBeNull();
  });

  it("get a host back that asks the wire anew: what it heard before, or was asked before, does not serve", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.feed({ kind: "maintenance-set", mode: "release" });
    s.pass(1_000);
    const { running } = s.state.strangers;
    s.feed({ kind: "maintenance-set", mode: "off" });
    s.lookPrimary();
    if (running === null) throw new Error("no ARP probe is under way");
    s.feed({
      kind: "stranger-checked",
      strangerProbeId: running.strangerProbeId,
      startedAtMs: running.sinceMs,
      outcome: { kind: "answered", macs: [] },
    });
    s.answerProbe();
    s.acknowledge("db2");
    s.acknowledge("db3");
    expect(s.status).toBe("PROVING");
    expect(s.state.inFlight).toBeNull();
    s.clearWire();
    expect(s.state.inFlight).not.toBeNull();
  });

  it("cannot override a multi-primary group by hand", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.lookPrimary();
    s.answerProbe({ kind: "not-primary", reason: "multi-primary" });
    s.feed({ kind: "operator-unblock" });
    expect(s.status).toBe("BLOCKED");
  });

  it("get an unusable configuration refused with every reason in one block", () => {
    const target = { ...CONFIG.target, address: "10.0.0.999", nic: "lo" };
    const s = new Scenario({ ...CONFIG, target });
    s.start();
    expect(s.state.phase).toMatchObject({ status: "BLOCKED", code: "config-invalid" });
    expect(s.state.configProblem?.text).toContain("target.address");
    expect(s.state.configProblem?.text).toContain("target.nic");
  });

  it("can stop an agent even while its release is under way", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.feed({ kind: "operator-release", stay: false });
    s.feed({ kind: "stop-requested", reason: "removed" });
    s.finishRelease();
    expect(s.status).toBe("DISABLED");
    expect(s.find("remove-gate")).not.toBeNull();
    expect(s.get("stopped").reason).toBe("removed");
  });
});
