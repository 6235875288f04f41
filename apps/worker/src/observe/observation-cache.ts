import type { AgentStatus } from "@primacy/contract/agent";
import {
  type AgentSight,
  type Arrival,
  beginLooks,
  type ClockEstimate,
  estimateClock,
  type MemberLooks,
  noteFrame,
  noteLook,
  type WireSight,
} from "@primacy/core/topology";

const wireMemory = 4;

/** An answer with the instant of its question on the asker's own clock, by which it is known again. */
interface TakenAnswer extends WireSight {
  readonly bootId: string;
  readonly askedMonotonicMs: number;
}

/**
 * What the agents of one cluster said last, placed on this process's monotonic clock. Nothing of it is worth keeping:
 * a watcher that starts anew has it again within a second.
 */
export class ObservationCache {
  readonly #sights = new Map<string, AgentSight>();
  readonly #clocks = new Map<string, ClockEstimate>();
  readonly #wire = new Map<string, readonly TakenAnswer[]>();
  readonly #looks = new Map<string, MemberLooks>();

  /** Takes the newest frame of a host's agent. */
  take(hostId: string, status: AgentStatus, arrival: Arrival): void {
    const before = this.#sights.get(hostId) ?? null;
    const clock = estimateClock(this.#clocks.get(hostId) ?? null, status.clock, arrival);
    this.#clocks.set(hostId, clock);
    this.#sights.set(hostId, {
      hostId,
      status,
      receivedAtMs: arrival.monotonicMs,
      clockOffsetMs: Math.round(clock.offsetMs),
      claimsPrimarySinceMs: claimSince(before, status, arrival),
      word: noteFrame(before?.word ?? null, status, {
        offsetMs: clock.monotonicOffsetMs,
        arrivedAtMs: arrival.monotonicMs,
      }),
    });
    const looks = noteLook(this.#looks.get(hostId) ?? null, status);
    if (looks !== null) this.#looks.set(hostId, looks);
    for (const answer of status.wire) this.#takeWire(hostId, status, answer, arrival);
  }

  /** Forgets hosts that are none of the cluster's, and ask for it no more. */
  keepOnly(hostIds: readonly string[]): void {
    for (const [key, answers] of this.#wire)
      if (!hostIds.includes(answers[0]?.hostId ?? "")) this.#wire.delete(key);
    for (const hostId of this.#sights.keys())
      if (!hostIds.includes(hostId)) {
        this.#sights.delete(hostId);
        this.#clocks.delete(hostId);
        this.#looks.delete(hostId);
      }
  }

  find(hostId: string): AgentSight | null {
    return this.#sights.get(hostId) ?? null;
  }

  list(): readonly AgentSight[] {
    return [...this.#sights.values()];
  }

  /** What the looks at each host's server came to since this was last asked for. */
  takeLooks(): ReadonlyMap<string, MemberLooks> {
    const taken = new Map(this.#looks);
    for (const [hostId, looks] of taken) this.#looks.set(hostId, beginLooks(looks));
    return taken;
  }

  listWire(): readonly WireSight[] {
    return [...this.#wire.values()].flat().map(({ hostId, vipId, askedAtMs, macs }) => ({
      hostId,
      vipId,
      askedAtMs,
      macs,
    }));
  }

  #takeWire(
    hostId: string,
    status: AgentStatus,
    answer: AgentStatus["wire"][number],
    arrival: Arrival,
  ): void {
    const key = `${hostId} ${answer.vipId}`;
    const { bootId, monotonicMs } = status.clock;
    const { askedMonotonicMs } = answer;
    // The same answer comes with every frame until the next question, and frames arrive late and in bunches: only the
    // asker's own instant tells whether it asked again.
    const earlier = (this.#wire.get(key) ?? []).filter((one) => one.bootId === bootId);
    if (earlier.some((one) => one.askedMonotonicMs >= askedMonotonicMs)) return;
    const askedAtMs = arrival.monotonicMs - (monotonicMs - askedMonotonicMs);
    const sight = { hostId, vipId: answer.vipId, askedAtMs, macs: answer.macs, bootId, askedMonotonicMs };
    this.#wire.set(key, [...earlier, sight].slice(-wireMemory));
  }
}

/** The moment of the look at the server that first made the claim; the same server must repeat it to keep it. */
function claimSince(
  before: AgentSight | null,
  { mysql, clock }: AgentStatus,
  arrival: Arrival,
): number | null {
  if (mysql.memberRole !== "PRIMARY" || mysql.memberState !== "ONLINE") return null;
  const isRepeated = before?.status.mysql.serverUuid === mysql.serverUuid;
  const since = isRepeated ? (before?.claimsPrimarySinceMs ?? null) : null;
  return since ?? arrival.monotonicMs - (clock.monotonicMs - mysql.observedMonotonicMs);
}
