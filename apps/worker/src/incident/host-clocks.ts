import { setTimeout as delay } from "node:timers/promises";
import type { AgentStatus } from "@primacy/contract/agent";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { helloOf } from "../observe/greet-agent";

/** How far the console's monotonic clock is ahead of that of a host, give or take `errorMs`. */
export interface HostOffset {
  readonly offsetMs: number;
  readonly errorMs: number;
}

/** Clocks of two machines drift apart by some 50 ms in 1,000 s at most: by this much until they are compared again. */
const everyMs = 20_000;
const driftMs = 2;
const asks = 3;
const notComparedMs = 3_600_000;

/**
 * Compares the clocks of hosts with the console's: three short questions to each agent every 20 s, of which the quickest counts. The
 * host read its clock between question and answer, so that the error is half of what they took (Cristian 1989). Another boot is another clock,
 * and that of the boot before stays known.
 */
export class HostClocks {
  readonly #known = new Map<string, HostOffset>();
  #running: Promise<void> | null = null;
  #askedAtMs = Number.NEGATIVE_INFINITY;

  constructor(
    private readonly worker: Pick<WorkerContext, "agents" | "log">,
    private readonly signal: AbortSignal,
  ) {}

  /** Compares where it is time to; returns at once. */
  tick(agents: readonly AgentTarget[]): void {
    const nowMs = performance.now();
    if (this.#running !== null || nowMs - this.#askedAtMs < everyMs) return;
    this.#askedAtMs = nowMs;
    this.#forgetOthers(agents);
    this.#running = Promise.all(agents.map((agent) => this.#ask(agent)))
      .then(() => undefined)
      .catch((error: unknown) => this.worker.log.warn({ err: error }, "clocks not compared"))
      .finally(() => {
        this.#running = null;
      });
  }

  /** Resolves when nothing is asked any more. */
  async stop(): Promise<void> {
    await this.#running;
  }

  /** The offset for a frame; one that cannot be placed has an error of an hour. */
  offsetOf(hostId: string, { bootId }: AgentStatus["clock"]): HostOffset {
    return this.#known.get(`${hostId} ${bootId}`) ?? { offsetMs: 0, errorMs: notComparedMs };
  }

  #forgetOthers(agents: readonly AgentTarget[]): void {
    for (const key of this.#known.keys())
      if (!agents.some(({ hostId }) => key.startsWith(`${hostId} `))) this.#known.delete(key);
  }

  async #ask(agent: AgentTarget): Promise<void> {
    let best: (HostOffset & { readonly bootId: string }) | null = null;
    try {
      for (let at = 0; at < asks; at += 1) {
        const askedMs = performance.now();
        const { clock } = await helloOf(this.worker, agent, this.signal);
        const errorMs = Math.max(0, performance.now() - askedMs) / 2;
        if (best === null || clock.bootId !== best.bootId || errorMs < best.errorMs)
          best = { bootId: clock.bootId, offsetMs: askedMs + errorMs - clock.monotonicMs, errorMs };
        await delay(50, undefined, { signal: this.signal });
      }
    } catch (error) {
      // One that does not answer keeps what is known of it.
      if (!(error instanceof AgentFailure) && !this.signal.aborted) throw error;
    }
    if (best === null) return;
    const { bootId, offsetMs, errorMs } = best;
    this.#known.set(`${agent.hostId} ${bootId}`, { offsetMs, errorMs: errorMs + driftMs });
  }
}
