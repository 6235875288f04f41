import { describe, expect, it } from "vitest";
import { explainVip } from "./explain";
import { CONFIG, Scenario } from "./scenario.fixture";
import type { VipConfig } from "./types";

const PAUSED: VipConfig = { ...CONFIG, epoch: 2, isPaused: true };
const RESUMED: VipConfig = { ...CONFIG, epoch: 3 };

function pause(s: Scenario): void {
  s.feed({ kind: "config-replaced", config: PAUSED });
}

describe("a paused VIP", () => {
  it("stays where it is held, and is renewed on evidence", () => {
    const s = new Scenario();
    s.becomeHolding();
    pause(s);
    s.renewOnce();
    expect(s.status).toBe("HOLDING");
    expect(explainVip(s.state, s.now).reasons).toEqual([]);
  });

  it("is let go without evidence as ever, and not taken back", () => {
    const s = new Scenario();
    s.becomeHolding();
    pause(s);
    s.pass(2_000);
    s.expectStatus("RELEASING");
    s.finishRelease();
    expect(s.status).toBe("MAINT");
    s.lookPrimary();
    s.pass(5_000);
    expect(s.status).toBe("MAINT");
    expect(explainVip(s.state, s.now).reasons.map((one) => one.code)).toContain("paused");
  });

  it("is taken by no host that does not hold it, not even one that was about to", () => {
    const proving = new Scenario();
    proving.becomeProving();
    pause(proving);
    expect(proving.status).toBe("MAINT");
    const binding = new Scenario();
    binding.becomeBinding();
    pause(binding);
    expect(binding.state.phase.status).not.toBe("HOLDING");
    const standby = new Scenario();
    standby.becomeStandby();
    pause(standby);
    standby.lookPrimary();
    standby.pass(5_000);
    expect(standby.status).toBe("MAINT");
  });

  it("is free to be taken again once it is resumed", () => {
    const s = new Scenario();
    s.becomeStandby();
    pause(s);
    s.expectStatus("MAINT");
    s.feed({ kind: "config-replaced", config: RESUMED });
    expect(s.status).toBe("STANDBY");
  });

  it("leaves a host that an operator took out as it is, before and after", () => {
    const s = new Scenario();
    s.becomeStandby();
    s.feed({ kind: "maintenance-set", mode: "release" });
    pause(s);
    s.feed({ kind: "config-replaced", config: RESUMED });
    expect(s.state.maintenance).toBe("release");
    expect(s.status).toBe("MAINT");
    s.feed({ kind: "maintenance-set", mode: "off" });
    expect(s.status).toBe("STANDBY");
  });

  it("is not opened by ending the maintenance of one host", () => {
    const s = new Scenario();
    s.becomeStandby();
    pause(s);
    s.feed({ kind: "operator-unblock" });
    s.feed({ kind: "maintenance-set", mode: "off" });
    s.lookPrimary();
    s.pass(5_000);
    expect(s.status).toBe("MAINT");
  });
});
