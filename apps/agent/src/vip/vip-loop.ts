import { type Message, message } from "@primacy/contract";
import type { VipContest, VipTransition } from "@primacy/contract/agent";
import {
  createVipState,
  explainVip,
  nextVipWakeMs,
  type PersistedVip,
  type StopReason,
  stepVip,
  type VipAction,
  type VipConfig,
  type VipEvent,
  type VipExplanation,
  type VipInput,
  type VipState,
} from "@primacy/core/vip";
import type { Log } from "../log/log";
import type { HostNetwork } from "./address/types";
import { monotonicMs } from "./address/types";
import { describeBlock, describeReasons, describeRelease, type HostNames } from "./describe";
import { judgeKernel, judgeLink } from "./execute/observe-kernel";
import { noteContest } from "./note-contest";

/** Executes one action and feeds back what it reports. Must not throw. */
export type ExecuteAction = (action: VipAction, loop: VipLoop) => void;

/** What a loop needs from its agent. */
export interface VipLoopParts {
  readonly execute: ExecuteAction;
  readonly log: Log;
  readonly names: () => HostNames;
  /** Something that people see has changed. */
  readonly onChange: () => void;
  readonly onStopped: (reason: StopReason) => void;
}

const keptTransitions = 20;

/**
 * Drives the decision of one VIP: feeds it one input at a time with the monotonic time of that moment,
 * keeps its state, and hands its actions to the executor in order, without waiting for any.
 */
export class VipLoop {
  readonly #parts: VipLoopParts;
  readonly #queue: VipInput[] = [];
  #state: VipState;
  #isStepping = false;
  #isClosed = false;
  #timer: NodeJS.Timeout | undefined;
  #newestGen = 0;
  #transitions: VipTransition[] = [];
  #nextSeq = 1;
  #lastProofs: VipTransition["proofs"] = [];
  #acquisitions = 0;
  #contest: VipContest | null = null;
  #lastReason: Message = message("reason.starting");

  constructor(config: VipConfig, persisted: PersistedVip | null, incarnationId: string, parts: VipLoopParts) {
    this.#parts = parts;
    this.#state = createVipState({ config, persisted, incarnationId, nowMs: monotonicMs() });
    this.#arm();
  }

  get vipId(): string {
    return this.#state.config.vipId;
  }

  get state(): VipState {
    return this.#state;
  }

  /** The newest generation that `cancel-in-flight` announced. */
  get newestGen(): number {
    return this.#newestGen;
  }

  /** How often the address was taken here since the agent started. */
  get acquisitions(): number {
    return this.#acquisitions;
  }

  /** The newest contest of the present hold: who else answered for the address, and what was done about it. */
  get contest(): VipContest | null {
    return this.#contest;
  }

  /** By which proof each peer was excluded when the address was last taken here. */
  get lastProofs(): VipTransition["proofs"] {
    return this.#lastProofs;
  }

  /** The last steps of this VIP's life on this host, oldest first. */
  get transitions(): readonly VipTransition[] {
    return this.#transitions;
  }

  /** What the state is, and every reason for it, now. */
  explain(): { readonly explanation: VipExplanation; readonly reasons: readonly Message[] } {
    const explanation = explainVip(this.#state, monotonicMs());
    return { explanation, reasons: describeReasons(this.#state, explanation, this.#parts.names()) };
  }

  /** Takes one input. Inputs that arrive during a step wait for its end. */
  feed(input: VipInput): void {
    this.#queue.push(input);
    if (this.#isStepping || this.#isClosed) {
      return;
    }
    this.#isStepping = true;
    try {
      for (let next = this.#queue.shift(); next !== undefined; next = this.#queue.shift()) {
        this.#step(next);
      }
    } finally {
      this.#isStepping = false;
    }
    this.#arm();
  }

  /** Feeds what a read that began then found in the kernel for this VIP and its interface. */
  feedNetwork(network: HostNetwork, readStartedAtMs: number): void {
    const { target } = this.#state.config;
    this.feed({ kind: "link-observed", state: judgeLink(network.links, target.nic) });
    const observation = judgeKernel(network.addresses, target);
    this.feed({ kind: "kernel-observed", observation, readStartedAtMs });
  }

  /** Ends the loop without releasing anything; for after `stopped`. */
  close(): void {
    this.#isClosed = true;
    clearTimeout(this.#timer);
  }

  #step(input: VipInput): void {
    const before = this.#state;
    const nowMs = monotonicMs();
    const { state, actions } = stepVip(before, input, nowMs);
    this.#state = state;
    this.#contest = noteContest(this.#contest, { state, input, actions, nowMs });
    for (const action of actions) {
      this.#act(action);
    }
    if (before.phase.status !== state.phase.status) {
      this.#note(before);
      this.#parts.onChange();
    }
  }

  #act(action: VipAction): void {
    switch (action.kind) {
      case "cancel-in-flight":
        this.#newestGen = Math.max(this.#newestGen, action.gen);
        break;
      case "emit":
        this.#record(action.event);
        break;
      case "stopped":
        this.#parts.onStopped(action.reason);
        break;
      default:
        this.#parts.execute(action, this);
    }
  }

  #record(event: VipEvent): void {
    const { address } = this.#state.config.target;
    this.#parts.log.info(`vip ${event.kind}`, { vipId: this.vipId, address, event });
    if (event.kind === "release-started") {
      this.#lastReason = describeRelease(this.#state, event.reason, event.detail);
    } else if (event.kind === "blocked") {
      this.#lastReason = describeBlock(this.#state, event.code, event.detail);
    }
    this.#parts.onChange();
  }

  #note(before: VipState): void {
    const { phase } = this.#state;
    const isLeaving =
      phase.status === "RELEASING" || phase.status === "BLOCKED" || phase.status === "DISABLED";
    const reason = isLeaving ? this.#lastReason : (this.explain().reasons[0] ?? this.#lastReason);
    const proofs =
      phase.status === "HOLDING"
        ? Object.entries(phase.proofs).map(([hostId, proof]) => ({ hostId, proof: proof.kind }))
        : [];
    if (phase.status === "HOLDING") {
      this.#lastProofs = proofs;
      this.#acquisitions += 1;
    }
    this.#transitions = [
      ...this.#transitions.slice(1 - keptTransitions),
      {
        seq: this.#nextSeq++,
        atMonotonicMs: monotonicMs(),
        from: before.phase.status,
        to: phase.status,
        reason,
        proofs,
      },
    ];
    this.#parts.log.info("vip state", {
      vipId: this.vipId,
      from: before.phase.status,
      to: phase.status,
      reason: reason.text,
    });
  }

  #arm(): void {
    clearTimeout(this.#timer);
    if (this.#isClosed || this.#state.phase.status === "DISABLED") {
      return;
    }
    const delayMs = Math.max(1, Math.ceil(nextVipWakeMs(this.#state) - monotonicMs()));
    this.#timer = setTimeout(() => this.feed({ kind: "tick" }), delayMs);
  }
}
