import type { ProbeLane, ProbeOutcome, ProbeSample } from "@primacy/contract";
import type { OwnRead, WriteAttempt } from "../attempt";
import { isRefusal } from "../ledger";
import type { DrillRecord, DrillWay } from "./drill-record";
import { placeSamples } from "./place-samples";

/** What a client of one way tried, in milliseconds from the fault, each lane in the order in which its attempts were due. */
export interface WayAttempts extends Readonly<Record<ProbeLane, readonly WriteAttempt[]>> {
  readonly label: string;
  readonly ownReads: readonly OwnRead[];
}

/** The error of an attempt that was due while as many as a client may have under way had not ended. */
export const notBegun = "NO_FREE_SLOT";

/** What the clients tried, one entry a way, in the record's order: through those that are written through, and those that are only read through. */
export function listWayAttempts(record: DrillRecord): {
  readonly ways: readonly WayAttempts[];
  readonly readers: readonly WayAttempts[];
} {
  const samples = placeSamples(record);
  const { ways, readWays = [] } = record;
  const of = ({ label }: Pick<DrillWay, "label">, at: number): WayAttempts => {
    const own = samples.filter(({ endpoint }) => endpoint === at).sort((a, b) => a.dueMs - b.dueMs);
    const lane = (name: ProbeLane): WriteAttempt[] => own.filter((one) => one.lane === name).map(toAttempt);
    return {
      label,
      write: lane("write"),
      read: lane("read"),
      login: lane("login"),
      ownReads: own.flatMap(toRead),
    };
  };
  return { ways: ways.map(of), readers: readWays.map((way, at) => of(way, ways.length + at)) };
}

/**
 * What became of an attempt. A write of which the server said for certain that it does not take it is refused; where it may be there it is
 * unknown. Reads and logins leave nothing behind: what a server or its kernel refused is refused, and the rest got no answer.
 */
export function outcomeOf(lane: ProbeLane, attempt: WriteAttempt): ProbeOutcome {
  const { acked, isSent, error } = attempt;
  if (acked) return "acked";
  if (error === notBegun) return "not_sent";
  if (lane === "write") {
    if (!isSent) return "not_sent";
    return isRefusal(attempt) ? "refused" : "unknown";
  }
  return error !== null && (error === "ECONNREFUSED" || error.startsWith("ER_")) ? "refused" : "unknown";
}

/**
 * What was answered since the fault, in the order of the answers: by another server than the one that was hit, or by that one where the
 * attempt began after its end had been seen, for until then it may have answered before the fault.
 */
export function listAnswers(
  { injection, target, probe }: DrillRecord,
  attempts: readonly WriteAttempt[],
): readonly WriteAttempt[] {
  if (injection === null) return [];
  const downMs = injection.seenMs - injection.actedMs + injection.errorMs + probe.errorMs;
  return attempts
    .filter(
      ({ acked, serverUuid, startedMonotonicMs, endedMonotonicMs }) =>
        acked &&
        endedMonotonicMs > 0 &&
        (startedMonotonicMs > downMs || (serverUuid !== null && serverUuid !== target.serverUuid)),
    )
    .toSorted((a, b) => a.endedMonotonicMs - b.endedMonotonicMs);
}

function toAttempt(sample: ProbeSample): WriteAttempt {
  const { seq, dueMs, startedMs, endedMs, error, serverUuid } = sample;
  return {
    seq,
    dueMonotonicMs: dueMs,
    startedMonotonicMs: startedMs,
    endedMonotonicMs: endedMs,
    acked: error === null,
    isSent: sample.lane !== "write" || sample.isSent,
    error,
    serverUuid,
    gtid: null,
  };
}

function toRead(sample: ProbeSample): OwnRead[] {
  if (sample.lane !== "read") return [];
  const { startedMs, endedMs, error, serverUuid, ackedRows, ackedLast, rows, last } = sample;
  const times = { startedMonotonicMs: startedMs, endedMonotonicMs: endedMs };
  return [{ ...times, error, serverUuid, ackedRows, ackedSeq: ackedLast, rows, seq: last, otherSeq: -1 }];
}
