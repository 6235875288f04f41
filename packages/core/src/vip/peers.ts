import { listSilences } from "./silence";
import { computeProofWaitMs } from "./timings";
import { act, emit, enter, invalidate, type Turn, update } from "./turn";
import type { PeerErrorCode, PeerRefusal, PendingRequest, RefuseReason, VipAction, VipInput } from "./types";

type PeerRequest = Extract<VipInput, { kind: "peer-requests-release" }>;
type PeerAcked = Extract<VipInput, { kind: "peer-acked" }>;
type PeerRefused = Extract<VipInput, { kind: "peer-refused" }>;

const UNREACHABLE_RETRY_MS = 50;
const MAX_RETRY_MS = 300;

/**
 * A peer that believes itself primary asks us to let go. Whatever we know is void from here on: before any bind or
 * renewal we must prove our right again. The worst that a wrong request can do is one extra probe; a repetition
 * of a request that is still open does not even that.
 */
export function onPeerRequestsRelease(turn: Turn, input: PeerRequest): void {
  onPeerSeen(turn, input.peer, input.epoch);
  noteProofWait(turn, input.peer, input.proofWaitMs);
  const open = turn.state.requests[input.peer];
  const isRepeated = open?.nonce === input.nonce;
  const request: PendingRequest = {
    nonce: input.nonce,
    requestId: input.requestId,
    receivedAtMs: isRepeated ? open.receivedAtMs : turn.nowMs,
  };
  update(turn, { requests: { ...turn.state.requests, [input.peer]: request } });
  if (!isRepeated) invalidate(turn, "peer-request");
}

/** Answers every open request that can be answered: refuse with a proof newer than the request, or acknowledge. */
export function answerRequests(turn: Turn): void {
  const entries = Object.entries(turn.state.requests);
  if (entries.length === 0) return;
  const { phase, inFlight, kernel, evidence } = turn.state;
  if (phase.status === "HOLDING") {
    for (const [peer, request] of entries) {
      if (evidence !== null && evidence.startMs >= request.receivedAtMs)
        refuse(turn, peer, request, "still-primary");
    }
    return;
  }
  // Not before the kernel was read, nor while an act may still reach it, nor before a release is verified.
  if (phase.status === "INIT" || phase.status === "RELEASING" || inFlight !== null) return;
  if (kernel === null && phase.status !== "DISABLED") return;
  if (kernel?.kind === "foreign") {
    for (const [peer, request] of entries) refuse(turn, peer, request, "foreign-address");
    return;
  }
  // The acknowledgement promises that any later bind rests on a probe that started after it. What was
  // learned between the request and now must therefore go too.
  if (turn.state.evidenceFloorMs < turn.nowMs) invalidate(turn, "acknowledged");
  const silences = listSilences(turn.state, turn.nowMs);
  for (const [peer, request] of entries) {
    update(turn, { acknowledgedAtMs: { ...turn.state.acknowledgedAtMs, [peer]: turn.nowMs } });
    reply(turn, peer, request, { kind: "ack", silences });
  }
}

function refuse(turn: Turn, peer: string, request: PendingRequest, reason: RefuseReason): void {
  reply(turn, peer, request, { kind: "refuse", reason });
}

function reply(
  turn: Turn,
  peer: string,
  request: PendingRequest,
  answer: Extract<VipAction, { kind: "reply-release" }>["answer"],
): void {
  const { [peer]: _answered, ...requests } = turn.state.requests;
  update(turn, { requests });
  act(turn, {
    kind: "reply-release",
    peer,
    nonce: request.nonce,
    requestId: request.requestId,
    answer,
    epoch: turn.state.config.epoch,
    proofWaitMs: computeProofWaitMs(turn.state.config.timings),
  });
  const reason = answer.kind === "refuse" ? answer.reason : null;
  emit(turn, { kind: "peer-answered", peer, answer: answer.kind, reason });
}

/** R1: counts only for the attempt that asked, and only within the request's own time limit. */
export function onPeerAcked(turn: Turn, input: PeerAcked): void {
  onPeerSeen(turn, input.peer, input.epoch);
  noteProofWait(turn, input.peer, input.proofWaitMs);
  const { phase, config } = turn.state;
  if (phase.status !== "PROVING" || phase.nonce !== input.nonce) return;
  const ask = phase.asks[input.peer];
  if (ask === undefined || ask.askedAtMs === null) return;
  if (turn.nowMs - ask.askedAtMs > config.timings.rpcTimeoutMs) return;
  const testimony = { askedAtMs: ask.askedAtMs, atMs: turn.nowMs, silences: input.silences };
  enter(turn, {
    ...phase,
    proofs: { ...phase.proofs, [input.peer]: { kind: "R1", atMs: turn.nowMs } },
    asks: { ...phase.asks, [input.peer]: { ...ask, askedAtMs: null, testimony } },
  });
}

/** The peer holds by a proof newer than our request: ours is void, and the next attempt waits one poll. */
export function onPeerRefused(turn: Turn, input: PeerRefused): void {
  onPeerSeen(turn, input.peer, input.epoch);
  noteProofWait(turn, input.peer, input.proofWaitMs);
  const { phase } = turn.state;
  if (phase.status === "PROVING" && phase.nonce === input.nonce) standBack(turn, input.peer, input.reason);
}

function standBack(turn: Turn, peer: string, reason: PeerRefusal): void {
  emit(turn, { kind: "peer-refused-us", peer, reason });
  const untilMs = turn.nowMs + turn.state.config.timings.pollMs;
  update(turn, { refusal: { peer, reason, atMs: turn.nowMs, untilMs } });
  invalidate(turn, "peer-refused");
}

/**
 * No answer: ask again, at once after a timeout (the peer may just be releasing), else with a growing pause. But a peer that
 * does not know this host asks it for nothing before it takes the address itself: no wait makes up for that.
 */
export function onPeerFailed(turn: Turn, peer: string, nonce: string, code: PeerErrorCode): void {
  const { phase } = turn.state;
  if (phase.status !== "PROVING" || phase.nonce !== nonce) return;
  const ask = phase.asks[peer];
  if (ask === undefined || ask.askedAtMs === null) return;
  if (code === "not-a-peer") {
    standBack(turn, peer, code);
    return;
  }
  const isNobody = code === "timeout" || code === "unreachable";
  const pauseMs = code === "timeout" ? 0 : Math.min(MAX_RETRY_MS, UNREACHABLE_RETRY_MS * ask.tries);
  enter(turn, {
    ...phase,
    asks: {
      ...phase.asks,
      [peer]: {
        ...ask,
        askedAtMs: null,
        retryAtMs: turn.nowMs + pauseMs,
        hasFailed: ask.hasFailed || isNobody,
      },
    },
  });
}

/** A sign of life: whoever signed that the host is off is wrong by now, and its silence has an end. */
export function onPeerSeen(turn: Turn, peer: string, epoch: number | null): void {
  const { [peer]: _fence, ...fences } = turn.state.fences;
  update(turn, { peersSeen: { ...turn.state.peersSeen, [peer]: { atMs: turn.nowMs, epoch } }, fences });
}

/**
 * A peer looks entitled to itself, or has just changed the assignment: our own next probe should not wait for the poll.
 * Who holds nothing has only the latter to learn from it.
 */
export function onPeerHinted(turn: Turn): void {
  const { status } = turn.state.phase;
  const isConcerned =
    status === "HOLDING" ||
    status === "PROVING" ||
    (status === "STANDBY" && turn.state.config.right === "assigned");
  if (!isConcerned) return;
  update(turn, { probe: { ...turn.state.probe, wantedMs: turn.nowMs } });
}

/** A peer with other timings: the longest wait ever told stays in force until this agent restarts. */
function noteProofWait(turn: Turn, peer: string, theirsMs: number): void {
  const { config, peerProofWaitMs } = turn.state;
  const known = peerProofWaitMs[peer] ?? 0;
  if (!Number.isFinite(theirsMs) || theirsMs <= known) return;
  update(turn, { peerProofWaitMs: { ...peerProofWaitMs, [peer]: theirsMs } });
  const oursMs = computeProofWaitMs(config.timings);
  if (theirsMs !== oursMs) emit(turn, { kind: "timings-differ", peer, oursMs, theirsMs });
}
