import { setTimeout as sleep } from "node:timers/promises";
import type { WantedHost } from "@primacy/core/plan";
import type { WorkerContext } from "../context";
import { readHolding } from "../vip/holders";

const everyMs = 20;

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
 * Watches an address move: asks the agents of both hosts every 20 ms until the old one's kernel is without it, and the
 * new one's has it, or until `signal` aborts. Never throws for a silent agent; what it would have said stays null.
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
  const asked = [hosts.from, hosts.to].flatMap((host) => host ?? []);
  while (!signal.aborted && (move.releasedAtMs === null || move.heldAtMs === null)) {
    try {
      const holding = await readHolding(worker, asked, address, signal);
      const at = nowMs();
      const isReleased = holding.words.some(
        (word) => word.host.hostId === hosts.from?.hostId && !word.isHolding,
      );
      const isHeld = holding.holders.some((word) => word.host.hostId === hosts.to?.hostId);
      const next = {
        releasedAtMs: move.releasedAtMs ?? (isReleased ? at : null),
        heldAtMs: move.heldAtMs ?? (isHeld ? at : null),
      };
      if (next.releasedAtMs !== move.releasedAtMs || next.heldAtMs !== move.heldAtMs) onSeen(next);
      move = next;
    } catch (error) {
      if (signal.aborted) return;
      throw error;
    }
    await sleep(everyMs, undefined, { signal }).catch(() => undefined);
  }
}
