import { computeHoldHorizonMs, computeProofWaitMs } from "../timings";
import type { ActFields } from "../types";
import type { FakeHost } from "./fake-host";
import type { Simulator } from "./simulator";

/** Added to every bound for the rates of the simulated clocks. */
const TOLERANCE_MS = 10;

/**
 * Sees what no agent can: all kernels and the group's truth at every instant. Reports each broken promise and
 * counts what the run was worth.
 */
export class Observer {
  private readonly evidenceOf = new Map<string, number>();
  private readonly exempt = new Map<string, { readonly resumedAtMs: number }>();
  private lastSampleMs = 0;
  private lastHealth: "held" | "absent" | "none" = "none";
  private readonly wrong = new Spell();
  private readonly withoutQuorum = new Spell();
  /** Since when the group's primary could and should hold. */
  private healthySinceMs: number | null = null;
  private healthyPrimary = -1;
  private healthSerial = 0;
  private pendingSwitch: { readonly atMs: number; readonly target: number } | null = null;

  constructor(private readonly simulator: Simulator) {}

  /** I3, I4: an act that stays in the kernel. */
  onAct(host: FakeHost, kind: "bind" | "renew", action: ActFields, completedAtMs: number): void {
    const { simulator } = this;
    const { leaseMs, expirySlackMs } = simulator.timings;
    const { address } = action.target;
    const ageMs = completedAtMs - action.evidenceStartMs;
    if (kind === "renew") simulator.figures.renewals += 1;
    if (action.leaseMs < leaseMs) simulator.figures[kind === "bind" ? "lateTakings" : "lateRenewals"] += 1;
    if (ageMs + action.leaseMs + expirySlackMs > computeHoldHorizonMs(simulator.timings)) {
      simulator.report(
        "I3",
        `host ${host.index} kept a ${kind} of ${action.leaseMs} ms on evidence of ${ageMs} ms`,
      );
    }
    const isFabricated = simulator.mutations.noProbe || simulator.mutations.stampAtCompletion;
    if (!isFabricated && !host.wasProvenBy(action.evidenceStartMs)) {
      simulator.report("I4", `host ${host.index} kept a ${kind} without having been primary`);
    }
    if (kind === "bind") this.checkTargetOwner(host, address);
    this.evidenceOf.set(`${host.index} ${address}`, action.evidenceStartMs);
    if (this.pendingSwitch?.target === host.index) {
      simulator.figures.switchGapsMs.push(simulator.time.now - this.pendingSwitch.atMs);
      this.pendingSwitch = null;
    }
  }

  /** A stranger that has been answering longer than a clear probe may be old must keep everybody from binding. */
  private checkTargetOwner(host: FakeHost, address: string): void {
    const { simulator } = this;
    const limitMs = simulator.timings.strangerClearMaxAgeMs + simulator.timings.actMs + TOLERANCE_MS;
    // A guest whose clock stood still cannot know how old its clear probe really is.
    if (simulator.time.now - host.resumedAtMs < limitMs) return;
    if (simulator.isStrangerHere && simulator.time.now - simulator.strangerSinceMs > limitMs) {
      simulator.report("T8", `host ${host.index} bound ${address} although a stranger holds it`);
    }
  }

  /** I2, I6: an address goes at the latest H after its evidence began, whoever removes it. */
  onRemoval(host: FakeHost, address: string): void {
    const evidenceMs = this.evidenceOf.get(`${host.index} ${address}`);
    this.evidenceOf.delete(`${host.index} ${address}`);
    if (evidenceMs === undefined || host.isFrozen || Number.isFinite(host.resumedAtMs)) return;
    const ageMs = host.localNow() - evidenceMs;
    const limitMs = computeHoldHorizonMs(this.simulator.timings) + TOLERANCE_MS;
    if (ageMs > limitMs)
      this.simulator.report(
        "I2",
        `host ${host.index} had the address ${Math.round(ageMs)} ms after its evidence`,
      );
  }

  /** I11, the order: a release deletes the address behind a gate, unless an act that was under way has opened it anew. */
  onDeletion({ index, gate, kernel, agent }: FakeHost, address: string, orderedAtMs: number): void {
    if (agent.config.policy.onRelease !== "cut" || !kernel.has(address)) return;
    if (!gate.isClosed(address) && !gate.wasOpenedSince(address, orderedAtMs))
      this.simulator.report("I11", `host ${index} deleted ${address} before its gate was closed`);
  }

  /** I11, the outcome: who has let go of the address leaves no connection to it, and a gate that resets who comes. */
  onReleased({ index, gate, agent }: FakeHost, address: string): void {
    if (agent.config.policy.onRelease !== "cut") return;
    if (!gate.isClosed(address))
      this.simulator.report("I11", `host ${index} released ${address} without a gate`);
    if (gate.hasConnections(address))
      this.simulator.report("I11", `host ${index} released ${address} and left connections to it`);
  }

  /** The end of an agent's decision: it has nothing any more, nor will have. */
  onStopped({ index, kernel }: FakeHost): void {
    const held = kernel.listAddresses();
    if (held.length > 0) this.simulator.report("I11", `host ${index} stopped and has ${held.join(" and ")}`);
    this.sample();
  }

  onKernelChange(_host: FakeHost): void {
    this.checkSingleHolder();
    this.sample();
  }

  /** I1, exactly: at every change, per address. */
  checkSingleHolder(): void {
    for (const address of this.simulator.addresses) {
      const holders = this.simulator.hosts.filter((host) => !host.isFrozen && host.kernel.has(address));
      const open = this.exempt.get(address);
      if (holders.length < 2) {
        if (open !== undefined) this.closeExemption(address, open.resumedAtMs);
        continue;
      }
      if (open !== undefined) continue;
      const resumedAtMs = Math.max(...holders.map((host) => host.resumedAtMs));
      const limitMs = computeHoldHorizonMs(this.simulator.timings) * 1.002 + TOLERANCE_MS;
      if (this.simulator.time.now - resumedAtMs > limitMs) {
        this.simulator.report(
          "I1",
          `hosts ${holders.map((host) => host.index).join(" and ")} hold ${address}`,
        );
        continue;
      }
      this.exempt.set(address, { resumedAtMs });
      this.simulator.time.at(resumedAtMs + limitMs, () => {
        if (this.exempt.get(address)?.resumedAtMs === resumedAtMs) {
          this.simulator.report(
            "I1",
            `two hosts hold ${address} longer than H after the resume of a paused machine`,
          );
        }
      });
    }
  }

  private closeExemption(address: string, resumedAtMs: number): void {
    this.exempt.delete(address);
    const { figures, time } = this.simulator;
    figures.longestAfterPauseMs = Math.max(figures.longestAfterPauseMs, time.now - resumedAtMs);
  }

  /** Starts timing an undisturbed switchover. */
  onSwitch(target: number): void {
    this.pendingSwitch = { atMs: this.simulator.time.now, target };
  }

  /** Whatever happens now spoils a timing that is under way. */
  onDisturbance(): void {
    this.pendingSwitch = null;
  }

  /** Something that the liveness promise does not cover happened to this host (a slow act, a release request). */
  forgive(host: number, forMs = 0): void {
    if (this.healthyPrimary === host && this.healthySinceMs !== null) this.startHealthy(host, forMs);
  }

  /** Accounts the time since the last change, then looks at the world again. */
  sample(): void {
    const { simulator } = this;
    const { now } = simulator.time;
    const passedMs = now - this.lastSampleMs;
    if (this.lastHealth === "held") simulator.figures.heldMs += passedMs;
    if (this.lastHealth === "absent") simulator.figures.absentMs += passedMs;
    this.lastSampleMs = now;
    const primary = simulator.getHostAt(simulator.group.truth.primary);
    const canServe =
      simulator.group.hasQuorum(primary.index) && primary.agent.status === "running" && !primary.isFrozen;
    const holds = primary.kernel.listAddresses().length > 0;
    this.lastHealth = canServe ? (holds ? "held" : "absent") : "none";
    this.trackHolders();
    this.trackLiveness(primary, canServe && simulator.mayHold(primary), holds);
  }

  private trackHolders(): void {
    const { figures, group, hosts, time } = this.simulator;
    const holders = hosts.filter((host) => !host.isFrozen && host.kernel.listAddresses().length > 0);
    const isWrong = holders.some(({ index }) => index !== group.truth.primary);
    figures.longestWrongMs = this.wrong.note(isWrong, time.now);
    const isWithoutQuorum = holders.some(({ index }) => !group.hasQuorum(index));
    figures.longestWithoutQuorumMs = this.withoutQuorum.note(isWithoutQuorum, time.now);
  }

  private trackLiveness(primary: FakeHost, isHealthy: boolean, holds: boolean): void {
    if (!isHealthy || holds) {
      this.healthySinceMs = null;
      return;
    }
    if (this.healthySinceMs === null || this.healthyPrimary !== primary.index)
      this.startHealthy(primary.index);
  }

  private startHealthy(host: number, extraMs = 0): void {
    const { timings, time } = this.simulator;
    this.healthyPrimary = host;
    this.healthySinceMs = time.now;
    this.healthSerial += 1;
    const serial = this.healthSerial;
    const boundMs = computeProofWaitMs(timings) + 2 * timings.pollMs + timings.actMs;
    time.at(time.now + extraMs + boundMs * 1.002 + TOLERANCE_MS, () => {
      if (this.healthSerial !== serial || this.healthySinceMs === null) return;
      this.simulator.report(
        "I14",
        `host ${host} is a healthy primary since ${this.healthySinceMs.toFixed(0)} and does not hold`,
      );
    });
  }
}

/** The longest unbroken time in which something was so. */
class Spell {
  private sinceMs: number | null = null;
  private longestMs = 0;

  /** Takes what is so from now on; gives the longest time so far. */
  note(isSo: boolean, nowMs: number): number {
    if (this.sinceMs !== null) this.longestMs = Math.max(this.longestMs, nowMs - this.sinceMs);
    this.sinceMs = isSo ? (this.sinceMs ?? nowMs) : null;
    return this.longestMs;
  }
}
