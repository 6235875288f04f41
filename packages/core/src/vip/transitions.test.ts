import { quote } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { CONFIG, CONFLICTING_MAC, Scenario } from "./scenario.fixture";
import { DEFAULT_VIP_TIMINGS } from "./timings";
import type { VipStatus } from "./types";

interface Row {
  readonly rule: string;
  readonly guarantee: string;
  readonly run: (s: Scenario) => void;
  readonly to: VipStatus;
}

const NOT_PRIMARY = { kind: "not-primary", reason: "not-primary" } as const;
const OWN = { kind: "own", expiresInMs: 1500 } as const;

/** Somebody deletes the address twice, and it is put back each time. */
function loseTwice(s: Scenario): void {
  for (let count = 0; count < 2; count += 1) {
    s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
    s.finishAct();
  }
}

/** A renewal is under way when the kernel says that the address is gone. */
function loseWhileRenewing(s: Scenario): void {
  if (s.state.probe.running === null) s.pass(500);
  s.answerProbe();
  s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
}

/** The next question on the wire finds a stranger. */
function findStranger(s: Scenario): void {
  if (s.state.strangers.running === null) s.pass(1000);
  s.clearWire([CONFLICTING_MAC]);
  s.expectStatus("CONFLICT");
}

/** So many questions of a conflict, with who answered each. */
function look(s: Scenario, times: number, macs: readonly string[] = []): void {
  for (let time = 0; time < times; time += 1) {
    s.pass(250);
    s.clearWire(macs);
  }
}

const ROWS: readonly Row[] = [
  {
    rule: "T1",
    guarantee: "a holder that stalled for over a second lets go rather than renew on what it knew",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "tick" }, 1900);
      expect(s.state.evidence).toBeNull();
    },
    to: "RELEASING",
  },
  {
    rule: "T1",
    guarantee: "an attempt that was interrupted by SIGCONT starts over",
    run: (s) => {
      s.becomeProving();
      s.acknowledge("db2");
      s.feed({ kind: "gap-detected", cause: "sigcont" });
      expect(s.state.evidence).toBeNull();
    },
    to: "STANDBY",
  },
  {
    rule: "T2",
    guarantee: "an address found at start is kept by an agent that earns it within its lease",
    run: (s) => {
      s.feed({ kind: "link-observed", state: "up" });
      s.feed({ kind: "kernel-observed", observation: OWN });
      s.lookPrimary();
      s.answerProbe();
      s.acknowledge("db2");
      s.acknowledge("db3");
      s.finishAct();
    },
    to: "HOLDING",
  },
  {
    rule: "T2",
    guarantee: "an address found at start is released by an agent that does not",
    run: (s) => {
      s.feed({ kind: "link-observed", state: "up" });
      s.feed({ kind: "kernel-observed", observation: OWN });
      s.pass(1600);
      expect(s.get("release").reason).toBe("found-at-start");
    },
    to: "RELEASING",
  },
  {
    rule: "T3",
    guarantee: "a permanent address of ours is not adopted either",
    run: (s) => {
      s.feed({ kind: "link-observed", state: "up" });
      s.feed({ kind: "kernel-observed", observation: { kind: "own", expiresInMs: null } });
    },
    to: "RELEASING",
  },
  {
    rule: "T3",
    guarantee: "an address that is not ours is never touched",
    run: (s) => {
      s.feed({ kind: "link-observed", state: "up" });
      s.feed({ kind: "kernel-observed", observation: { kind: "foreign", detail: "permanent /24" } });
      expect(s.find("release")).toBeNull();
    },
    to: "BLOCKED",
  },
  {
    rule: "T4",
    guarantee: "a clean start installs the gate and waits",
    run: (s) => {
      s.start();
      expect(s.get("install-gate").tombstoneMs).toBe(0);
    },
    to: "STANDBY",
  },
  {
    rule: "T4",
    guarantee: "nothing is decided before kernel and NIC were read",
    run: (s) => s.lookPrimary(),
    to: "INIT",
  },
  {
    rule: "T5",
    guarantee: "no carrier blocks",
    run: (s) => {
      s.becomeStandby();
      s.feed({ kind: "link-observed", state: "no-carrier" });
    },
    to: "BLOCKED",
  },
  {
    rule: "T5",
    guarantee: "the carrier's return unblocks",
    run: (s) => {
      s.becomeStandby();
      s.feed({ kind: "link-observed", state: "missing" });
      s.feed({ kind: "link-observed", state: "up" });
    },
    to: "STANDBY",
  },
  {
    rule: "T5",
    guarantee: "a multi-primary group blocks",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      s.answerProbe({ kind: "not-primary", reason: "multi-primary" });
    },
    to: "BLOCKED",
  },
  {
    rule: "T5",
    guarantee: "a group whose mode cannot be read does not block, for it is not known to be multi-primary",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      s.answerProbe({ kind: "not-primary", reason: "mode-unknown" });
      expect(s.state.standingBlock).toBeNull();
    },
    to: "STANDBY",
  },
  {
    rule: "T5",
    guarantee: "a probe that finds single-primary mode again unblocks",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      s.answerProbe({ kind: "not-primary", reason: "multi-primary" });
      s.pass(1100);
      s.answerProbe(NOT_PRIMARY);
    },
    to: "STANDBY",
  },
  {
    rule: "T6",
    guarantee: "fresh evidence starts an attempt that asks every peer at once",
    run: (s) => {
      s.becomeProving();
      const asked = s.actions.flatMap((action) => (action.kind === "ask-release" ? [action.peer] : []));
      expect(asked).toEqual(["db2", "db3"]);
    },
    to: "PROVING",
  },
  {
    rule: "T6",
    guarantee: "evidence that the group took longer than A_MAX to give starts an attempt too",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      s.answerProbe(undefined, 401);
    },
    to: "PROVING",
  },
  {
    rule: "T6",
    guarantee: "evidence older than that of any renewal starts nothing",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      s.answerProbe(undefined, 1401);
    },
    to: "STANDBY",
  },
  {
    rule: "T6",
    guarantee: "a member that is joining or leaving never tries",
    run: (s) => {
      s.becomeStandby();
      s.lookPrimary();
      const { running } = s.state.probe;
      s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, mayBind: false } });
      s.feed({
        kind: "probe-finished",
        probeId: running?.probeId ?? 0,
        startedAtMs: s.now,
        outcome: { kind: "primary", viewId: "v", serverUuid: "u" },
      });
    },
    to: "STANDBY",
  },
  {
    rule: "T7",
    guarantee: "a probe that is not primary ends the attempt and its proofs",
    run: (s) => {
      s.becomeProving();
      s.acknowledge("db2");
      s.lookSecondary();
      s.answerProbe(NOT_PRIMARY);
    },
    to: "STANDBY",
  },
  {
    rule: "T7",
    guarantee: "an attempt without new evidence for 2 s ends",
    run: (s) => {
      s.becomeProving();
      s.pass(2100);
    },
    to: "STANDBY",
  },
  {
    rule: "T8",
    guarantee: "a stranger's answer stops an attempt, and nothing is bound",
    run: (s) => {
      s.becomeProving();
      s.pass(1000);
      s.clearWire([CONFLICTING_MAC]);
      expect(s.find("bind")).toBeNull();
    },
    to: "CONFLICT",
  },
  {
    rule: "T8",
    guarantee: "the MAC of a configured peer is no stranger",
    run: (s) => {
      s.becomeProving();
      s.pass(1000);
      s.clearWire(["02:00:00:00:00:02"]);
    },
    to: "PROVING",
  },
  {
    rule: "T9",
    guarantee: "with a proof for every peer and fresh evidence the address is bound as /32 with a lifetime",
    run: (s) => {
      s.becomeBinding();
      expect(s.get("bind")).toMatchObject({ leaseMs: 2000, target: { prefixLength: 32, label: "eth0:pv1" } });
      s.finishAct();
    },
    to: "HOLDING",
  },
  {
    rule: "T10",
    guarantee: "each new proof renews the lease",
    run: (s) => {
      s.becomeHolding();
      s.pass(420);
      s.answerProbe();
      expect(s.get("renew").leaseMs).toBe(2000);
      s.finishAct();
    },
    to: "HOLDING",
  },
  {
    rule: "T11",
    guarantee: "a holder that is no longer primary lets go at once",
    run: (s) => {
      s.becomeHolding();
      s.lookSecondary();
      s.answerProbe(NOT_PRIMARY);
      expect(s.get("release").tombstoneMs).toBe(60_000);
    },
    to: "RELEASING",
  },
  {
    rule: "T11",
    guarantee: "a lost MySQL session lets go at once",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "session-lost", detail: "gone" });
    },
    to: "RELEASING",
  },
  {
    rule: "T11",
    guarantee: "a holder whose probes hang lets go 1.9 s after the last proof, before its lease ends",
    run: (s) => {
      s.becomeHolding();
      s.pass(1800);
      s.expectStatus("HOLDING");
      s.pass(150);
    },
    to: "RELEASING",
  },
  {
    rule: "T11",
    guarantee: "a carrier lost for less than half a second changes nothing",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "link-observed", state: "no-carrier" });
      s.pass(400);
      s.feed({ kind: "link-observed", state: "up" });
      s.renewOnce();
      s.pass(420);
    },
    to: "HOLDING",
  },
  {
    rule: "T11",
    guarantee: "a carrier lost for half a second lets go",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "link-observed", state: "no-carrier" });
      s.pass(500);
    },
    to: "RELEASING",
  },
  {
    rule: "T11",
    guarantee: "the operator's release lets go",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: false });
    },
    to: "RELEASING",
  },
  {
    rule: "T12",
    guarantee: "a bind that completed too late is released",
    run: (s) => {
      s.becomeBinding();
      s.finishAct(600);
    },
    to: "RELEASING",
  },
  {
    rule: "T12",
    guarantee: "a bind that its executor found late is released",
    run: (s) => {
      s.becomeBinding();
      s.finishAct(1, true);
    },
    to: "RELEASING",
  },
  {
    rule: "T12",
    guarantee: "a renewal that completed too late is released",
    run: (s) => {
      s.becomeHolding();
      s.pass(420);
      s.answerProbe();
      s.finishAct(600);
    },
    to: "RELEASING",
  },
  {
    rule: "T12",
    guarantee: "a bind that was invalidated under way is released even if it was in time",
    run: (s) => {
      s.becomeBinding();
      s.feed({ kind: "gap-detected", cause: "suspend" });
      s.finishAct();
    },
    to: "RELEASING",
  },
  {
    rule: "T13",
    guarantee: "a deleted address goes back at once on fresh evidence",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
      expect(s.get("renew").leaseMs).toBe(2000);
      s.finishAct();
      expect(s.get("announce").target.address).toBe("10.0.0.100");
    },
    to: "HOLDING",
  },
  {
    rule: "T13",
    guarantee: "a read of the kernel that began before the bind was done is no deletion",
    run: (s) => {
      s.becomeHolding();
      const readStartedAtMs = s.now - 1;
      s.feed({ kind: "kernel-observed", observation: { kind: "absent" }, readStartedAtMs });
      expect(s.find("renew")).toBeNull();
      expect(s.state.vanishedAtMs).toEqual([]);
    },
    to: "HOLDING",
  },
  {
    rule: "T15",
    guarantee: "a read of the kernel that began before the release was done brings nothing back",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: false });
      const readStartedAtMs = s.now;
      s.finishRelease();
      s.feed({ kind: "kernel-observed", observation: OWN, readStartedAtMs });
      expect(s.find("release")).toBeNull();
    },
    to: "STANDBY",
  },
  {
    rule: "T13",
    guarantee: "a renewal that came too late and was undone is no deletion, whichever is told first",
    run: (s) => {
      s.becomeHolding();
      loseTwice(s);
      loseWhileRenewing(s);
      s.expectStatus("HOLDING");
      s.finishAct(1, true);
      s.expectStatus("RELEASING");
      expect(s.state.vanishedAtMs).toHaveLength(2);
      s.finishRelease();
    },
    to: "STANDBY",
  },
  {
    rule: "T13",
    guarantee: "what the kernel removed at the end of the lease is no deletion",
    run: (s) => {
      s.becomeHolding();
      loseTwice(s);
      s.feed({ kind: "kernel-observed", observation: { kind: "absent" } }, 5_000);
      expect(s.state.vanishedAtMs).toHaveLength(2);
      s.expectStatus("RELEASING");
      s.finishRelease();
    },
    to: "STANDBY",
  },
  {
    rule: "T13",
    guarantee: "a third deletion while a renewal is under way ends the fight when that has come in time",
    run: (s) => {
      s.becomeHolding();
      loseTwice(s);
      loseWhileRenewing(s);
      s.finishAct();
      s.finishRelease();
    },
    to: "BLOCKED",
  },
  {
    rule: "T13",
    guarantee: "the third deletion within a minute ends the fight",
    run: (s) => {
      s.becomeHolding();
      for (let count = 0; count < 3; count += 1) {
        s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
        if (s.state.inFlight !== null) s.finishAct();
        if (s.status === "HOLDING") s.renewOnce();
      }
      s.finishRelease();
    },
    to: "BLOCKED",
  },
  {
    rule: "T14",
    guarantee: "a second answer on the wire is met with announcements and a request, and the address is kept",
    run: (s) => {
      s.becomeHolding();
      for (let count = 0; count < 40; count += 1) s.renewOnce();
      s.clearWire(["02:00:00:00:00:02"]);
      expect(s.get("announce").target.address).toBe("10.0.0.100");
      expect(s.get("ask-release").peer).toBe("db2");
      expect(s.listEvents().map((event) => event.kind)).toContain("contested");
    },
    to: "HOLDING",
  },
  {
    rule: "T14",
    guarantee: "the owner before, found by a question from before the hold, does not contest it",
    run: (s) => {
      s.becomeStandby();
      s.lookSecondary();
      if (s.state.probe.running !== null) s.answerProbe({ kind: "not-primary", reason: "not-primary" });
      s.pass(1000);
      const asked = s.state.strangers.running;
      expect(asked).not.toBeNull();
      s.lookPrimary();
      s.answerProbe();
      s.acknowledge("db2");
      s.acknowledge("db3");
      s.finishAct();
      s.expectStatus("HOLDING");
      expect(s.state.strangers.running).toEqual(asked);
      s.clearWire(["02:00:00:00:00:02"]);
      expect(s.find("announce")).toBeNull();
      expect(s.listEvents().map((event) => event.kind)).not.toContain("contested");
    },
    to: "HOLDING",
  },
  {
    rule: "T15",
    guarantee: "a release ends only when the address was read back as gone",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: false });
      s.finishRelease();
      expect(s.state.cooldownUntilMs).toBe(s.now + DEFAULT_VIP_TIMINGS.cooldownMs);
    },
    to: "STANDBY",
  },
  {
    rule: "T16",
    guarantee: "a deletion that fails is repeated and reported, and the state stays",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: false });
      for (let count = 0; count < 3; count += 1) {
        const { actionId } = s.get("release");
        const problems = [quote("busy")];
        s.feed({ kind: "release-finished", actionId, remaining: OWN, problems, errorCode: null });
        if (count < 2) s.feed({ kind: "tick" }, 60);
      }
      expect(s.listEvents().map((event) => event.kind)).toContain("release-failing");
    },
    to: "RELEASING",
  },
  {
    rule: "T16",
    guarantee: "the end of the kernel's lease ends a release whose deletion fails",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: false });
      const { actionId } = s.get("release");
      s.feed({ kind: "release-finished", actionId, remaining: OWN, problems: [], errorCode: null });
      s.feed({ kind: "kernel-observed", observation: { kind: "absent" } });
    },
    to: "STANDBY",
  },
  {
    rule: "T17",
    guarantee: "a conflict lasts until a stranger left three questions in a row unanswered, each of 0.2 s",
    run: (s) => {
      s.becomeStandby();
      findStranger(s);
      look(s, 2);
      s.expectStatus("CONFLICT");
      look(s, 1, [CONFLICTING_MAC]);
      look(s, 2);
      s.expectStatus("CONFLICT");
      const lastMs = s.now;
      look(s, 1);
      expect(s.now - lastMs).toBeLessThanOrEqual(251);
    },
    to: "STANDBY",
  },
  {
    rule: "T17",
    guarantee: "a host that stood still for ten seconds believes one unanswered question",
    run: (s) => {
      s.becomeStandby();
      findStranger(s);
      s.pass(200);
      s.feed({ kind: "tick" }, 10_000);
      s.expectStatus("CONFLICT");
      if (s.state.strangers.running === null) s.pass(250);
      s.clearWire();
    },
    to: "STANDBY",
  },
  {
    rule: "T13",
    guarantee: "a late renewal's own undoing is none either where something else began a release meanwhile",
    run: (s) => {
      s.becomeHolding();
      loseWhileRenewing(s);
      expect(s.state.vanishedAtMs).toHaveLength(1);
      s.feed({ kind: "operator-release", stay: false });
      s.expectStatus("RELEASING");
      s.finishAct(1, true);
      expect(s.state.vanishedAtMs).toEqual([]);
      if (s.status === "RELEASING") s.finishRelease();
    },
    to: "STANDBY",
  },
  {
    rule: "T17",
    guarantee: "the third stranger within a minute is believed gone only after ten seconds",
    run: (s) => {
      s.becomeStandby();
      for (let time = 0; time < 2; time += 1) {
        findStranger(s);
        look(s, 3);
        s.expectStatus("STANDBY");
      }
      findStranger(s);
      const sinceMs = s.now;
      look(s, 36);
      while (s.state.phase.status === "CONFLICT") look(s, 1);
      expect(s.now - sinceMs).toBeGreaterThanOrEqual(10_000);
      expect(s.now - sinceMs).toBeLessThan(10_500);
    },
    to: "STANDBY",
  },
  {
    rule: "T18",
    guarantee: "a stop releases, verifies, and only then says that it is done",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "stop-requested", reason: "shutdown" });
      s.expectStatus("RELEASING");
      expect(s.find("stopped")).toBeNull();
      s.finishRelease();
      expect(s.get("stopped").reason).toBe("shutdown");
    },
    to: "DISABLED",
  },
  {
    rule: "T18",
    guarantee: "an uninstall leaves no gate behind",
    run: (s) => {
      s.becomeStandby();
      s.feed({ kind: "stop-requested", reason: "uninstall" });
      expect(s.get("remove-gate").target.address).toBe("10.0.0.100");
    },
    to: "DISABLED",
  },
  {
    rule: "T19",
    guarantee: "a moved address is released before the new configuration is used",
    run: (s) => {
      s.becomeHolding();
      const target = { ...CONFIG.target, address: "10.0.0.200" };
      s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, target } });
      expect(s.get("release").target.address).toBe("10.0.0.100");
      expect(s.state.config.epoch).toBe(1);
      s.finishRelease();
      expect(s.state.config.epoch).toBe(2);
    },
    to: "STANDBY",
  },
  {
    rule: "T19",
    guarantee: "a new list of peers keeps the address but not the evidence",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 2, guardedPorts: [3306, 33_060] } });
      expect(s.state.evidence).toBeNull();
      expect(s.find("probe")).not.toBeNull();
    },
    to: "HOLDING",
  },
  {
    rule: "T19",
    guarantee: "an older epoch changes nothing",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "config-replaced", config: { ...CONFIG, epoch: 0, mayBind: false } });
      expect(s.state.config.epoch).toBe(1);
    },
    to: "HOLDING",
  },
  {
    rule: "T20",
    guarantee: "a bind without privilege blocks, after a release that makes sure",
    run: (s) => {
      s.becomeBinding();
      const actionId = s.state.inFlight?.actionId ?? 0;
      s.feed({ kind: "act-failed", actionId, code: "permission", detail: quote("EPERM") });
      expect(s.listEvents()).toContainEqual(
        expect.objectContaining({ kind: "release-started", reason: "action-failed", detail: quote("EPERM") }),
      );
      s.expectStatus("RELEASING");
      s.finishRelease();
    },
    to: "BLOCKED",
  },
  {
    rule: "T20",
    guarantee: "a blocked actuator is tried again after a minute",
    run: (s) => {
      s.becomeBinding();
      const actionId = s.state.inFlight?.actionId ?? 0;
      s.feed({ kind: "act-failed", actionId, code: "no-device", detail: quote("ENODEV") });
      s.finishRelease();
      s.pass(61_000);
    },
    to: "STANDBY",
  },
  {
    rule: "T20",
    guarantee: "a renewal that failed for want of resources keeps the address until T_REL",
    run: (s) => {
      s.becomeHolding();
      s.pass(420);
      s.answerProbe();
      const actionId = s.state.inFlight?.actionId ?? 0;
      s.feed({ kind: "act-failed", actionId, code: "no-resource", detail: quote("ENOBUFS") });
    },
    to: "HOLDING",
  },
  {
    rule: "T20",
    guarantee: "a renewal that fails is repeated each 15 ms, not as fast as the kernel refuses",
    run: (s) => {
      s.becomeHolding();
      s.pass(420);
      s.answerProbe();
      const failedAtMs: number[] = [];
      for (let ms = 0; ms < 1000; ms += 1) {
        const { inFlight } = s.state;
        if (inFlight !== null) {
          failedAtMs.push(ms);
          s.feed({
            kind: "act-failed",
            actionId: inFlight.actionId,
            code: "no-resource",
            detail: quote("ENOBUFS"),
          });
        }
        s.pass(1);
      }
      expect(failedAtMs.length).toBeGreaterThan(5);
      const gapsMs = failedAtMs.slice(1).map((ms, at) => ms - (failedAtMs[at] ?? 0));
      expect(Math.min(...gapsMs)).toBe(15);
    },
    to: "HOLDING",
  },
  {
    rule: "MAINT",
    guarantee: "maintenance without acquiring keeps what is held",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "maintenance-set", mode: "no-acquire" });
      s.renewOnce();
    },
    to: "HOLDING",
  },
  {
    rule: "MAINT",
    guarantee: "maintenance with release lets go and stays without",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "maintenance-set", mode: "release" });
      s.finishRelease();
    },
    to: "MAINT",
  },
  {
    rule: "MAINT",
    guarantee: "a release by hand that is to stay survives the agent",
    run: (s) => {
      s.becomeHolding();
      s.feed({ kind: "operator-release", stay: true });
      expect(s.get("persist").persisted.maintenance).toBe("release");
      s.finishRelease();
    },
    to: "MAINT",
  },
  {
    rule: "MAINT",
    guarantee: "the end of maintenance allows a new attempt",
    run: (s) => {
      s.becomeStandby();
      s.feed({ kind: "maintenance-set", mode: "no-acquire" });
      s.expectStatus("MAINT");
      s.feed({ kind: "maintenance-set", mode: "off" });
    },
    to: "STANDBY",
  },
];

describe("transitions", () => {
  it.each(ROWS)("$rule: $guarantee ($to)", ({ run, to }) => {
    const scenario = new Scenario();
    run(scenario);
    expect(scenario.status).toBe(to);
  });
});
