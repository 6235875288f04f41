import { listMissingProofs } from "./standing";
import { emit, enter, type Turn, update } from "./turn";
import type { Fence, ReleaseProof, VipInput } from "./types";

type HostFenced = Extract<VipInput, { kind: "host-fenced" }>;

/** However long an order says that it counts. */
const MAX_FENCE_MS = 600_000;

/** R4: an operator has signed that a host is off or cut off; see {@link Fence} for how long that counts. */
export function onHostFenced(turn: Turn, input: HostFenced): void {
  const { state, nowMs } = turn;
  const isHeld = state.phase.status === "HOLDING";
  if (isHeld || !state.config.peers.some((peer) => peer.hostId === input.hostId)) return;
  const fence: Fence = { orderId: input.orderId, untilMs: nowMs + Math.min(input.forMs, MAX_FENCE_MS) };
  update(turn, { fences: { ...state.fences, [input.hostId]: fence } });
  emit(turn, { kind: "host-fenced", peer: input.hostId, orderId: input.orderId });
}

/** Forgets orders that have expired, and proves by those that have not. */
export function proveByFence(turn: Turn): void {
  const { phase, fences } = turn.state;
  const valid = Object.entries(fences).filter(([, fence]) => turn.nowMs < fence.untilMs);
  if (valid.length < Object.keys(fences).length) update(turn, { fences: Object.fromEntries(valid) });
  if (phase.status !== "PROVING") return;
  const missing = listMissingProofs(turn.state, phase);
  const proofs: Record<string, ReleaseProof> = {};
  for (const [peer, { orderId }] of valid) {
    if (missing.includes(peer)) proofs[peer] = { kind: "R4", atMs: turn.nowMs, orderId };
  }
  if (Object.keys(proofs).length > 0) enter(turn, { ...phase, proofs: { ...phase.proofs, ...proofs } });
}
