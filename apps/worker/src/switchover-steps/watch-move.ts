import type { WantedHost } from "@primacy/core/plan";
import type { WorkerContext } from "../context";
import type { AgentObserver, Following } from "../observe/agent-observer";

/**
 * What was seen of an address on its way from one host to another. An instant is null where it did not happen yet, and
 * where nobody was watching when it happened.
 */
export interface Move {
  readonly isReleased: boolean;
  readonly releasedAtMs: number | null;
  readonly isHeld: boolean;
  readonly heldAtMs: number | null;
}

/** A move of which nothing was seen yet. */
export const unseenMove: Move = { isReleased: false, releasedAtMs: null, isHeld: false, heldAtMs: null };

/**
 * Watches an address move: follows the agents of both hosts, which tell each change as it happens, until the old one's
 * kernel is without it and the new one's has it, or until `signal` aborts. An instant is noted only for a change that
 * was seen: between two words of one connection. Neither promise rejects; what a silent agent would have said stays
 * unseen.
 */
export function watchMove(
  worker: Pick<WorkerContext, "observer">,
  hosts: { readonly from: WantedHost | null; readonly to: WantedHost | null },
  address: string,
  seen: Move,
  signal: AbortSignal,
  onSeen: (move: Move) => void,
): Following {
  let move = seen;
  const whole = new AbortController();
  const end = AbortSignal.any([signal, whole.signal]);
  const note = (change: Partial<Move>): void => {
    if (end.aborted) return;
    move = { ...move, ...change };
    onSeen(move);
    if (move.isReleased && move.isHeld) whole.abort();
  };
  if (move.isReleased && move.isHeld) whole.abort();
  const from = follow(worker.observer, hosts.from, address, end, (isHolding, atMs) => {
    if (!isHolding && !move.isReleased) note({ isReleased: true, releasedAtMs: atMs });
  });
  const to = follow(worker.observer, hosts.to, address, end, (isHolding, atMs) => {
    if (isHolding && !move.isHeld) note({ isHeld: true, heldAtMs: atMs });
  });
  return {
    begun: Promise.all([from.begun, to.begun]).then(() => undefined),
    ended: Promise.all([from.ended, to.ended]).then(() => undefined),
  };
}

/** Tells whether a host has the address: first how it is, without an instant, then each change with its own. */
function follow(
  observer: AgentObserver,
  host: WantedHost | null,
  address: string,
  signal: AbortSignal,
  onWord: (isHolding: boolean, atMs: number | null) => void,
): Following {
  if (host === null) return { begun: Promise.resolve(), ended: Promise.resolve() };
  return observer.followHolding(host, address, signal, ({ isHolding, isChange, heardAtMs }) =>
    onWord(isHolding, isChange ? heardAtMs : null),
  );
}
