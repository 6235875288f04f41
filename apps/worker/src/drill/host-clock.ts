import type { AgentClock } from "@primacy/contract/agent";

/** How far the console's monotonic clock is ahead of that of a host, give or take `errorMs`. */
export interface ClockOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** An answer that told the clock, halfway between question and answer on the console's clock. */
interface Answer extends ClockOffset {
  readonly atMs: number;
}

/** Clocks of two machines drift apart by some 50 ms in 1,000 s at most; allowed for is twice that. */
const driftPerMs = 0.0001;
/** Of so long a stretch the quickest answer is kept. */
const stretchMs = 20_000;

/**
 * The clock of one host, by the answers that told it: the host read it between question and answer, so that the error is half of what they
 * took (Cristian 1989), and grows with the time from there to the instant that is placed by it. Another boot is another clock.
 */
export class HostClock {
  #bootId: string | null = null;
  #answers: Answer[] = [];

  /** Whether it was told. */
  get isKnown(): boolean {
    return this.#answers.length > 0;
  }

  /** For an instant of the host's clock, by the answer that places it best; null: none has told it. */
  offsetAt(hostMs: number): ClockOffset | null {
    return this.#findBest(({ atMs, offsetMs }) => hostMs - (atMs - offsetMs));
  }

  /** The same for an instant of the console's clock. */
  offsetBy(consoleMs: number): ClockOffset | null {
    return this.#findBest(({ atMs }) => consoleMs - atMs);
  }

  /** An answer that told the clock, and when it was asked for and came, on the console's clock. */
  note(clock: Pick<AgentClock, "bootId" | "monotonicMs">, askedMs: number, answeredMs: number): void {
    if (clock.bootId !== this.#bootId) this.#answers = [];
    this.#bootId = clock.bootId;
    const errorMs = Math.max(0, answeredMs - askedMs) / 2;
    const atMs = askedMs + errorMs;
    const last = this.#answers.at(-1);
    const isSameStretch =
      last !== undefined && Math.floor(last.atMs / stretchMs) === Math.floor(atMs / stretchMs);
    if (isSameStretch && last.errorMs <= errorMs) return;
    if (isSameStretch) this.#answers.pop();
    this.#answers.push({ atMs, offsetMs: atMs - clock.monotonicMs, errorMs });
  }

  #findBest(distanceMs: (answer: Answer) => number): ClockOffset | null {
    let best: ClockOffset | null = null;
    for (const answer of this.#answers) {
      const errorMs = answer.errorMs + Math.abs(distanceMs(answer)) * driftPerMs;
      if (best === null || errorMs < best.errorMs) best = { offsetMs: answer.offsetMs, errorMs };
    }
    return best;
  }
}
