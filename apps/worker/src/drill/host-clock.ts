import type { AgentClock } from "@primacy/contract/agent";

/** How far the console's monotonic clock is ahead of that of a host, give or take `errorMs`. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/**
 * The clock of one host, by the quickest of the answers that told it: the host read it between question and answer, so that the error is
 * half of what they took (Cristian 1989). Another boot is another clock.
 */
export class HostClock {
  #bootId: string | null = null;
  #best: ClockOffset | null = null;

  /** Of the quickest answer so far; null: it has told nothing. */
  get offset(): ClockOffset | null {
    return this.#best;
  }

  /** An answer that told the clock, and when it was asked for and came, on the console's clock. */
  note(clock: Pick<AgentClock, "bootId" | "monotonicMs">, askedMs: number, answeredMs: number): void {
    if (clock.bootId !== this.#bootId) this.#best = null;
    this.#bootId = clock.bootId;
    const errorMs = Math.max(0, answeredMs - askedMs) / 2;
    if (this.#best !== null && this.#best.errorMs <= errorMs) return;
    this.#best = { offsetMs: askedMs + errorMs - clock.monotonicMs, errorMs };
  }
}
