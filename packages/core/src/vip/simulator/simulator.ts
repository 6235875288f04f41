import type { VipStep } from "../step";
import { computeProofWaitMs, DEFAULT_VIP_TIMINGS, type VipTimings } from "../timings";
import type { VipConfig, VipEvent, VipInput, VipState } from "../types";
import { Chance } from "./chance";
import { FakeHost } from "./fake-host";
import { applyFault, drawSchedule, type Fault } from "./faults";
import { FakeGroup } from "./group";
import { Network } from "./network";
import { Observer } from "./observer";
import type { Mutations, SimulatorOptions } from "./options";
import { Timeline } from "./timeline";
import { countEvent, createFigures, type Figures, type Finding } from "./watch";
import { FakeWire } from "./wire";

/** What a run gives back. */
export interface SimulationResult {
  readonly findings: readonly Finding[];
  readonly figures: Figures;
  readonly faults: readonly Fault[];
  readonly trace: readonly string[];
}

const DEFAULT_END_MS = 60_000;
const SLOW_PROBE_MS = 1400;
const LOADED_SHARE = 0.5;
/** Longer than an address or an attempt to take it can outlive what it rests on. */
const SETTLED_MS = 4000;
const LOOK_EVERY_MS = 500;
/** By then everybody has looked often enough, also where strangers come and go. */
const CONFLICT_RECOVERY_MS = 12_000;

/** Runs one schedule (drawn from the seed unless given) through N hosts with the real reducer. Deterministic. */
export function runSimulation(options: SimulatorOptions, faults?: readonly Fault[]): SimulationResult {
  const schedule = faults ?? drawSchedule(options.seed, options.hosts ?? 3);
  return new Simulator(options, schedule).run();
}

/** Everything that is simulated, wired together. */
export class Simulator {
  readonly time = new Timeline();
  readonly chance: Chance;
  readonly mutations: Mutations;
  readonly timings: VipTimings;
  readonly network: Network;
  readonly group: FakeGroup;
  readonly hosts: readonly FakeHost[];
  readonly wire: FakeWire;
  readonly observer: Observer;
  readonly figures = createFigures();
  readonly findings: Finding[] = [];
  readonly addresses: string[] = ["10.0.0.100"];
  readonly isCalm: boolean;
  /** Whether the address is a read VIP's. */
  readonly isAssigned: boolean;
  isStrangerHere = false;
  strangerSinceMs = 0;
  /** Faults that are under way and end later. */
  openHeals = 0;
  /** Set while the VIP is paused: the only host that may take it, or none. */
  pause: { readonly host: number | null } | null = null;
  private epoch = 1;
  private readonly trace: string[] = [];
  private readonly forcedDelays = new Map<string, number>();

  constructor(
    private readonly options: SimulatorOptions,
    private readonly faults: readonly Fault[],
  ) {
    const size = options.hosts ?? 3;
    this.chance = new Chance(options.seed);
    this.isCalm = options.calm === true;
    this.isAssigned = options.isAssigned === true;
    this.mutations = options.mutations ?? {};
    this.timings = mutateTimings(this.mutations);
    const unknownMembers = options.unknownMembers ?? 0;
    const shape = {
      hosts: size,
      unknownMembers,
      expelAfterMs: options.expelAfterMs ?? null,
      isLoaded: options.isLoaded ?? (!this.isCalm && this.chance.happens(LOADED_SHARE)),
      isAssigned: this.isAssigned,
    };
    this.network = new Network(size + unknownMembers);
    this.group = new FakeGroup(shape, this.time, this.chance, this.network, {
      isHostRunning: (index) => this.hosts[index]?.isFrozen !== true,
      onLocalChange: (index) => {
        this.hosts[index]?.agent.roleChanged();
        this.observer.sample();
      },
      onTruthChange: () => this.observer.sample(),
      onSlowProbe: (index) => this.observer.forgive(index, SLOW_PROBE_MS),
    });
    this.wire = new FakeWire(this);
    this.observer = new Observer(this);
    this.hosts = Array.from(
      { length: size },
      (_, index) => new FakeHost(this, index, this.makeConfig(index, size)),
    );
  }

  run(): SimulationResult {
    const endMs = this.options.endMs ?? DEFAULT_END_MS;
    for (const host of this.hosts) this.time.at(this.draw(0, 250, host.index), () => host.agent.start());
    for (const fault of this.faults) this.time.at(fault.atMs, () => applyFault(this, fault));
    if (this.options.untilSettled) this.stopWhenSettled();
    this.time.runUntil(endMs);
    this.observer.sample();
    return { findings: this.findings, figures: this.figures, faults: this.faults, trace: this.trace };
  }

  /** Ends the run once everything has been whole, and the address held, for a while after the last fault. */
  private stopWhenSettled(): void {
    const lastFaultMs = Math.max(0, ...this.faults.map(({ atMs }) => atMs));
    let settledSinceMs: number | null = null;
    const look = (): void => {
      const isSettled =
        this.time.now > lastFaultMs && this.openHeals === 0 && this.group.isSettled && this.isUndisturbed();
      settledSinceMs = isSettled ? (settledSinceMs ?? this.time.now) : null;
      if (settledSinceMs !== null && this.time.now - settledSinceMs >= SETTLED_MS) this.time.stop();
      else this.time.at(this.time.now + LOOK_EVERY_MS, look);
    };
    this.time.at(lastFaultMs, look);
  }

  getHostAt(index: number): FakeHost {
    const host = this.hosts[index];
    if (host === undefined) throw new Error(`no host ${index}`);
    return host;
  }

  getHost(hostId: string): FakeHost {
    return this.getHostAt(Number(hostId.slice("host-".length)));
  }

  /** A uniform draw, or the fixed value in a calm world. */
  draw(low: number, high: number, calm: number): number {
    return this.isCalm ? calm : this.chance.between(low, high);
  }

  /** Lets the next act of this kind on a host take exactly this long between check and system call. */
  forceDelayMs(host: number, kind: "bind" | "renew", delayMs: number): void {
    this.forcedDelays.set(`${host} ${kind}`, delayMs);
  }

  takeForcedDelayMs(host: number, kind: "bind" | "renew"): number | null {
    const key = `${host} ${kind}`;
    const delayMs = this.forcedDelays.get(key);
    this.forcedDelays.delete(key);
    return delayMs ?? null;
  }

  report(invariant: string, message: string): void {
    this.findings.push({ atMs: this.time.now, invariant, message });
  }

  onEvent(host: number, event: VipEvent): void {
    countEvent(this.figures, event);
    if (event.kind === "released") this.observer.onReleased(this.getHostAt(host), event.address);
    if (this.options.trace)
      this.trace.push(`${this.time.now.toFixed(1)} host ${host} event ${JSON.stringify(event)}`);
    this.observer.sample();
  }

  /** Keeps what was decided, for a replay to be compared. */
  record(host: number, input: VipInput, before: VipState, { state, actions }: VipStep): void {
    if (!this.options.trace) return;
    const kinds = actions.filter((action) => action.kind !== "emit").map((action) => action.kind);
    const move =
      before.phase.status === state.phase.status
        ? state.phase.status
        : `${before.phase.status} -> ${state.phase.status}`;
    if (input.kind === "tick" && kinds.length === 0 && before.phase.status === state.phase.status) return;
    this.trace.push(
      `${this.time.now.toFixed(1)} host ${host} ${describeInput(input)}: ${move} [${kinds.join(" ")}]`,
    );
  }

  /** Gives an agent an input as its API would. */
  tell(index: number, input: VipInput): void {
    const host = this.getHostAt(index);
    const feed = host.agent.inAgent(() => {
      if (input.kind === "maintenance-set") host.isInMaintenance = input.mode !== "off";
      host.agent.feed(input);
      if (input.kind === "maintenance-set") this.observer.sample();
      else this.observer.forgive(index);
    });
    host.later(0, feed);
  }

  setStranger(isHere: boolean): void {
    if (isHere && !this.isStrangerHere) this.strangerSinceMs = this.time.now;
    this.isStrangerHere = isHere;
    if (isHere) return;
    for (const host of this.hosts) host.noteStrangerGone();
    this.time.at(this.time.now + CONFLICT_RECOVERY_MS, () => this.lookAfterStranger());
  }

  /** Looks until the wire has been quiet for long enough by the clock of every host, of which some stood still. */
  private lookAfterStranger(): void {
    this.observer.sample();
    if (this.hosts.some((host) => host.localNow() - host.strangerGoneAtMs < CONFLICT_RECOVERY_MS))
      this.time.at(this.time.now + LOOK_EVERY_MS, () => this.lookAfterStranger());
  }

  /** Pushes a document with the next epoch to every host, at different times; a dead agent reads it at its start. */
  publishConfig(isMoved: boolean): void {
    this.epoch += 1;
    if (isMoved) this.addresses.push(`10.0.0.${100 + this.epoch}`);
    for (const host of this.hosts) {
      const config = this.makeConfig(host.index, this.hosts.length);
      host.later(this.draw(1, 1500, 10 * host.index), () => {
        if (config.epoch <= host.agent.config.epoch) return;
        host.agent.config = config;
        this.tell(host.index, { kind: "config-replaced", config });
      });
    }
  }

  /** Pauses the VIP on a host (null: on none), or resumes it, by a document of the next epoch. */
  setPause(pause: { readonly host: number | null } | null): void {
    this.pause = pause;
    this.publishConfig(false);
  }

  /** True while nothing is broken and the primary holds: only then is a switchover's time worth measuring. */
  isUndisturbed(): boolean {
    const primary = this.getHostAt(this.group.truth.primary);
    return (
      !this.isStrangerHere &&
      this.network.isWhole() &&
      this.hosts.every((host) => !host.isFrozen && host.agent.status === "running" && this.mayServe(host)) &&
      primary.kernel.listAddresses().length > 0
    );
  }

  private mayServe(host: FakeHost): boolean {
    const status = host.agent.state?.phase.status;
    return this.group.isUp(this.group.get(host.index)) && (status === "STANDBY" || status === "HOLDING");
  }

  /**
   * What the liveness promise requires besides a running agent and a majority. It goes by what really is and by what the
   * agent was told, never by what the agent says of itself: one that blocks itself without a cause breaks the promise.
   */
  mayHold(primary: FakeHost): boolean {
    const member = this.group.get(primary.index);
    return (
      member.self === "ONLINE" &&
      member.view.primary === primary.index &&
      !primary.isInMaintenance &&
      primary.agent.config.isPaused !== true &&
      (this.pause === null || this.pause.host === primary.index) &&
      primary.robberies < this.timings.flapLimit &&
      primary.hasCarrier &&
      !this.isStrangerHere &&
      primary.localNow() - primary.strangerGoneAtMs >= CONFLICT_RECOVERY_MS
    );
  }

  private makeConfig(index: number, size: number): VipConfig {
    const peers = Array.from({ length: size }, (_, other) => other).filter((other) => other !== index);
    return {
      vipId: "vip-1",
      ...(this.isAssigned && !this.mutations.silenceProvesAssigned ? { right: "assigned" } : {}),
      epoch: this.epoch,
      selfHostId: `host-${index}`,
      target: { address: this.addresses.at(-1) ?? "", prefixLength: 32, nic: "eth0", label: "eth0:pv1" },
      guardedPorts: [3306],
      neighbours: [],
      peers: peers.map((other) => ({
        hostId: `host-${other}`,
        macs: [`02:00:00:00:00:0${other}`],
        mustProve: !this.mutations.noProof,
      })),
      mayBind: true,
      ...(this.pause === null || this.pause.host === index ? {} : { isPaused: true }),
      policy: { multiPrimary: "refuse", strangers: "require", onRelease: "cut" },
      timings: this.timings,
    };
  }
}

function mutateTimings(mutations: Mutations): VipTimings {
  if (!mutations.shortWait) return DEFAULT_VIP_TIMINGS;
  const unguardedMs = computeProofWaitMs({ ...DEFAULT_VIP_TIMINGS, guardMs: 0 });
  return { ...DEFAULT_VIP_TIMINGS, guardMs: 1500 - unguardedMs };
}

function describeInput(input: VipInput): string {
  switch (input.kind) {
    case "probe-finished":
      return `probe ${input.outcome.kind}`;
    case "role-observed":
      return `role ${input.observation.memberState} ${input.observation.role}`;
    case "kernel-observed":
      return `kernel ${input.observation.kind}`;
    case "peer-acked":
    case "peer-refused":
    case "peer-failed":
    case "peer-requests-release":
      return `${input.kind} ${input.peer}`;
    default:
      return input.kind;
  }
}
