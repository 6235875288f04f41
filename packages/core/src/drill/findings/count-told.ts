import type { DrillEndpointOutcome } from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import type { Ack } from "../dual-writers";
import type { DrillRecord } from "./drill-record";
import { outcomeOf, type WayAttempts } from "./way-attempts";

/** How many writes there were by what became of them, and by what the client was told where they were not acknowledged. */
export function countTold(
  writes: readonly WriteAttempt[],
): Pick<DrillEndpointOutcome, "attempts" | "errors"> {
  const attempts = { acked: 0, refused: 0, unknown: 0, notSent: 0 };
  for (const one of writes) {
    const outcome = outcomeOf("write", one);
    attempts[outcome === "not_sent" ? "notSent" : outcome] += 1;
  }
  return { attempts, errors: countErrors(writes) };
}

/** What clients were told of attempts that were not answered, the most frequent first. */
export function countErrors(attempts: readonly WriteAttempt[]): DrillEndpointOutcome["errors"] {
  const errors = new Map<string, number>();
  for (const { error } of attempts) if (error !== null) errors.set(error, (errors.get(error) ?? 0) + 1);
  const told = [...errors].map(([code, count]) => ({ code, count }));
  return told.sort((a, b) => b.count - a.count || (a.code < b.code ? -1 : 1));
}

/** An acknowledged write, with the way that it came through. */
export interface WayAck extends Ack {
  readonly way: number;
}

/** Every acknowledged write of all ways, with the server that has it by the row itself, or that the connection led to. */
export function listAcks({ ledgers }: DrillRecord, ways: readonly WayAttempts[]): readonly WayAck[] {
  return ways.flatMap(({ write }, way) => {
    const writers = new Map(
      ledgers.flatMap(({ rows }) =>
        (rows?.[way] ?? []).map(({ seq, serverUuid }) => [seq, serverUuid] as const),
      ),
    );
    return write.flatMap(
      ({ acked, seq, serverUuid, startedMonotonicMs: startedMs, endedMonotonicMs: endedMs }) => {
        const server = writers.get(seq) ?? serverUuid;
        return acked && server !== null ? [{ way, server, startedMs, endedMs }] : [];
      },
    );
  });
}
