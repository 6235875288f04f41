import { createVipState } from "../create";
import { checkVipActions, checkVipState } from "../invariants";
import { stepVip, type VipStep } from "../step";
import type {
  ActFields,
  LinkState,
  PersistedVip,
  ProbeOutcome,
  VipAction,
  VipConfig,
  VipInput,
  VipState,
} from "../types";
import { nextVipWakeMs } from "../wake";
import type { FakeHost } from "./fake-host";
import type { World } from "./world";

type ProbeAction = Extract<VipAction, { kind: "probe" }>;
type ReleaseAction = Extract<VipAction, { kind: "release" }>;

const SLOW_ACT_SHARE = 0.01;
const ROLE_GRID_MS = 50;
const HEARTBEAT_MS = 1000;

/**
 * The shell around the real reducer on one fake host: executes its actions with delays, losses and freezes, and reports
 * back. Can be frozen (what happens meanwhile queues up), killed and restarted.
 */
export class FakeAgent {
  status: "running" | "frozen" | "dead" = "dead";
  state: VipState | null = null;
  persisted: PersistedVip | null = null;
  private incarnation = 0;
  private wakeSerial = 0;
  private cancelledBelow = 0;
  private inbox: (() => void)[] = [];
  private isRoleReadDue = false;
  private readonly openProbes = new Set<number>();

  constructor(
    private readonly world: World,
    private readonly host: FakeHost,
    public config: VipConfig,
  ) {}

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
    this.cancelledBelow = 0;
    this.openProbes.clear();
    const { config, persisted } = this;
    const incarnationId = `${this.host.index}.${this.incarnation}`;
    this.state = this.unmutated(
      createVipState({ config, persisted, incarnationId, nowMs: this.host.localNow() }),
    );
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
      this.world.draw(0, 5, 1),
      this.inAgent(() => this.observeKernel()),
    );
  }

  private observeKernel(): void {
    const { state } = this;
    if (state === null) return;
    const { address } = state.config.target;
    this.feed({ kind: "kernel-observed", observation: this.host.kernel.observe(address) });
  }

  /** The local role changed: the next cheap read will see it. */
  roleChanged(): void {
    if (this.isRoleReadDue) return;
    this.isRoleReadDue = true;
    const phase = (this.host.localNow() + this.host.index * 17) % ROLE_GRID_MS;
    this.host.later(ROLE_GRID_MS - phase, () => {
      this.isRoleReadDue = false;
      this.inAgent(() => this.readRole())();
    });
  }

  private readRole(): void {
    const role = this.world.group.readRole(this.host.index);
    if (role !== null) this.feed({ kind: "role-observed", observation: role });
  }

  sessionLost(): void {
    const lose = this.inAgent(() => {
      this.feed({ kind: "session-lost", detail: "gone" });
      this.feed({
        kind: "role-observed",
        observation: { memberState: "unknown", role: "unknown", singlePrimary: null },
      });
    });
    this.host.later(this.world.draw(0, 3, 1), lose);
  }

  /** One turn of the real reducer; its own invariants are checked every time. */
  feed(input: VipInput): void {
    const before = this.state;
    if (before === null || this.status !== "running") return;
    const nowMs = this.host.localNow();
    const result: VipStep = stepVip(before, input, nowMs);
    this.state = this.unmutated(result.state);
    this.world.figures.steps += 1;
    this.world.record(this.host.index, input, before, result);
    for (const violation of [
      ...checkVipState(result.state),
      ...checkVipActions(result.state, result.actions),
    ]) {
      this.world.report(violation.invariant, `host ${this.host.index}: ${violation.message}`);
    }
    for (const action of result.actions) this.execute(action);
    this.armWake();
  }

  /** Mutated timings would be refused by the configuration check; the mutation skips it. */
  private unmutated(state: VipState): VipState {
    return this.world.mutations.shortWait ? { ...state, configProblem: null } : state;
  }

  armWake(): void {
    if (this.state === null) return;
    this.wakeSerial += 1;
    const serial = this.wakeSerial;
    const delayMs = (nextVipWakeMs(this.state) - this.host.localNow()) / this.host.rate;
    const wake = this.inAgent(() => {
      if (serial === this.wakeSerial) this.feed({ kind: "tick" });
    });
    this.host.later(Math.max(0.01, delayMs), wake);
  }

  private execute(action: VipAction): void {
    switch (action.kind) {
      case "probe":
        this.probe(action);
        break;
      case "bind":
      case "renew":
        this.startAct(action.kind, action);
        break;
      case "cancel-in-flight":
        this.cancelledBelow = action.gen;
        break;
      case "release":
        this.release(action);
        break;
      case "ask-release":
        this.world.wire.askRelease(this.host, action);
        break;
      case "reply-release":
        this.world.wire.replyRelease(this.host, action);
        break;
      case "hint-peer":
        this.world.wire.hint(this.host, action.peer);
        break;
      case "probe-stranger":
        this.world.wire.probeStranger(this.host, action);
        break;
      case "persist":
        this.persisted = action.persisted;
        break;
      case "emit":
        this.world.onEvent(this.host.index, action.event);
        if (action.event.kind === "config-applied")
          this.host.later(
            1,
            this.inAgent(() => this.observeKernel()),
          );
        break;
      case "announce":
      case "install-gate":
      case "remove-gate":
      case "stopped":
        break;
      default:
        unreachable(action);
    }
  }

  private probe(action: ProbeAction): void {
    const { probeId } = action;
    const startedAtMs = this.host.localNow();
    this.openProbes.add(probeId);
    const report = (outcome: ProbeOutcome) => {
      // Everything after the deadline only frees the slot; the answer itself is dropped.
      if (!this.openProbes.delete(probeId)) {
        this.feed({ kind: "probe-ended", probeId });
        return;
      }
      const stamp = this.world.mutations.stampAtCompletion ? this.host.localNow() : startedAtMs;
      this.feed({ kind: "probe-finished", probeId, startedAtMs: stamp, outcome });
    };
    const { index } = this.host;
    if (this.world.mutations.noProbe) {
      const outcome: ProbeOutcome = this.world.group.claimsPrimary(index)
        ? { kind: "primary", viewId: "v", serverUuid: "u" }
        : { kind: "not-primary", reason: "not-primary" };
      this.host.later(
        1,
        this.inAgent(() => report(outcome)),
      );
      return;
    }
    const ask = this.inAgent(() => {
      // Wrapped now: a later incarnation of the agent must not get the answer.
      const answer = (outcome: ProbeOutcome) =>
        this.host.later(
          this.world.draw(0.1, 1, 0.2),
          this.inAgent(() => report(outcome)),
        );
      const { incarnation } = this;
      this.world.group.startProbe(index, (outcome, wasPrimary) => {
        this.host.noteProbe(startedAtMs, wasPrimary);
        if (this.incarnation === incarnation) answer(outcome);
      });
    });
    this.host.later(this.world.draw(0.2, 1, 0.2), ask);
    const giveUpMs = (action.deadlineMs - startedAtMs) / this.host.rate;
    this.host.later(
      giveUpMs,
      this.inAgent(() => this.giveUp(probeId, startedAtMs)),
    );
  }

  private giveUp(probeId: number, startedAtMs: number): void {
    if (!this.openProbes.delete(probeId)) return;
    this.feed({ kind: "probe-finished", probeId, startedAtMs, outcome: { kind: "timed-out" } });
  }

  private startAct(kind: "bind" | "renew", action: ActFields): void {
    const isSlow = this.world.chance.happens(SLOW_ACT_SHARE) && !this.world.isCalm;
    const forcedMs = this.world.takeForcedDelayMs(this.host.index, kind);
    const totalMs = forcedMs ?? this.world.draw(2, 40, 5) + (isSlow ? this.world.draw(0, 3000, 0) : 0);
    // A slow act is outside the liveness promise, from its order to its report.
    const forgive = () => (totalMs > 40 ? this.world.observer.forgive(this.host.index) : undefined);
    forgive();
    const queuedMs = forcedMs === null ? totalMs * this.world.draw(0, 1, 0.5) : 0;
    const carryOut = this.inAgent(() => {
      this.carryOut(kind, action);
      forgive();
    });
    const check = this.inAgent(() => {
      const isLate = this.host.localNow() > action.deadlineMs && !this.world.mutations.noDeadlineCheck;
      if (action.gen < this.cancelledBelow || isLate) {
        this.feed({ kind: "act-cancelled", actionId: action.actionId });
        forgive();
      } else this.host.later(totalMs - queuedMs, carryOut);
    });
    if (queuedMs > 0) this.host.later(queuedMs, check);
    else check();
  }

  /** System call and check after it, without anything in between. */
  private carryOut(kind: "bind" | "renew", action: ActFields): void {
    this.host.setAddress(action);
    const completedAtMs = this.host.localNow();
    const isUnchecked = this.world.mutations.noDeadlineCheck === true;
    const late = completedAtMs > action.deadlineMs && !isUnchecked;
    if (late) this.host.removeAddress(action.target.address);
    else this.world.observer.onAct(this.host, kind, action, completedAtMs);
    this.world.observer.onKernelChange(this.host);
    const reported = isUnchecked ? action.evidenceStartMs : completedAtMs;
    const done = () =>
      this.feed({ kind: "act-done", actionId: action.actionId, completedAtMs: reported, late });
    this.host.later(this.world.draw(0, 1, 0), this.inAgent(done));
  }

  private release(action: ReleaseAction): void {
    const isSlow = this.world.chance.happens(SLOW_ACT_SHARE) && !this.world.isCalm;
    const totalMs = this.world.draw(5, 40, 15) + (isSlow ? this.world.draw(0, 1000, 0) : 0);
    if (isSlow) this.world.observer.forgive(this.host.index);
    const { address } = action.target;
    const remove = this.inAgent(() => {
      this.host.removeAddress(address);
      this.world.observer.onKernelChange(this.host);
      const remaining = this.host.kernel.observe(address);
      const { actionId } = action;
      const report = () =>
        this.feed({ kind: "release-finished", actionId, remaining, problems: [], errorCode: null });
      this.host.later(this.world.draw(0, 1, 0.5), this.inAgent(report));
    });
    this.host.later(totalMs, remove);
  }
}

function unreachable(_value: never): void {}
