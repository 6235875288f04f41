import { createVipState } from "../create";
import { checkVipActions, checkVipState, type VipViolation } from "../invariants";
import { stepVip, type VipStep } from "../step";
import type { LinkState, PersistedVip, VipConfig, VipInput, VipState } from "../types";
import { nextVipWakeMs } from "../wake";
import { FakeExecutor } from "./fake-executor";
import type { FakeHost } from "./fake-host";
import type { ShownGroup } from "./group";
import type { Simulator } from "./simulator";

const ROLE_GRID_MS = 50;
const EAGER_GROUP_MS = 100;
const SILENCE_BEFORE_UNREACHABLE_MS = 5000;
const HEARTBEAT_MS = 1000;
const EARLY_MS = 0.01;

/** How an agent's shell and its server deviate from the ordinary, in directed schedules. Hosts by id. */
export interface Quirks {
  /** Its reads of the group hang. */
  readonly isBlind?: boolean;
  /** Hosts whose server it has not been told yet. */
  readonly unknownServers?: readonly string[];
  /** Hosts that its server, of another build, shows as UNREACHABLE while it hears them now and then. */
  readonly flickering?: readonly string[];
}

/**
 * The shell around the real reducer on one fake host: executes its actions with delays, losses and freezes, and reports
 * back. Can be frozen (what happens meanwhile queues up), killed and restarted.
 */
export class FakeAgent {
  status: "running" | "frozen" | "dead" = "dead";
  state: VipState | null = null;
  persisted: PersistedVip | null = null;
  incarnation = 0;
  quirks: Quirks = {};
  /** When the decision wants its tick, and when the timer that is armed fires: not later, and then it looks again. */
  private wakeAtMs = Number.POSITIVE_INFINITY;
  private armedAtMs = Number.POSITIVE_INFINITY;
  private timerSerial = 0;
  private inbox: (() => void)[] = [];
  private isRoleReadDue = false;
  private isGroupReadDue = false;
  private executor: FakeExecutor;

  constructor(
    private readonly simulator: Simulator,
    private readonly host: FakeHost,
    public config: VipConfig,
  ) {
    this.executor = new FakeExecutor(simulator, host, this);
  }

  /** Wraps something that only happens while this incarnation of the agent runs. */
  inAgent(run: () => void): () => void {
    const { incarnation } = this;
    return () => {
      if (this.incarnation !== incarnation || this.status === "dead") return;
      if (this.status === "frozen") this.inbox.push(run);
      else run();
    };
  }

  start(): void {
    if (this.status !== "dead") return;
    this.status = "running";
    this.incarnation += 1;
    this.executor = new FakeExecutor(this.simulator, this.host, this);
    this.host.announcements.forget();
    const { config, persisted } = this;
    const incarnationId = `${this.host.index}x${this.incarnation}`.padStart(16, "0");
    this.state = this.unmutated(
      createVipState({ config, persisted, incarnationId, nowMs: this.host.localNow() }),
    );
    this.armAgain();
    this.heartbeat();
  }

  kill(): void {
    this.status = "dead";
    this.state = null;
    this.inbox = [];
  }

  freeze(): void {
    if (this.status === "running") this.status = "frozen";
  }

  /** Everything that queued up happens now, in the order in which it came in. */
  thaw(): void {
    if (this.status !== "frozen") return;
    this.status = "running";
    const { inbox } = this;
    this.inbox = [];
    for (const run of inbox) this.inAgent(run)();
  }

  private heartbeat(): void {
    this.observeKernel();
    this.feed({ kind: "link-observed", state: this.readLink() });
    this.readRole();
    this.readGroup();
    this.simulator.wire.ping(this.host);
    this.host.later(
      HEARTBEAT_MS,
      this.inAgent(() => this.heartbeat()),
    );
  }

  private readLink(): LinkState {
    return this.host.hasCarrier ? "up" : "no-carrier";
  }

  linkChanged(): void {
    this.host.later(
      1,
      this.inAgent(() => this.feed({ kind: "link-observed", state: this.readLink() })),
    );
  }

  kernelChanged(): void {
    this.host.later(
      this.simulator.draw(0, 5, 1),
      this.inAgent(() => this.observeKernel()),
    );
  }

  observeKernel(): void {
    const { state } = this;
    if (state === null) return;
    const { address } = state.config.target;
    this.feed({
      kind: "kernel-observed",
      observation: this.host.kernel.observe(address, this.simulator.time.now),
    });
  }

  /** The local role changed: the next cheap read will see it. */
  roleChanged(): void {
    if (this.isRoleReadDue) return;
    this.isRoleReadDue = true;
    const phase = (this.host.localNow() + this.host.index * 17) % ROLE_GRID_MS;
    this.host.later(ROLE_GRID_MS - phase, () => {
      this.isRoleReadDue = false;
      this.inAgent(() => {
        this.readRole();
        this.readGroup();
      })();
    });
  }

  /** The group as the local server shows it; more often while it shows somebody as unreachable. */
  readGroup(): void {
    const read = this.simulator.group.readGroup(this.host.index);
    if (read === null || this.quirks.isBlind) return;
    const shown = distort(read, this.quirks);
    const readStartedAtMs = this.host.localNow();
    const silenceBeforeMs = this.quirks.flickering === undefined ? SILENCE_BEFORE_UNREACHABLE_MS : 0;
    const answer = this.inAgent(() => {
      if (this.simulator.mutations.goneCountsAsSilent)
        this.feedGroup(readStartedAtMs, markGone(shown, this.config), 1.2 * SILENCE_BEFORE_UNREACHABLE_MS);
      this.feedGroup(readStartedAtMs, shown, silenceBeforeMs);
    });
    this.host.later(this.simulator.draw(0.2, 20, 1), answer);
    if (this.isGroupReadDue || shown.members.every(({ state }) => state !== "UNREACHABLE")) return;
    this.isGroupReadDue = true;
    this.host.later(EAGER_GROUP_MS, () => {
      this.isGroupReadDue = false;
      this.inAgent(() => this.readGroup())();
    });
  }

  private feedGroup(
    readStartedAtMs: number,
    { self, members }: ShownGroup,
    silenceBeforeMs = SILENCE_BEFORE_UNREACHABLE_MS,
  ): void {
    this.feed({ kind: "group-observed", readStartedAtMs, self, members, silenceBeforeMs });
  }

  private readRole(): void {
    const role = this.simulator.group.readRole(this.host.index);
    if (role !== null) this.feed({ kind: "role-observed", observation: role });
  }

  sessionLost(): void {
    const lose = this.inAgent(() => {
      this.feed({ kind: "session-lost", detail: "gone" });
      this.feed({
        kind: "role-observed",
        observation: { memberState: "unknown", role: "unknown", singlePrimary: null },
      });
      this.feedGroup(this.host.localNow(), { self: "unknown", members: [] });
    });
    this.host.later(this.simulator.draw(0, 3, 1), lose);
  }

  /** One turn of the real reducer; its own invariants are checked every time. */
  feed(input: VipInput): void {
    const before = this.state;
    if (before === null || this.status !== "running") return;
    const nowMs = this.host.localNow();
    const result: VipStep = stepVip(before, input, nowMs);
    this.state = this.unmutated(result.state);
    this.simulator.figures.steps += 1;
    this.simulator.record(this.host.index, input, before, result);
    this.reportAll(checkVipState(result.state));
    this.reportAll(checkVipActions(result.state, result.actions));
    for (const action of result.actions) this.executor.execute(action);
    this.armWake();
  }

  private reportAll(violations: readonly VipViolation[]): void {
    for (const { invariant, message } of violations)
      this.simulator.report(invariant, `host ${this.host.index}: ${message}`);
  }

  /** Mutated timings would be refused by the configuration check; the mutation skips it. */
  private unmutated(state: VipState): VipState {
    return this.simulator.mutations.shortWait ? { ...state, configProblem: null } : state;
  }

  /** The timers of this host did not run as they should have: arms a new one. */
  armAgain(): void {
    this.armedAtMs = Number.POSITIVE_INFINITY;
    this.armWake();
  }

  private armWake(): void {
    if (this.state === null) return;
    this.wakeAtMs = nextVipWakeMs(this.state);
    if (this.wakeAtMs < this.armedAtMs) this.arm(this.wakeAtMs);
  }

  private arm(atMs: number): void {
    this.armedAtMs = atMs;
    this.timerSerial += 1;
    const serial = this.timerSerial;
    const fire = this.inAgent(() => {
      if (serial !== this.timerSerial) return;
      this.armedAtMs = Number.POSITIVE_INFINITY;
      if (this.host.localNow() + EARLY_MS < this.wakeAtMs) this.arm(this.wakeAtMs);
      else this.feed({ kind: "tick" });
    });
    this.host.later(Math.max(EARLY_MS, (atMs - this.host.localNow()) / this.host.rate), fire);
  }
}

/** The group as a server shows it that is of another build, or to an agent that does not know every server. */
function distort(shown: ShownGroup, { unknownServers = [], flickering = [] }: Quirks): ShownGroup {
  if (unknownServers.length === 0 && flickering.length === 0) return shown;
  const members = shown.members.map(({ hostId, state }) => ({
    hostId: hostId !== null && unknownServers.includes(hostId) ? null : hostId,
    state: hostId !== null && flickering.includes(hostId) ? "UNREACHABLE" : state,
  }));
  return { self: shown.self, members };
}

/** What a careless shell would tell of who is gone: that it had not been heard for a long time. */
function markGone({ self, members }: ShownGroup, config: VipConfig): ShownGroup {
  const gone = config.peers.filter((peer) => !members.some(({ hostId }) => hostId === peer.hostId));
  return {
    self,
    members: [...members, ...gone.map(({ hostId }) => ({ hostId, state: "UNREACHABLE" }) as const)],
  };
}
