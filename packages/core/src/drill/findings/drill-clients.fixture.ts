import { type ProbeSample, probeEveryMs, probeOutstanding } from "@primacy/contract";
import { type GroupTimes, uuidOf } from "./drill-group.fixture";

/** How a way behaves while nobody takes writes. */
export type WayKind = "vip" | "router";

interface Attempt {
  readonly durationMs: number;
  readonly error: string | null;
  readonly isSent: boolean;
  readonly server: number | null;
}

/** Until when the clients are played, in milliseconds from the fault, and when the first write comes through each kind of way. */
export function backMs({ takenMs, writableMs }: GroupTimes, kind: WayKind): number {
  return kind === "vip" ? takenMs + 30 : writableMs + 320;
}

/** What a client of a way meets, on its own clock, in the order in which the attempts ended; `zeroMs` is the fault there. */
export function clientSamples(
  times: GroupTimes,
  kind: WayKind,
  endpoint: number,
  zeroMs: number,
): ProbeSample[] {
  const writes = laneSamples(times, kind, "write");
  const acks = writes.filter(({ error }) => error === null);
  const place = ({ dueMs, endedMs, error, server, ...one }: Timed): Place => ({
    ...{ endpoint, seq: one.seq, dueMs: dueMs + zeroMs, startedMs: dueMs + 0.2 + zeroMs },
    ...{ endedMs: endedMs + zeroMs, error, serverUuid: server === null ? null : uuidOf(server) },
  });
  const reads = laneSamples(times, kind, "read").map((one): ProbeSample => {
    const before = acks.filter(({ endedMs }) => endedMs <= one.dueMs);
    const seen = { ackedRows: before.length, ackedLast: before.at(-1)?.seq ?? -1 };
    const saw = one.error === null ? { rows: seen.ackedRows, last: seen.ackedLast } : { rows: 0, last: -1 };
    return { lane: "read", ...place(one), ...seen, ...saw };
  });
  return [
    ...writes.map((one): ProbeSample => ({ lane: "write", ...place(one), isSent: one.isSent })),
    ...reads,
    ...laneSamples(times, kind, "login").map((one): ProbeSample => ({ lane: "login", ...place(one) })),
  ].sort((a, b) => a.endedMs - b.endedMs);
}

type Place = Omit<Extract<ProbeSample, { lane: "login" }>, "lane">;

interface Timed extends Omit<Attempt, "durationMs"> {
  readonly seq: number;
  readonly dueMs: number;
  readonly endedMs: number;
}

function laneSamples(times: GroupTimes, kind: WayKind, lane: "write" | "read" | "login"): Timed[] {
  const found: Timed[] = [];
  const firstMs = times.beganMs + 18;
  for (let seq = 0; firstMs + seq * probeEveryMs[lane] < times.endMs - 500; seq += 1) {
    const dueMs = firstMs + seq * probeEveryMs[lane];
    const busy = found.slice(-20).filter(({ endedMs }) => endedMs > dueMs).length;
    const isFree = lane !== "write" || busy < probeOutstanding;
    const { durationMs, ...one } = isFree
      ? meet(times, kind, seq, dueMs)
      : { durationMs: 0, error: "NO_FREE_SLOT", isSent: false, server: null };
    found.push({ ...one, seq, dueMs, endedMs: dueMs + 0.2 + durationMs });
  }
  return found;
}

function meet(times: GroupTimes, kind: WayKind, seq: number, dueMs: number): Attempt {
  const durationMs = 3 + ((seq * 7) % 5);
  const unsent = { isSent: false, server: null };
  if (dueMs >= backMs(times, kind)) return { durationMs, error: null, isSent: true, server: 2 };
  if (dueMs + 0.2 + durationMs < 0) return { durationMs, error: null, isSent: true, server: 1 };
  if (dueMs < 0) return { durationMs: 0.8 - dueMs, error: "ECONNRESET", isSent: true, server: 1 };
  if (kind === "router") return { durationMs: 1.5, error: "PROTOCOL_CONNECTION_LOST", ...unsent };
  // The kernel refuses for mysqld as long as it has the address; then nobody answers.
  if (dueMs < times.releasedMs) return { durationMs: 0.6, error: "ECONNREFUSED", ...unsent };
  return { durationMs: 150, error: "ETIMEDOUT", ...unsent };
}
