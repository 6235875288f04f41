import type { CounterReading, ServerCounters } from "@primacy/contract";

/** A server's clock may be set by less than this without the server having begun anew. */
export const clockSlackSeconds = 5;

/** Both readings of one server; undefined: it did not answer, or not in time. */
export interface CountedPair {
  readonly memberId: string;
  readonly before: ServerCounters | undefined;
  readonly after: ServerCounters | undefined;
}

/**
 * The readings of each server that answered at least once. What was counted over more than `longestSeconds` is not the run's alone, so that such a
 * server has not answered.
 */
export function pairReadings(
  before: CounterReading,
  after: CounterReading,
  longestSeconds: number,
): readonly CountedPair[] {
  const ids = new Set([...before.servers, ...after.servers].map(({ memberId }) => memberId));
  return [...ids].map((memberId) => {
    const [one, other] = [findServer(before, memberId), findServer(after, memberId)];
    const isLate = one !== undefined && other !== undefined && other.askedAt - one.askedAt > longestSeconds;
    return { memberId, before: one, after: isLate ? undefined : other };
  });
}

/** Whether the server began anew in between, so that what it counts did as well. */
export function isRestarted(
  before: Pick<ServerCounters, "startedAt">,
  after: Pick<ServerCounters, "startedAt">,
): boolean {
  return after.startedAt - before.startedAt > clockSlackSeconds;
}

function findServer({ servers }: CounterReading, id: string): ServerCounters | undefined {
  return servers.find(({ memberId }) => memberId === id);
}
