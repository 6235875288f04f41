import { describe, expect, it } from "vitest";
import { CONFIG, Scenario } from "./scenario.fixture";
import type { VipConfig } from "./types";

const LEAVE: VipConfig = { ...CONFIG, policy: { ...CONFIG.policy, onRelease: "leave" } };
const untouched = { guardedPorts: [], endsConnections: false };
const cut = { guardedPorts: [3306], endsConnections: true };

describe("connections through an address that is let go", () => {
  it("are cut behind a gate, unless it is said otherwise", () => {
    const s = new Scenario();
    s.becomeBinding();
    expect(s.get("bind").guardedPorts).toEqual([3306]);
    s.finishAct();
    s.lookSecondary();
    s.answerProbe({ kind: "not-primary", reason: "not-primary" });
    expect(s.get("release")).toMatchObject(cut);
  });

  it("are left alone where that is wanted, and no gate stood before the address", () => {
    const s = new Scenario(LEAVE);
    s.becomeBinding();
    expect(s.get("bind").guardedPorts).toEqual([]);
    s.finishAct();
    s.renewOnce();
    s.lookSecondary();
    s.answerProbe({ kind: "not-primary", reason: "not-primary" });
    expect(s.get("release")).toMatchObject(untouched);
  });

  it("are left alone when the agent stops, which may come back", () => {
    const s = new Scenario(LEAVE);
    s.becomeHolding();
    s.feed({ kind: "stop-requested", reason: "shutdown" });
    expect(s.get("release")).toMatchObject(untouched);
  });

  it.each(["removed", "uninstall"] as const)("are cut where the VIP itself ends: %s", (reason) => {
    const s = new Scenario(LEAVE);
    s.becomeHolding();
    s.feed({ kind: "stop-requested", reason });
    expect(s.get("release")).toMatchObject(cut);
  });

  it("are cut where the VIP moves to another address, and left alone where only its interface is another", () => {
    const move = (target: Partial<VipConfig["target"]>): Scenario => {
      const s = new Scenario(LEAVE);
      s.becomeHolding();
      s.feed({
        kind: "config-replaced",
        config: { ...LEAVE, epoch: 2, target: { ...LEAVE.target, ...target } },
      });
      return s;
    };
    expect(move({ address: "10.0.0.101" }).get("release")).toMatchObject(cut);
    expect(move({ nic: "eth1", label: "eth1:pv1" }).get("release")).toMatchObject(untouched);
  });

  it("are what a new configuration makes of them while it is held, without a release", () => {
    const s = new Scenario();
    s.becomeHolding();
    s.feed({ kind: "config-replaced", config: { ...LEAVE, epoch: 2 } });
    expect(s.status).toBe("HOLDING");
    expect(s.find("release")).toBeNull();
    s.renewOnce();
    s.lookSecondary();
    s.answerProbe({ kind: "not-primary", reason: "not-primary" });
    expect(s.get("release")).toMatchObject(untouched);
  });
});
