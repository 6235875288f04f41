import type { WantedHost } from "@primacy/core/plan";
import { targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { toWord } from "../observe/holders";

/** Instants of this machine's clock in milliseconds since 1970, free of the steps that `Date` makes within one process. */
export function nowMs(): number {
  return performance.timeOrigin + performance.now();
}

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

/** A watch under way. */
export interface MoveWatch {
  /** Each host's agent has said how things stood at the beginning. Waits for ever for a silent one. */
  readonly begun: Promise<void>;
  /** The move is whole, or the watch's signal has aborted. */
  readonly ended: Promise<void>;
}

/**
 * Watches an address move: follows the agents of both hosts, which tell each change as it happens, until the old one's
 * kernel is without it and the new one's has it, or until `signal` aborts. An instant is noted only for a change that
 * was seen: between two words of one connection. Neither promise rejects; what a silent agent would have said stays
 * unseen.
 */
export function watchMove(
  worker: Pick<WorkerContext, "agents" | "log">,
  hosts: { readonly from: WantedHost | null; readonly to: WantedHost | null },
  address: string,
  seen: Move,
  signal: AbortSignal,
  onSeen: (move: Move) => void,
): MoveWatch {
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
  const from = followHolding(worker, hosts.from, address, end, (isHolding, atMs) => {
    if (!isHolding && !move.isReleased) note({ isReleased: true, releasedAtMs: atMs });
  });
  const to = followHolding(worker, hosts.to, address, end, (isHolding, atMs) => {
    if (isHolding && !move.isHeld) note({ isHeld: true, heldAtMs: atMs });
  });
  return {
    begun: Promise.all([from.begun, to.begun]).then(() => undefined),
    ended: Promise.all([from.ended, to.ended]).then(() => undefined),
  };
}

/** Tells whether a host has the address: first how it is, without an instant, then each change with its own. */
function followHolding(
  worker: Pick<WorkerContext, "agents" | "log">,
  host: WantedHost | null,
  address: string,
  signal: AbortSignal,
  onWord: (isHolding: boolean, atMs: number | null) => void,
): MoveWatch {
  if (host === null || signal.aborted) return { begun: Promise.resolve(), ended: Promise.resolve() };
  // What happened while a connection was broken has no instant.
  let last: boolean | null = null;
  let onBegun = (): void => undefined;
  const begun = new Promise<void>((resolve) => {
    onBegun = resolve;
  });
  const ended = worker.agents.clientFor(targetOf(host)).readStream({
    signal,
    onFrame: ({ status }) => {
      const { isHolding } = toWord(host, status, address);
      if (last !== isHolding) onWord(isHolding, last === null ? null : nowMs());
      last = isHolding;
      onBegun();
    },
    onBreak: (failure) => {
      last = null;
      worker.log.debug({ hostId: host.hostId, err: failure }, "no word of the move");
    },
  });
  return { begun, ended };
}
