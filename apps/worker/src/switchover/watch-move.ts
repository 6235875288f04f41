import type { WantedHost } from "@primacy/core/plan";
import { targetOf } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";
import { toWord } from "../vip/holders";

/** Instants of this machine's clock in milliseconds since 1970, free of the steps that `Date` makes within one process. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

/** What was seen of an address on its way from one host to another; null: not yet. */
export interface Move {
  readonly releasedAtMs: number | null;
  readonly heldAtMs: number | null;
}

/**
 * Watches an address move: follows the agents of both hosts, which tell each change as it happens, until the old one's
 * kernel is without it and the new one's has it, or until `signal` aborts. Never throws for a silent agent; what it
 * would have said stays null.
 */
export async function watchMove(
  worker: WorkerContext,
  hosts: { readonly from: WantedHost | null; readonly to: WantedHost | null },
  address: string,
  seen: Move,
  signal: AbortSignal,
  onSeen: (move: Move) => void,
): Promise<void> {
  let move = seen;
  const whole = new AbortController();
  const end = AbortSignal.any([signal, whole.signal]);
  const note = (next: Move): void => {
    if (end.aborted) return;
    move = next;
    onSeen(move);
    if (move.releasedAtMs !== null && move.heldAtMs !== null) whole.abort();
  };
  const follow = async (host: WantedHost | null, take: (isHolding: boolean, atMs: number) => void) => {
    if (host === null) return;
    await worker.agents.clientFor(targetOf(host)).readStream({
      signal: end,
      onFrame: ({ status }) => take(toWord(host, status, address).isHolding, nowMs()),
      onBreak: (failure) => worker.log.debug({ hostId: host.hostId, err: failure }, "no word of the move"),
    });
  };
  if (move.releasedAtMs !== null && move.heldAtMs !== null) return;
  await Promise.all([
    follow(hosts.from, (isHolding, atMs) => {
      if (!isHolding && move.releasedAtMs === null) note({ ...move, releasedAtMs: atMs });
    }),
    follow(hosts.to, (isHolding, atMs) => {
      if (isHolding && move.heldAtMs === null) note({ ...move, heldAtMs: atMs });
    }),
  ]);
}
