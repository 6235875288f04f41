import type { AgentStatus } from "@primacy/contract/agent";

/** What an agent said, and when that came, on the console's monotonic clock. */
export interface KeptFrame {
  readonly hostId: string;
  readonly status: AgentStatus;
  readonly arrivedMs: number;
}

/** For so long every frame is kept. */
export const keptMs = 60_000;
/** Of an incident that lasts, its beginning stays. */
const beginningMs = 120_000;
const pruneEveryMs = 1_000;

/**
 * The frames of the agents of one cluster: those of the last minute, and while an incident lasts those around its beginning too. So it
 * holds some four minutes at most, however long that lasts.
 */
export class FrameRing {
  #frames: KeptFrame[] = [];
  #prunedAtMs = Number.NEGATIVE_INFINITY;
  #begunMs: number | null = null;

  /** Keeps what of a frame tells of servers and addresses. */
  take(hostId: string, status: AgentStatus, nowMs: number): void {
    this.#frames.push({ hostId, status: trim(status), arrivedMs: nowMs });
    if (nowMs - this.#prunedAtMs < pruneEveryMs) return;
    this.#prunedAtMs = nowMs;
    this.#frames = this.#frames.filter((frame) => this.#isKept(frame, nowMs));
  }

  /** From now on the frames around this instant stay; null: none do. */
  holdAround(begunMs: number | null): void {
    this.#begunMs = begunMs;
  }

  /** In the order in which they came. */
  list(): readonly KeptFrame[] {
    return this.#frames;
  }

  #isKept({ arrivedMs }: KeptFrame, nowMs: number): boolean {
    if (nowMs - arrivedMs <= keptMs) return true;
    const begunMs = this.#begunMs;
    return begunMs !== null && arrivedMs >= begunMs - keptMs && arrivedMs <= begunMs + beginningMs;
  }
}

/** Frames carry all that an agent knows; most of it says nothing of a failover. */
function trim(status: AgentStatus): AgentStatus {
  return {
    ...status,
    ...{ warnings: [], peers: [] },
    mysql: { ...status.mysql, gtidExecuted: null },
    vips: status.vips.map((vip) => ({ ...vip, transitions: [], reasons: [], lastProofs: [] })),
  };
}
