import { type Message, message } from "@primacy/contract";
import type { DrainState, VipDraining } from "@primacy/contract/agent";
import { monotonicMs } from "./address/types";
import type { ResetGate } from "./gate/types";
import type { SocketKiller } from "./sockets/types";
import type { VipLoop } from "./vip-loop";

/** What draining needs of its host. */
export interface DrainParts {
  readonly gate: ResetGate;
  readonly killer: SocketKiller | null;
  /** A drain has begun, was prolonged, or was ended. */
  readonly onChange: () => void;
}

/**
 * Keeps new connections from addresses that this host holds. The kernel's timer is what ends it: this agent may die, and
 * clients get in again all the same.
 */
export class Drains {
  readonly #parts: DrainParts;
  readonly #known = new Map<string, VipDraining>();

  constructor(parts: DrainParts) {
    this.#parts = parts;
  }

  /**
   * Refuses new connections through the loop's address for `forMs`, lets them in again (0), or only looks (null), and counts
   * after that. A host that does not hold the address refuses nobody, but ends what it may have begun. Never throws.
   */
  async apply(loop: VipLoop, forMs: number | null): Promise<DrainState> {
    const isLooking = forMs === null || (forMs > 0 && !isHolding(loop));
    const detail = isLooking ? this.#findObstacle() : await this.#order(loop, forMs);
    const connections = await this.#count(loop);
    if (!isHolding(loop)) return { state: "not_held", connections, detail };
    if (detail !== null) return { state: "no_gate", connections, detail };
    const known = this.find(loop);
    if (known === null) return { state: "open", connections, detail: null };
    this.#known.set(loop.vipId, { ...known, connections });
    return { state: "draining", connections, detail: null };
  }

  /** What this agent knows of a drain that lasts, which is nothing of one from before its start; null: new connections get in. */
  find(loop: VipLoop): VipDraining | null {
    const known = this.#known.get(loop.vipId);
    if (known === undefined || !isHolding(loop)) return null;
    return known.untilMonotonicMs > monotonicMs() ? known : null;
  }

  #findObstacle(): Message | null {
    return this.#parts.gate.kind === "absent" ? message("act.no_nft") : null;
  }

  /** Why it could not be done; null where it was. */
  async #order(loop: VipLoop, forMs: number): Promise<Message | null> {
    const { target, guardedPorts } = loop.state.config;
    // From before the order: what is said here ends no later than in the kernel.
    const untilMonotonicMs = monotonicMs() + forMs;
    const outcome = await this.#parts.gate.drain({ address: target.address, ports: guardedPorts }, forMs);
    if (outcome.kind === "failed") return outcome.reason;
    if (forMs > 0) this.#known.set(loop.vipId, { untilMonotonicMs, connections: null });
    else this.#known.delete(loop.vipId);
    this.#parts.onChange();
    return null;
  }

  async #count(loop: VipLoop): Promise<number | null> {
    const { target, guardedPorts } = loop.state.config;
    return (await this.#parts.killer?.countFrom(target.address, guardedPorts)) ?? null;
  }
}

function isHolding(loop: VipLoop): boolean {
  return loop.state.phase.status === "HOLDING";
}
