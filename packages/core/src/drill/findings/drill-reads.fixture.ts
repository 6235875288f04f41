import type { DrillFindings, ProbeSample } from "@primacy/contract";
import { uuidOf } from "./drill-group.fixture";
import { quiet, randomOf } from "./drill-history.fixture";
import type { DrillReadWay, DrillRecord } from "./drill-record";
import { type RecordedDrill, recordedDrill, zeroMs } from "./drill-record.fixture";
import { findDrill } from "./find-drill";

/** What a history of reads is made of. */
export interface ReadsOrder {
  readonly seed: number;
  /** Nothing is applied on the server that is read from here to there, in milliseconds from the fault. */
  readonly held: { readonly fromMs: number; readonly toMs: number };
  /** What a row takes to be applied otherwise, at most, in milliseconds. */
  readonly delayMs: number;
  readonly offsetMs: number;
}

interface Write {
  readonly seq: number;
  readonly dueMs: number;
  readonly endedMs: number;
  readonly isAcked: boolean;
  /** When the server that is read has it. */
  readonly thereMs: number;
}

interface Read {
  readonly startedMs: number;
  readonly endedMs: number;
  readonly last: number;
  readonly error: string | null;
}

/** A secondary's own address, behind the VIP of `recordedDrill`. */
export const readWay: DrillReadWay = {
  endpoint: { address: "10.77.0.13", port: 3306 },
  label: "db3",
  isVip: false,
};
const fromMs = -1_000;
const toMs = 4_000;

/** A client that writes through the VIP and one that only reads at a secondary, with what is true of both: instants are from the fault. */
export function makeReads(order: ReadsOrder): {
  readonly record: DrillRecord;
  readonly writes: readonly Write[];
  /** Those that were begun, in their order. */
  readonly reads: readonly Read[];
} {
  const random = randomOf(order.seed);
  const writes = listWrites(order, random);
  const reads = listReads(writes, random);
  const shiftMs = zeroMs - order.offsetMs;
  const at = (dueMs: number, startedMs: number, endedMs: number) => ({
    ...{ dueMs: dueMs + shiftMs, startedMs: startedMs + shiftMs, endedMs: endedMs + shiftMs },
  });
  const samples = [
    ...writes.map(
      ({ seq, dueMs, endedMs, isAcked }): ProbeSample => ({
        ...{ lane: "write", endpoint: 0, seq, ...at(dueMs, dueMs, endedMs), isSent: true },
        ...{ error: isAcked ? null : "ETIMEDOUT", serverUuid: uuidOf(2) },
      }),
    ),
    ...reads.map(({ startedMs, endedMs, last, error }, seq): ProbeSample => {
      const seen = error === null ? { rows: last + 1, last } : { rows: 0, last: -1 };
      const promised = { ackedRows: 0, ackedLast: -1 };
      const times = at(fromMs + seq * 100, startedMs, endedMs);
      return { lane: "read", endpoint: 1, seq, ...times, error, serverUuid: uuidOf(3), ...promised, ...seen };
    }),
  ].sort((a, b) => a.endedMs - b.endedMs);
  const record: DrillRecord = {
    ...recordedDrill({ ways: ["vip"], times: quiet }),
    readWays: [readWay],
    nowMs: zeroMs + toMs + 1_000,
    frames: [],
    probe: { host: "app1", offsetMs: order.offsetMs, errorMs: 0, samples, isComplete: true },
  };
  return { record, writes, reads };
}

/** They are committed in any order near that of their numbers, and applied in the order of their commits; some are never acknowledged. */
function listWrites({ held, delayMs }: ReadsOrder, random: () => number): Write[] {
  const begun = Array.from({ length: (toMs - fromMs) / 20 }, (_, seq) => {
    const dueMs = fromMs + seq * 20;
    const committedMs = dueMs + 1 + random() * 50;
    return { seq, dueMs, committedMs, endedMs: committedMs + random() * 5, isAcked: random() > 0.05 };
  }).sort((a, b) => a.committedMs - b.committedMs);
  let appliedMs = Number.NEGATIVE_INFINITY;
  return begun.map(({ committedMs, ...one }) => {
    const readyMs = Math.max(appliedMs, committedMs + random() * delayMs);
    appliedMs = readyMs > held.fromMs && readyMs < held.toMs ? held.toMs : readyMs;
    return { ...one, thereMs: appliedMs };
  });
}

/** What each saw was there at an instant of it. Some fail. */
function listReads(writes: readonly Write[], random: () => number): Read[] {
  return Array.from({ length: (toMs - fromMs) / 100 }, (_, seq) => {
    const startedMs = fromMs + seq * 100 + random() * 3;
    const endedMs = startedMs + 1 + random() * 80;
    const error = random() < 0.15 ? "ETIMEDOUT" : null;
    const last = lastThere(writes, startedMs + random() * (endedMs - startedMs));
    return { startedMs, endedMs, last, error };
  });
}

/** The highest number that the server that is read has at an instant; -1: none. */
export function lastThere(writes: readonly Write[], atMs: number): number {
  return Math.max(-1, ...writes.filter(({ thereMs }) => thereMs <= atMs).map(({ seq }) => seq));
}

/** For how long, at an instant, the oldest acknowledged write above a number had been acknowledged, written as plainly as it is said. */
export function lagBehind(writes: readonly Write[], last: number, atMs: number): number {
  const missed = writes.filter(({ isAcked, seq, endedMs }) => isAcked && seq > last && endedMs <= atMs);
  return Math.max(0, ...missed.map(({ endedMs }) => atMs - endedMs));
}

/** What becomes of an attempt: why it fails, else which server answers, and of which instant its rows are. */
export interface ReadFate {
  readonly error: string | null;
  readonly seenMs: number;
  /** db3 unless it is said. */
  readonly server?: number;
}

/** A record with a client that only reads through each of these ways: each 100 ms, and a login each 250 ms. Instants are from the fault. */
export function withReaders(
  record: DrillRecord,
  readers: readonly { readonly way: DrillReadWay; readonly fate: (atMs: number) => ReadFate }[],
): DrillRecord {
  const { probe, ways } = record;
  const shiftMs = zeroMs - probe.offsetMs;
  const acks = probe.samples.filter(
    ({ lane, endpoint, error }) => lane === "write" && endpoint === 0 && error === null,
  );
  const reads = readers.flatMap(({ fate }, at) => {
    const found: ProbeSample[] = [];
    for (let atMs = -2_000; atMs + zeroMs < record.nowMs - 900; atMs += 50) {
      const { error, seenMs, server = 3 } = fate(atMs);
      const startedMs = atMs + shiftMs;
      const times = { dueMs: startedMs, startedMs, endedMs: startedMs + 2 };
      const serverUuid = error === "ECONNREFUSED" ? null : uuidOf(server);
      const common = { endpoint: ways.length + at, ...times, error, serverUuid };
      const last = acks.findLast(({ endedMs }) => endedMs <= seenMs + shiftMs)?.seq ?? -1;
      const saw = { ackedRows: 0, ackedLast: -1, rows: last + 1, last };
      if (atMs % 100 === 0) found.push({ lane: "read", seq: atMs / 100 + 20, ...common, ...saw });
      if (atMs % 250 === 0) found.push({ lane: "login", seq: atMs / 250 + 8, ...common });
    }
    return found;
  });
  const samples = [...probe.samples, ...reads].sort((a, b) => a.endedMs - b.endedMs);
  return { ...record, readWays: readers.map(({ way }) => way), probe: { ...probe, samples } };
}

/** What the drill of `recordedDrill` finds where a read VIP moves from db1 to db3, and db3 itself lags as the primary is back. */
export function exampleReadFindings(order: RecordedDrill = {}): DrillFindings {
  const readVip: DrillReadWay = {
    ...{ endpoint: { address: "10.77.0.101", port: 3306 }, label: "10.77.0.101", isVip: true },
  };
  const moved = (atMs: number): ReadFate => {
    if (atMs < 0) return { error: null, seenMs: atMs, server: 1 };
    if (atMs < 1_400) return { error: "ECONNREFUSED", seenMs: 0 };
    return { error: null, seenMs: atMs - 12 };
  };
  const behind = (atMs: number): ReadFate => {
    return { error: null, seenMs: atMs > 11_200 && atMs <= 13_000 ? 11_200 : atMs };
  };
  return findDrill(
    withReaders(recordedDrill(order), [
      { way: readVip, fate: moved },
      { way: readWay, fate: behind },
    ]),
  );
}
