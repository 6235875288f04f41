import { describeRight } from "./acquire";
import { onVanished } from "./flapping";
import { observeKernel } from "./release";
import { act, emit, enter, invalidate, type Turn, takeId, update } from "./turn";
import type { LinkState, VipInput } from "./types";

type KernelObserved = Extract<VipInput, { kind: "kernel-observed" }>;
type ConflictChecked = Extract<VipInput, { kind: "stranger-checked" }>;

const STRANGER_ATTEMPTS = 2;
/** Whoever has the address answers within a millisecond; what an agent that has just started waits for is this. */
const STRANGER_ATTEMPT_TIMEOUT_MS = 150;
/** Of the one attempt of a host in CONFLICT, which sends its two requests within it. */
const CONFLICT_ATTEMPT_TIMEOUT_MS = 200;
export const CONFLICT_ANSWER_LIMIT_MS = 3000;
/** While a stranger has the address its end is what everybody waits for. */
const CONFLICT_LOOK_EVERY_MS = 250;

/** T13: what the kernel really has outranks what we remember. */
export function onKernelObserved(turn: Turn, { observation, readStartedAtMs }: KernelObserved): void {
  if (readStartedAtMs !== undefined && readStartedAtMs < turn.state.kernelChangedAtMs) return;
  observeKernel(turn, observation);
  const { phase } = turn.state;
  if (phase.status === "HOLDING" && observation.kind === "absent" && !phase.vanished) onVanished(turn);
}

/** Notes the NIC's state; what follows from it is decided with the time that it has lasted. */
export function onLinkObserved(turn: Turn, state: LinkState): void {
  if (turn.state.link?.state === state) return;
  update(turn, { link: { state, sinceMs: turn.nowMs } });
  if (state === "up" && turn.state.standingBlock?.code === "actuator") update(turn, { standingBlock: null });
}

/** T8, T14: who else answers for the address. The MAC of a configured peer is no stranger. */
export function onConflictChecked(turn: Turn, input: ConflictChecked): void {
  const { strangers, config, phase } = turn.state;
  if (strangers.running?.strangerProbeId !== input.strangerProbeId) return;
  const problem = input.outcome.kind === "failed" ? input.outcome.detail : null;
  update(turn, { strangers: { ...strangers, running: null, problem } });
  if (input.outcome.kind === "failed") return;
  const { macs } = input.outcome;
  const unknown = macs.filter((mac) => !config.peers.some((peer) => peer.macs.includes(mac)));
  if (phase.status === "HOLDING") {
    // A peer that a question from before the hold found is the owner before, by then proven to have let go.
    onContested(turn, input.startedAtMs < phase.sinceMs ? unknown : macs, unknown);
    return;
  }
  const clearAtMs = unknown.length === 0 ? input.startedAtMs : null;
  update(turn, { strangers: { ...turn.state.strangers, clearAtMs } });
  if (phase.status === "CONFLICT" && unknown.length === 0) {
    enter(turn, { ...phase, clearLooks: phase.clearLooks + 1 });
  } else if (unknown.length === 0) {
    return;
  } else if (phase.status === "CONFLICT") {
    enter(turn, { ...phase, macs: unknown, lastSeenMs: turn.nowMs, clearLooks: 0 });
  } else if (phase.status === "STANDBY" || phase.status === "PROVING") {
    emit(turn, { kind: "conflict", macs: unknown });
    leaveForConflict(turn, unknown);
  }
}

function leaveForConflict(turn: Turn, macs: readonly string[]): void {
  invalidate(turn, "conflict");
  const { nowMs, state } = turn;
  const recent = state.strangers.foundAtMs.filter((atMs) => nowMs - atMs < state.config.timings.flapWindowMs);
  update(turn, { strangers: { ...state.strangers, nextAtMs: nowMs, foundAtMs: [...recent, nowMs] } });
  enter(turn, { status: "CONFLICT", sinceMs: nowMs, macs, lastSeenMs: nowMs, clearLooks: 0 });
}

/** While we hold: defend by announcing, and ask the peers that answer to let go; never share in silence. */
function onContested(turn: Turn, macs: readonly string[], unknown: readonly string[]): void {
  const { phase, config } = turn.state;
  if (phase.status !== "HOLDING") return;
  const wasContested = phase.contestedBy.length > 0;
  const isContested = macs.length > 0;
  // Both the first word against it and the last one are worth an announcement now.
  const announceAtMs = wasContested === isContested ? phase.announceAtMs : turn.nowMs;
  enter(turn, { ...phase, contestedBy: macs, announceAtMs });
  if (!isContested) {
    if (wasContested) emit(turn, { kind: "contest-ended" });
    return;
  }
  const peers = config.peers.filter((peer) => peer.macs.some((mac) => macs.includes(mac)));
  if (!wasContested)
    emit(turn, { kind: "contested", macs: unknown, peers: peers.map((peer) => peer.hostId) });
  for (const peer of peers) askToRelease(turn, peer.hostId);
}

function askToRelease(turn: Turn, peer: string): void {
  const { config, evidence, incarnationId } = turn.state;
  // Without evidence of our own we have no right to disturb another holder.
  if (evidence === null) return;
  act(turn, {
    kind: "ask-release",
    peer,
    nonce: `${incarnationId}:defend:${takeId(turn)}`,
    ...describeRight(turn, evidence),
    timeoutMs: config.timings.rpcTimeoutMs,
  });
}

/**
 * Keeps one ARP probe for the address going: each second while it is not held, or contested, each 2 s while it is held, each
 * quarter of a second while a stranger keeps this host from it.
 */
export function probeWireWhenDue(turn: Turn): void {
  const { strangers, config, phase } = turn.state;
  if (phase.status === "INIT" || phase.status === "RELEASING" || phase.status === "DISABLED") return;
  const { running } = strangers;
  if (running !== null && turn.nowMs - running.sinceMs < CONFLICT_ANSWER_LIMIT_MS) return;
  if (turn.nowMs < strangers.nextAtMs) return;
  const isQuietHolder = phase.status === "HOLDING" && phase.contestedBy.length === 0;
  const isConflict = phase.status === "CONFLICT";
  const { conflictProbeEveryMs, strangerProbeEveryMs } = config.timings;
  const everyMs = isConflict
    ? CONFLICT_LOOK_EVERY_MS
    : isQuietHolder
      ? conflictProbeEveryMs
      : strangerProbeEveryMs;
  const strangerProbeId = takeId(turn);
  update(turn, {
    strangers: {
      ...strangers,
      running: { strangerProbeId, sinceMs: turn.nowMs },
      nextAtMs: turn.nowMs + everyMs,
    },
  });
  act(turn, {
    kind: "probe-stranger",
    strangerProbeId,
    target: config.target,
    attempts: isConflict ? 1 : STRANGER_ATTEMPTS,
    attemptTimeoutMs: isConflict ? CONFLICT_ATTEMPT_TIMEOUT_MS : STRANGER_ATTEMPT_TIMEOUT_MS,
  });
}
