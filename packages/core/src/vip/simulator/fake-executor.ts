import type { ActFields, ProbeOutcome, VipAction } from "../types";
import type { FakeAgent } from "./fake-agent";
import type { FakeHost } from "./fake-host";
import type { Simulator } from "./simulator";

type ProbeAction = Extract<VipAction, { kind: "probe" }>;
type ReleaseAction = Extract<VipAction, { kind: "release" }>;
type InstallGate = Extract<VipAction, { kind: "install-gate" }>;

const SLOW_ACT_SHARE = 0.01;
/** So long an agent takes its server for what it last said that it is. */
const ROLE_MAX_AGE_MS = 3000;

/** Executes the actions of one incarnation of an agent as `VipAction` says, with delays; 1 % take up to 3 s longer. */
export class FakeExecutor {
  private cancelledBelow = 0;
  private readonly openProbes = new Set<number>();

  constructor(
    private readonly simulator: Simulator,
    private readonly host: FakeHost,
    private readonly agent: FakeAgent,
  ) {}

  execute(action: VipAction): void {
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
        this.simulator.wire.askRelease(this.host, action);
        break;
      case "reply-release":
        this.simulator.wire.replyRelease(this.host, action);
        break;
      case "hint-peer":
        this.simulator.wire.hint(this.host, action.peer);
        break;
      case "probe-stranger":
        this.simulator.wire.probeStranger(this.host, action);
        break;
      case "persist":
        this.agent.persisted = action.persisted;
        break;
      case "emit":
        this.simulator.onEvent(this.host.index, action.event);
        if (action.event.kind === "config-applied")
          this.host.later(
            1,
            this.agent.inAgent(() => this.agent.observeKernel()),
          );
        break;
      case "announce":
        this.host.announcements.onAnnounced(action.target.address);
        break;
      case "install-gate":
        this.installGate(action);
        break;
      case "remove-gate":
        this.host.gate.forget(action.target.address);
        break;
      case "stopped":
        this.agent.kill();
        this.simulator.observer.onStopped(this.host);
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
        this.agent.feed({ kind: "probe-ended", probeId });
        return;
      }
      const stamp = this.simulator.mutations.stampAtCompletion ? this.host.localNow() : startedAtMs;
      this.agent.feed({ kind: "probe-finished", probeId, startedAtMs: stamp, outcome });
    };
    const { index } = this.host;
    if (this.simulator.mutations.noProbe) {
      const outcome: ProbeOutcome = this.simulator.group.claimsPrimary(index)
        ? { kind: "primary", viewId: "v", serverUuid: "u" }
        : { kind: "not-primary", reason: "not-primary" };
      this.host.later(
        1,
        this.agent.inAgent(() => report(outcome)),
      );
      return;
    }
    const ask = this.agent.inAgent(() => {
      // Wrapped now: a later incarnation of the agent must not get the answer.
      const answer = (outcome: ProbeOutcome) =>
        this.host.later(
          this.simulator.draw(0.1, 1, 0.2),
          this.agent.inAgent(() => report(outcome)),
        );
      const { incarnation } = this.agent;
      this.simulator.group.startProbe(index, (outcome, wasPrimary) => {
        this.host.noteProbe(startedAtMs, wasPrimary);
        if (this.agent.incarnation === incarnation) answer(outcome);
      });
    });
    this.host.later(this.simulator.draw(0.2, 1, 0.2), ask);
    if (this.simulator.isAssigned) {
      this.seesOnline();
      this.askPeersOf(probeId);
    }
    const giveUpMs = (action.deadlineMs - startedAtMs) / this.host.rate;
    this.host.later(
      giveUpMs,
      this.agent.inAgent(() => this.giveUp(probeId, startedAtMs)),
    );
  }

  /** An own answer that is not there soon is looked for at the servers of all others. */
  private askPeersOf(probeId: number): void {
    const { wire, hosts, figures } = this.simulator;
    const askOthers = this.agent.inAgent(() => {
      if (!this.openProbes.has(probeId)) return;
      const startedAtMs = this.host.localNow();
      const take = (isAssigned: boolean, isTrue: boolean): void => {
        this.host.noteProbe(startedAtMs, isAssigned && isTrue);
        if (!this.seesOnline() || !this.openProbes.delete(probeId)) return;
        if (isAssigned) figures.peersWords += 1;
        const outcome: ProbeOutcome = isAssigned
          ? { kind: "primary", viewId: "v:peer", serverUuid: `uuid-${this.host.index}` }
          : { kind: "not-primary", reason: "not-assigned" };
        this.agent.feed({ kind: "probe-finished", probeId, startedAtMs, outcome });
      };
      for (const other of hosts) if (other !== this.host) wire.askAssignment(this.host, other, take);
    });
    this.host.later(this.simulator.draw(5, 150, 120), askOthers);
  }

  /** Whether the local server is an ONLINE member, as far as is known. */
  private seesOnline(): boolean {
    const nowMs = this.host.localNow();
    const role = this.simulator.group.readRole(this.host.index);
    if (role?.memberState === "ONLINE") this.host.sawOnlineAtMs = nowMs;
    if (role !== null) return role.memberState === "ONLINE";
    return nowMs - this.host.sawOnlineAtMs <= ROLE_MAX_AGE_MS;
  }

  private giveUp(probeId: number, startedAtMs: number): void {
    if (!this.openProbes.delete(probeId)) return;
    this.agent.feed({ kind: "probe-finished", probeId, startedAtMs, outcome: { kind: "timed-out" } });
  }

  private startAct(kind: "bind" | "renew", action: ActFields): void {
    const isSlow = this.simulator.chance.happens(SLOW_ACT_SHARE) && !this.simulator.isCalm;
    const forcedMs = this.simulator.takeForcedDelayMs(this.host.index, kind);
    const totalMs =
      forcedMs ?? this.simulator.draw(2, 40, 5) + (isSlow ? this.simulator.draw(0, 3000, 0) : 0);
    // A slow act is outside the liveness promise, from its order to its report.
    const forgive = () => (totalMs > 40 ? this.simulator.observer.forgive(this.host.index) : undefined);
    forgive();
    const queuedMs = forcedMs === null ? totalMs * this.simulator.draw(0, 1, 0.5) : 0;
    const carryOut = this.agent.inAgent(() => {
      this.carryOut(kind, action);
      forgive();
    });
    const check = this.agent.inAgent(() => {
      const isLate = this.host.localNow() > action.deadlineMs && !this.simulator.mutations.noDeadlineCheck;
      if (action.gen < this.cancelledBelow || isLate) {
        this.agent.feed({ kind: "act-cancelled", actionId: action.actionId });
        forgive();
      } else this.host.later(totalMs - queuedMs, carryOut);
    });
    if (queuedMs > 0) this.host.later(queuedMs, check);
    else check();
  }

  /** System call and check after it, without anything in between. */
  private carryOut(kind: "bind" | "renew", action: ActFields): void {
    const { address } = action.target;
    this.host.gate.open(address, this.simulator.time.now);
    this.host.setAddress(action);
    const completedAtMs = this.host.localNow();
    const isUnchecked = this.simulator.mutations.noDeadlineCheck === true;
    const late = completedAtMs > action.deadlineMs && !isUnchecked;
    if (late) this.host.removeAddress(address);
    else {
      this.host.gate.admit(address);
      this.host.announcements.onAct(kind, address);
      this.simulator.observer.onAct(this.host, kind, action, completedAtMs);
    }
    this.simulator.observer.onKernelChange(this.host);
    const reported = isUnchecked ? action.evidenceStartMs : completedAtMs;
    const done = () =>
      this.agent.feed({ kind: "act-done", actionId: action.actionId, completedAtMs: reported, late });
    this.host.later(this.simulator.draw(0, 1, 0), this.agent.inAgent(done));
  }

  private release(action: ReleaseAction): void {
    const isSlow = this.simulator.chance.happens(SLOW_ACT_SHARE) && !this.simulator.isCalm;
    const totalMs = this.simulator.draw(5, 40, 15) + (isSlow ? this.simulator.draw(0, 1000, 0) : 0);
    const { address } = action.target;
    const orderedAtMs = this.simulator.time.now;
    this.host.announcements.onEnd(address);
    this.cutConnections(action, totalMs);
    const remove = this.agent.inAgent(() => {
      this.simulator.observer.onDeletion(this.host, address, orderedAtMs);
      this.host.removeAddress(address);
      this.simulator.observer.onKernelChange(this.host);
      const remaining = this.host.kernel.observe(address, this.simulator.time.now);
      const { actionId } = action;
      const report = () => {
        this.agent.feed({ kind: "release-finished", actionId, remaining, problems: [], errorCode: null });
        // A slow release is outside the liveness promise.
        if (isSlow) this.simulator.observer.forgive(this.host.index);
      };
      this.host.later(this.simulator.draw(0, 1, 0.5), this.agent.inAgent(report));
    });
    this.host.later(totalMs, remove);
  }

  /** What a release does before the address goes: the gate closes, and then the connections end. */
  private cutConnections({ target, guardedPorts, endsConnections }: ReleaseAction, totalMs: number): void {
    const { gate } = this.host;
    const { address } = target;
    const closedAfterMs = this.simulator.mutations.deleteBeforeGate ? totalMs + 1 : totalMs / 3;
    this.host.later(
      closedAfterMs,
      this.agent.inAgent(() => gate.close(address, guardedPorts)),
    );
    if (!endsConnections) return;
    this.host.later(
      (2 * totalMs) / 3,
      this.agent.inAgent(() => gate.endConnections(address)),
    );
  }

  private installGate({ target, guardedPorts, tombstoneMs }: InstallGate): void {
    if (guardedPorts.length === 0 || tombstoneMs > 0) this.host.gate.close(target.address, guardedPorts);
  }
}

function unreachable(_value: never): void {}
