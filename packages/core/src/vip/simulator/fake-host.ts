import type { ActFields, VipConfig } from "../types";
import { AnnouncementWatch } from "./announcements";
import { FakeAgent } from "./fake-agent";
import { FakeGate } from "./fake-gate";
import { FakeKernel } from "./kernel";
import type { Simulator } from "./simulator";

interface Paused {
  readonly remainingMs: number;
  readonly run: () => void;
}

/** One fake machine: its clock, its kernel, its agent. Everything on it stops while the machine is frozen. */
export class FakeHost {
  readonly hostId: string;
  readonly mac: string;
  readonly kernel: FakeKernel;
  readonly gate: FakeGate;
  readonly announcements: AnnouncementWatch;
  readonly agent: FakeAgent;
  /** Local milliseconds per simulated millisecond. */
  readonly rate: number;
  isFrozen = false;
  hasCarrier = true;
  /** What its agent was last told; it keeps that when it is started again. */
  isInMaintenance = false;
  /** How often somebody else took the address off: from the flap limit on nobody has to fight for it. */
  robberies = 0;
  /** When, by its own clock, it could hear a stranger for the last time. */
  strangerGoneAtMs = Number.NEGATIVE_INFINITY;
  /** When, by its own clock, its server last said of itself that it is ONLINE. */
  sawOnlineAtMs = Number.NEGATIVE_INFINITY;
  /** Simulated instant of the last resume; the promise of one holder is suspended for H after it. */
  resumedAtMs = Number.NEGATIVE_INFINITY;
  private frozenAtMs = 0;
  private stoodStillMs = 0;
  private readonly offsetMs: number;
  private paused: Paused[] = [];
  private readonly provenStarts: number[] = [];

  constructor(
    private readonly simulator: Simulator,
    readonly index: number,
    config: VipConfig,
  ) {
    const { clockRateError, expirySlackMs } = config.timings;
    this.hostId = `host-${index}`;
    this.mac = `02:00:00:00:00:0${index}`;
    this.rate = 1 + simulator.draw(-clockRateError, clockRateError, 0);
    this.offsetMs = simulator.draw(0, 1e7, 1000);
    this.kernel = new FakeKernel(() => simulator.draw(0, expirySlackMs, expirySlackMs));
    this.gate = new FakeGate(this.kernel);
    this.announcements = new AnnouncementWatch(simulator, this);
    this.agent = new FakeAgent(simulator, this, config);
  }

  /** The host's own monotonic clock. */
  localNow(): number {
    return (this.simulator.time.now - this.stoodStillMs) * this.rate + this.offsetMs;
  }

  /** Runs something on this machine after a delay of simulated time, extended by what the machine is frozen meanwhile. */
  later(delayMs: number, run: () => void): void {
    const since = this.simulator.time.now;
    const at = since + delayMs;
    this.simulator.time.at(at, () => {
      if (this.isFrozen)
        this.paused.push({ remainingMs: Math.max(0, at - Math.max(since, this.frozenAtMs)), run });
      else run();
    });
  }

  freeze(): void {
    this.isFrozen = true;
    this.frozenAtMs = this.simulator.time.now;
  }

  /** `clockStops`: the guest's monotonic clock did not advance meanwhile (a hypervisor that restores it). */
  resume(clockStops: boolean): void {
    const { now } = this.simulator.time;
    this.isFrozen = false;
    this.resumedAtMs = now;
    if (clockStops) this.stoodStillMs += now - this.frozenAtMs;
    const { paused } = this;
    this.paused = [];
    for (const { remainingMs, run } of paused) this.later(remainingMs, run);
    this.agent.inAgent(() => this.agent.armAgain())();
  }

  /** A stranger went: while the machine stands still, it was heard before that for the last time. */
  noteStrangerGone(): void {
    const lastAtMs = this.isFrozen ? this.frozenAtMs : this.simulator.time.now;
    this.strangerGoneAtMs = (lastAtMs - this.stoodStillMs) * this.rate + this.offsetMs;
  }

  /** Remembers of which probes the group agreed that this host was primary. */
  noteProbe(startedAtMs: number, wasPrimary: boolean): void {
    if (!wasPrimary) return;
    this.provenStarts.push(startedAtMs);
    if (this.provenStarts.length > 20) this.provenStarts.shift();
  }

  wasProvenBy(startedAtMs: number): boolean {
    return this.provenStarts.includes(startedAtMs);
  }

  setAddress(action: ActFields): void {
    const { now } = this.simulator.time;
    const { address } = action.target;
    const isNew = !this.kernel.has(address);
    const lease = this.kernel.set(action.target, action.leaseMs, now, this.rate);
    if (!this.simulator.mutations.noLease) {
      this.later(lease.expiresAt - now, () => {
        if (!this.kernel.hasLease(address, lease.serial)) return;
        this.removeAddress(address);
        this.simulator.observer.onKernelChange(this);
      });
    }
    if (isNew) this.agent.kernelChanged();
  }

  removeAddress(address: string): void {
    if (!this.kernel.has(address)) return;
    this.simulator.observer.onRemoval(this, address);
    this.kernel.remove(address);
    this.announcements.onEnd(address);
    this.agent.kernelChanged();
  }
}
