import type { ProbeSample } from "@primacy/contract";
import { uuidOf } from "./drill-group.fixture";
import type { DrillLedger, DrillRecord } from "./drill-record";
import { recordedDrill, zeroMs } from "./drill-record.fixture";

/** What a history is made of. */
export interface HistoryOrder {
  readonly seed: number;
  /** Nobody takes writes from here to there, in milliseconds from the fault. */
  readonly outage: { readonly fromMs: number; readonly toMs: number };
  readonly isPrimaryAsked: boolean;
  readonly isSecondaryAsked: boolean;
  readonly offsetMs: number;
}

/** What is true of a history. */
export interface Truth {
  readonly lost: readonly number[];
  readonly phantom: readonly number[];
  readonly unknownThere: readonly number[];
  readonly unknownAbsent: readonly number[];
  readonly stale: number;
  readonly attempts: {
    readonly acked: number;
    readonly refused: number;
    readonly unknown: number;
    readonly notSent: number;
  };
}

interface Fate {
  readonly sample: Extract<ProbeSample, { lane: "write" }>;
  readonly kind: "acked" | "refused" | "unknown" | "notSent";
  readonly onPrimary: boolean;
  readonly onSecondary: boolean;
}

const aroundMs = 2_000;
/** Rows that are there without an attempt. */
const strangers = [900_000, 900_001];

/** A history of one client, with what is true of it: every write has its own fate, whatever the client was told. */
export function makeHistory(order: HistoryOrder): { readonly record: DrillRecord; readonly truth: Truth } {
  const random = randomOf(order.seed);
  const shiftMs = zeroMs - order.offsetMs;
  const fates = listFates(order, random);
  const readMs = order.outage.toMs + aroundMs / 2;
  const written = fates.filter(({ sample }) => sample.endedMs <= readMs);
  const reads = listReads(order, random);
  const hasStrangers = random() < 0.5;
  const asked = [
    ...(order.isPrimaryAsked ? [written.filter((one) => one.onPrimary)] : []),
    ...(order.isSecondaryAsked ? [written.filter((one) => one.onSecondary)] : []),
  ];
  const there = new Set([
    ...asked.flatMap((rows) => rows.map(({ sample }) => sample.seq)),
    ...(hasStrangers && asked.length > 0 ? strangers : []),
  ]);
  const seqs = (wanted: (one: Fate) => boolean): number[] =>
    written.filter(wanted).map(({ sample }) => sample.seq);
  const count = (kind: Fate["kind"]): number => fates.filter((one) => one.kind === kind).length;
  const isAbsentKind = ({ kind }: Fate): boolean => kind === "refused" || kind === "notSent";
  const samples = [...fates.map(({ sample }) => sample), ...reads.map(({ sample }) => sample)]
    .map(
      (one): ProbeSample => ({
        ...one,
        dueMs: one.dueMs + shiftMs,
        startedMs: one.startedMs + shiftMs,
        endedMs: one.endedMs + shiftMs,
      }),
    )
    .sort((a, b) => a.endedMs - b.endedMs);
  const nowMs = zeroMs + order.outage.toMs + aroundMs + 1_000;
  const base = recordedDrill({ ways: ["vip"], times: quiet });
  const record: DrillRecord = {
    ...base,
    nowMs,
    frames: [],
    probe: { host: "app1", offsetMs: order.offsetMs, errorMs: 0, samples, isComplete: true },
    ledgers: listLedgers(order, written, hasStrangers),
    ledgersRead: { fromMs: zeroMs + readMs, toMs: zeroMs + readMs },
  };
  const truth: Truth = {
    lost: seqs((one) => one.kind === "acked" && !one.onPrimary),
    phantom: [
      ...seqs((one) => isAbsentKind(one) && there.has(one.sample.seq)),
      ...strangers.filter((seq) => there.has(seq)),
    ],
    unknownThere: seqs((one) => one.kind === "unknown" && there.has(one.sample.seq)),
    unknownAbsent: seqs((one) => one.kind === "unknown" && !there.has(one.sample.seq)),
    stale: reads.filter(({ isStale }) => isStale).length,
    attempts: {
      acked: count("acked"),
      refused: count("refused"),
      unknown: count("unknown"),
      notSent: count("notSent"),
    },
  };
  return { record, truth };
}

/** Nothing happens: what the group says is no part of these histories. */
export const quiet = {
  ...{ beganMs: -10, suspectedMs: 1, expelledMs: 1, electedMs: 1, writableMs: 1, releasedMs: 1, takenMs: 1 },
  ...{ upMs: 1, joinsMs: 1, healedMs: 1, endMs: 2 },
};

/** A generator of numbers from 0 to 1, the same for the same seed (mulberry32). */
export function randomOf(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

/** What is acknowledged lies wholly before or after the outage, and what fails for it has an instant of it within. */
function listFates({ outage }: HistoryOrder, random: () => number): Fate[] {
  const fates: Fate[] = [];
  for (let seq = 0; seq * 20 - aroundMs < outage.toMs + aroundMs; seq += 1) {
    const dueMs = seq * 20 - aroundMs + 0.5;
    const startedMs = dueMs + random() * 3;
    const endedMs = startedMs + 1 + random() * 15;
    const isHit = endedMs >= outage.fromMs && startedMs <= outage.toMs;
    const isNear = endedMs >= outage.fromMs - 100 && startedMs <= outage.toMs + 100;
    const at = { seq, dueMs, startedMs, endedMs };
    if (isHit) fates.push(failedFate(at, outage.fromMs, random));
    else if (!isNear && seq % 29 === 0) fates.push(refusedFate(at, random));
    else fates.push(ackedFate(at, random));
  }
  return fates;
}

interface At {
  readonly seq: number;
  readonly dueMs: number;
  readonly startedMs: number;
  readonly endedMs: number;
}

function fateOf(
  at: At,
  kind: Fate["kind"],
  error: string | null,
  isThere: boolean,
  random: () => number,
): Fate {
  const isSent = kind !== "notSent";
  const sample = {
    lane: "write",
    endpoint: 0,
    ...at,
    error,
    isSent,
    serverUuid: isSent ? uuidOf(2) : null,
  } as const;
  const isKept = (): boolean => isThere && random() > 0.02;
  return { sample, kind, onPrimary: isKept(), onSecondary: isKept() };
}

function ackedFate(at: At, random: () => number): Fate {
  return fateOf(at, "acked", null, random() > 0.02, random);
}

/** Of those that cannot be there a few are all the same. */
function refusedFate(at: At, random: () => number): Fate {
  return fateOf(at, "refused", "ER_OPTION_PREVENTS_STATEMENT", random() < 0.1, random);
}

function failedFate(at: At, fromMs: number, random: () => number): Fate {
  const { startedMs } = at;
  const dice = random();
  const beginMs = Math.max(startedMs, fromMs);
  if (dice < 0.2)
    return fateOf({ ...at, endedMs: startedMs }, "notSent", "NO_FREE_SLOT", random() < 0.02, random);
  if (dice < 0.5)
    return fateOf({ ...at, endedMs: beginMs + 0.5 }, "notSent", "ECONNREFUSED", random() < 0.02, random);
  if (dice < 0.7) return refusedFate({ ...at, endedMs: beginMs + 1 }, random);
  return fateOf({ ...at, endedMs: beginMs + random() * 300 }, "unknown", "ETIMEDOUT", random() < 0.5, random);
}

interface Read {
  readonly sample: Extract<ProbeSample, { lane: "read" }>;
  readonly isStale: boolean;
}

function listReads({ outage }: HistoryOrder, random: () => number): Read[] {
  const reads: Read[] = [];
  for (let seq = 0; seq * 100 - aroundMs < outage.toMs + aroundMs; seq += 1) {
    const dueMs = seq * 100 - aroundMs;
    const error = random() < 0.2 ? "ETIMEDOUT" : null;
    const isBehind = random() < 0.1;
    const seen = { ackedRows: 5 * seq + 2, ackedLast: 5 * seq + 1 };
    const more = Math.floor(random() * 3);
    const saw = isBehind
      ? { rows: seen.ackedRows - 1 - more, last: seen.ackedLast - more }
      : { rows: seen.ackedRows + more, last: seen.ackedLast + more };
    const at = { seq, dueMs, startedMs: dueMs, endedMs: dueMs + 1 + random() * 5 };
    reads.push({
      sample: { lane: "read", endpoint: 0, ...at, error, serverUuid: uuidOf(2), ...seen, ...saw },
      isStale: isBehind && error === null,
    });
  }
  return reads;
}

function listLedgers(order: HistoryOrder, written: readonly Fate[], hasStrangers: boolean): DrillLedger[] {
  const serverUuid = uuidOf(2);
  const rowsOf = (fates: readonly Fate[]): { seq: number; serverUuid: string }[] => [
    ...fates.map(({ sample }) => ({ seq: sample.seq, serverUuid })),
    ...(hasStrangers ? strangers.map((seq) => ({ seq, serverUuid })) : []),
  ];
  return [
    { server: "db1", isPrimary: false, rows: null },
    {
      server: "db2",
      isPrimary: true,
      rows: order.isPrimaryAsked ? [rowsOf(written.filter((one) => one.onPrimary))] : null,
    },
    {
      server: "db3",
      isPrimary: false,
      rows: order.isSecondaryAsked ? [rowsOf(written.filter((one) => one.onSecondary))] : null,
    },
  ];
}
