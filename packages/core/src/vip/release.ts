import { joinMessages, type Message, message } from "@primacy/contract";
import { describeConfigProblem } from "./config-check";
import { getProofWaitMs, isSameTarget } from "./standing";
import { listGatedPorts } from "./terms";
import { act, emit, enter, invalidate, type Turn, takeId, update } from "./turn";
import type {
  AfterRelease,
  KernelObservation,
  ReleaseReason,
  StandingBlock,
  VipConfig,
  VipInput,
  VipPhase,
} from "./types";

type Releasing = Extract<VipPhase, { status: "RELEASING" }>;
type ReleaseFinished = Extract<VipInput, { kind: "release-finished" }>;

const STEP_LIMITS_MS = { gate: 100, kill: 200, delete: 500 };
const QUICK_ATTEMPTS = 3;
const QUICK_RETRY_MS = 50;
const SLOW_RETRY_MS = 250;
const REPORT_LIMIT_MS = 5000;
const ACTUATOR_RETRY_MS = 60_000;

/**
 * Lets the address go: voids the evidence and orders tombstone, socket kill, deletion and read-back as one action.
 * If a release is already under way, only its continuation is changed (a stop outranks all else).
 */
export function beginRelease(
  turn: Turn,
  reason: ReleaseReason,
  then: AfterRelease,
  detail: Message | null = null,
): void {
  const { phase } = turn.state;
  if (phase.status === "DISABLED") return;
  if (phase.status === "RELEASING") {
    if (phase.then.kind !== "stop") enter(turn, { ...phase, then });
    return;
  }
  invalidate(turn, reason);
  const { target } = turn.state.config;
  emit(turn, { kind: "release-started", address: target.address, reason, detail });
  const releasing: Releasing = {
    status: "RELEASING",
    sinceMs: turn.nowMs,
    reason,
    detail,
    target,
    attempts: 0,
    actionId: null,
    retryAtMs: turn.nowMs,
    verified: false,
    then,
  };
  update(turn, {
    tombstoneUntilMs: turn.nowMs + turn.state.config.timings.tombstoneMs,
    strangers: { ...turn.state.strangers, nextAtMs: turn.nowMs },
  });
  orderRelease(turn, releasing);
}

function orderRelease(turn: Turn, releasing: Releasing): void {
  const actionId = takeId(turn);
  const { config, pendingConfig } = turn.state;
  // Where the address itself ends nobody takes it: who was left alone would wait for nothing.
  const isMoved = pendingConfig !== null && pendingConfig.target.address !== config.target.address;
  const isEnding = isMoved || (releasing.then.kind === "stop" && releasing.then.reason !== "shutdown");
  act(turn, {
    kind: "release",
    actionId,
    target: releasing.target,
    guardedPorts: isEnding ? config.guardedPorts : listGatedPorts(config),
    reason: releasing.reason,
    endsConnections: isEnding || config.policy.onRelease === "cut",
    tombstoneMs: config.timings.tombstoneMs,
    limitsMs: STEP_LIMITS_MS,
  });
  const retryAtMs = turn.nowMs + REPORT_LIMIT_MS;
  enter(turn, { ...releasing, actionId, attempts: releasing.attempts + 1, verified: false, retryAtMs });
}

/** T15, T16: takes the outcome of a release; anything but a verified absence is tried again. */
export function onReleaseFinished(turn: Turn, input: ReleaseFinished): void {
  observeKernel(turn, input.remaining);
  update(turn, { kernelChangedAtMs: turn.nowMs });
  const { phase } = turn.state;
  if (phase.status !== "RELEASING" || phase.actionId !== input.actionId) return;
  const problem = input.problems.length === 0 ? message("act.failed") : joinMessages(input.problems);
  blockOnActuatorError(turn, input.errorCode, problem);
  // A foreign address is not ours to delete: our part is done, and the block keeps us from acknowledging.
  if (input.remaining.kind !== "own") {
    enter(turn, { ...phase, actionId: null, verified: true });
    settleReleasing(turn, input.problems);
    return;
  }
  const isFailing = phase.attempts >= QUICK_ATTEMPTS;
  if (phase.attempts === QUICK_ATTEMPTS) {
    emit(turn, {
      kind: "release-failing",
      address: phase.target.address,
      attempts: phase.attempts,
      problems: input.problems,
    });
  }
  const retryAtMs = turn.nowMs + (isFailing ? SLOW_RETRY_MS : QUICK_RETRY_MS);
  enter(turn, { ...phase, actionId: null, verified: false, retryAtMs });
}

/** Notes what the kernel has; while releasing, an expired lease counts as a verified absence. */
export function observeKernel(turn: Turn, observation: KernelObservation): void {
  const before = turn.state.kernel;
  update(turn, { kernel: observation });
  if (observation.kind === "foreign" && before?.kind !== "foreign") {
    emit(turn, { kind: "foreign-address", detail: observation.detail });
  }
  const { phase } = turn.state;
  if (phase.status !== "RELEASING" || phase.actionId !== null) return;
  if (observation.kind === "own") {
    // Once verified it was gone and is back, whatever brought it: let go again, at once.
    enter(turn, { ...phase, verified: false, retryAtMs: phase.verified ? turn.nowMs : phase.retryAtMs });
  } else if (turn.state.inFlight === null) {
    enter(turn, { ...phase, verified: true });
  }
}

/** An act may have reached the kernel after the release did: release again, whatever the first one will report. */
export function releaseAgain(turn: Turn): void {
  const { phase } = turn.state;
  if (phase.status === "RELEASING") orderRelease(turn, phase);
}

/** T20: privilege and device errors block until they are tried again; other errors are transient. */
export function blockOnActuatorError(turn: Turn, code: string | null, detail: Message): void {
  if (code !== "permission" && code !== "no-device") return;
  const block: StandingBlock = {
    code: "actuator",
    detail,
    retryAtMs: turn.nowMs + ACTUATOR_RETRY_MS,
  };
  update(turn, { standingBlock: block });
}

/** Ends RELEASING when the address is verified gone and no act is under way, or repeats the attempt when it is due. */
export function settleReleasing(turn: Turn, problems: readonly Message[] = []): void {
  const { phase, inFlight } = turn.state;
  if (phase.status !== "RELEASING") return;
  if (phase.actionId !== null || !phase.verified) {
    if (turn.nowMs >= phase.retryAtMs) orderRelease(turn, phase);
    return;
  }
  if (inFlight !== null) return;
  emit(turn, {
    kind: "released",
    address: phase.target.address,
    reason: phase.reason,
    tookMs: turn.nowMs - phase.sinceMs,
    problems,
  });
  finishRelease(turn, phase.then);
}

function finishRelease(turn: Turn, then: AfterRelease): void {
  const { pendingConfig } = turn.state;
  if (then.kind === "stop") {
    disable(turn, then.reason);
    return;
  }
  enter(turn, { status: "STANDBY" });
  if (then.cooldown) update(turn, { cooldownUntilMs: turn.nowMs + turn.state.config.timings.cooldownMs });
  if (pendingConfig !== null) applyConfig(turn, pendingConfig);
}

/** T18: the end. What was installed is removed, except after a shutdown, whose tombstone runs out by itself. */
export function disable(turn: Turn, reason: Extract<AfterRelease, { kind: "stop" }>["reason"]): void {
  enter(turn, { status: "DISABLED", reason });
  if (reason !== "shutdown") act(turn, { kind: "remove-gate", target: turn.state.config.target });
  emit(turn, { kind: "stopped", reason });
  act(turn, { kind: "stopped", reason });
}

/** Puts a new configuration in force; only called while nothing of the old address is held or under way. */
export function applyConfig(turn: Turn, config: VipConfig): void {
  const { config: old, peerProofWaitMs: known, standingBlock } = turn.state;
  // Peers may still hold by the old timings: their longest known wait stays in force.
  const oldWaitMs = getProofWaitMs(turn.state);
  const peerProofWaitMs = { ...known };
  for (const peer of config.peers) {
    peerProofWaitMs[peer.hostId] = Math.max(peerProofWaitMs[peer.hostId] ?? 0, oldWaitMs);
  }
  // An attempt to keep what an earlier run held begins anew, by the new configuration, and gains no time by it.
  const { phase } = turn.state;
  if (phase.status === "PROVING" && phase.adoptUntilMs !== null)
    enter(turn, { status: "INIT", adoptUntilMs: phase.adoptUntilMs });
  invalidate(turn, "config");
  forbidWhileDroppedMayHold(turn, config, oldWaitMs);
  update(turn, {
    config,
    configProblem: describeConfigProblem(config),
    pendingConfig: null,
    peerProofWaitMs,
    standingBlock: standingBlock?.code === "multi-primary" ? standingBlock : null,
  });
  if (!isSameTarget(old.target, config.target)) forgetOldAddress(turn, old.target.nic);
  // A holder's gate is open, and so may be that of an earlier run; the next renewal carries the new ports.
  const { status } = turn.state.phase;
  if (status !== "HOLDING" && status !== "INIT") installGate(turn);
  emit(turn, { kind: "config-applied", epoch: config.epoch });
}

/**
 * A host that the new configuration does not name any more is asked for nothing, and its card is a stranger's from now on:
 * until what it may have held by the old one has ended nothing is taken, and the wire is asked anew.
 */
function forbidWhileDroppedMayHold(turn: Turn, config: VipConfig, oldWaitMs: number): void {
  const { config: old, cooldownUntilMs, strangers } = turn.state;
  const isDropped = old.peers.some(({ hostId }) => !config.peers.some((peer) => peer.hostId === hostId));
  if (!isDropped) return;
  update(turn, {
    cooldownUntilMs: Math.max(cooldownUntilMs, turn.nowMs + oldWaitMs),
    strangers: { ...strangers, running: null, nextAtMs: turn.nowMs, clearAtMs: null },
  });
}

/** Makes the reset gate, with what is left of the last tombstone. */
export function installGate(turn: Turn): void {
  const { config, tombstoneUntilMs } = turn.state;
  act(turn, {
    kind: "install-gate",
    target: config.target,
    guardedPorts: listGatedPorts(config),
    tombstoneMs: Math.max(0, (tombstoneUntilMs ?? turn.nowMs) - turn.nowMs),
  });
}

/** What was observed about the old address says nothing about the new one; the shell observes again. */
function forgetOldAddress(turn: Turn, oldNic: string): void {
  const { phase, config, link } = turn.state;
  update(turn, {
    kernel: null,
    link: config.target.nic === oldNic ? link : null,
    strangers: { running: null, nextAtMs: turn.nowMs, clearAtMs: null, problem: null, foundAtMs: [] },
    tombstoneUntilMs: null,
  });
  if (phase.status === "CONFLICT") enter(turn, { status: "STANDBY" });
}
