import type { Message } from "@primacy/contract";
import type { WriteAttempt } from "@primacy/core/drill";
import {
  checkRates,
  countProofs,
  describeCourse,
  type FaultCourse,
  findDeadTime,
  findDisorder,
  findUnboundHold,
  type HostAck,
  judgeAddressAnswers,
  judgeReads,
  judgeReturn,
  listFlows,
  listHoldIntervals,
  listHostAcks,
  listKeptAway,
  listPauses,
  listPrimaryIntervals,
  listRowAcks,
  measureDualWriters,
  measureHeld,
  type PlannedCourse,
  type PrimaryInterval,
  type ReturnVerdict,
  type Span,
  sumSpans,
} from "@primacy/core/drill";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";
import type { AcquisitionLog } from "./acquisitions";
import { listDatabases } from "./group-care";
import { type Load, listAcks, listRecords, readRows, stopLoad } from "./load";
import { loadPace } from "./load-pace";
import { readMemberLog } from "./member-log";
import type { FaultOutcome } from "./outcome";
import { describeOwn, readOwnTransactions } from "./own-transactions";
import { judgePaths } from "./path-outcomes";
import type { PathOutcomes } from "./paths";
import type { RunWatch } from "./run-watch";
import { listWireViolations, type RunWire } from "./run-wire";
import { toEnglish } from "./to-english";

/** Everything that sees, from outside of agents and database, what happens around one fault. */
export interface FaultRun {
  readonly lab: Lab;
  readonly load: Load;
  readonly watch: RunWatch;
  /** Sees Keepalived's address on the proxies. */
  readonly proxyWatch: RunWatch;
  /** Asks on the wire who has the address. */
  readonly wire: RunWire;
  readonly log: AcquisitionLog;
  /** Host of each server, by its UUID. */
  readonly servers: ReadonlyMap<string, string>;
  /** Transactions that servers made alone before the first fault, as one GTID set. */
  readonly knownTransactions: string;
  readonly signal: AbortSignal;
}

/** What a scene tells of a fault. */
export type FaultRunVerdict = Pick<
  FaultOutcome,
  | "ackedWrites"
  | "lostWrites"
  | "phantomWrites"
  | "dualWriterMs"
  | "dualHolderMs"
  | "wire"
  | "reads"
  | "disorder"
  | "healthyMs"
  | "heldMs"
  | "recoveryMs"
  | "throughMs"
  | "late"
  | "byProof"
  | "history"
  | "heard"
  | "violations"
  | "paths"
  | "proxyHolds"
>;

/** The address must stay on the host of the healthy primary for so long to count as settled. */
const settledMs = 1_500;
/** A control client that was told nothing for so long sees no primary. */
const silentMs = 500;
/** Two clients of an address that is well are never without an answer for longer, unless the group itself is. */
const flowGapMs = 250;

/** Waits until the address has been for a while where the group takes writes. Returns whether it came to that. */
export async function awaitSettled(faultRun: FaultRun, timeoutMs: number): Promise<boolean> {
  const hosts: readonly string[] = databaseNames;
  let sinceMs = 0;
  let last = "";
  const look = (): boolean | undefined => {
    // Without the watch nobody knows, and the next judgement says why.
    if (faultRun.watch.hasHole) return false;
    const nowMs = monotonicMs();
    const ack = listHostAcks(faultRun.load.control.attempts.slice(-50), faultRun.servers).at(-1);
    const holders = faultRun.watch.holders.filter((host) => hosts.includes(host));
    const isRight = ack !== undefined && nowMs - ack.atMs < silentMs && holders.join() === ack.host;
    const place = isRight ? ack.host : "";
    if (place === "" || place !== last) sinceMs = nowMs;
    last = place;
    return place !== "" && nowMs - sinceMs >= settledMs ? true : undefined;
  };
  try {
    const limits = { timeoutMs, intervalMs: 50, signal: faultRun.signal };
    return await waitFor("the address to settle", look, limits);
  } catch (cause) {
    if (cause instanceof LabError && cause.code === "not_observed") return false;
    throw cause;
  }
}

/** Ends the scene and judges all that was seen in it. The group must be whole. Throws LabError where a server does not answer. */
export async function judgeFaultRun(faultRun: FaultRun, planned: PlannedCourse): Promise<FaultRunVerdict> {
  const endedMs = monotonicMs();
  await stopLoad(faultRun.load);
  const { heard, removedMs } = await readMemberLog(
    faultRun.lab,
    planned.target,
    planned.actedMs,
    faultRun.signal,
  );
  const course = { ...planned, mayNeedTime: planned.mayNeedTime || heard.length > 0, removedMs };
  const word = await faultRun.log.stop();
  const ledger = await readLedger(faultRun, { actedMs: course.actedMs, endedMs });
  // The watches last: what they have told they do not tell again where the fault cannot be judged after all.
  const proxies = await faultRun.proxyWatch.report();
  // Before the kernels: what was answered until then, they have told of.
  const asked = await faultRun.wire.report(faultRun.signal);
  const { events, dualHolderMs, hole } = await faultRun.watch.report();
  // Clients do not end at the same instant, which is nobody's outage.
  const read = (attempts: readonly WriteAttempt[]): HostAck[] =>
    listHostAcks(attempts, faultRun.servers).filter(({ atMs }) => atMs <= endedMs);
  const control = read(faultRun.load.control.attempts);
  const clients = faultRun.load.clients.flatMap(({ attempts }) => read(attempts));
  const tenures = listPrimaryIntervals(control);
  const holds = listHoldIntervals(events);
  const heardOnWire = judgeAddressAnswers(asked, faultRun.wire.hostOf, hole === null ? holds : null);
  const away = judgeReturn("address", tenures, holds, word, course);
  const starts = faultRun.load.clients.flatMap((run) => run.attempts.map((one) => one.startedMonotonicMs));
  const flows = listFlows(clients, starts, flowGapMs, control);
  const through = judgeReturn("writes", tenures, flows, word, course);
  const { vip, direct } = ledger.paths;
  const unbound = findUnboundHold(holds, course);
  const acks = listAcks(faultRun.load);
  const others = listRowAcks(faultRun.load.control);
  const reads = faultRun.load.clients.map((run) => judgeReads(run.reads, others, course.actedMs));
  return {
    ackedWrites: vip.acked + direct.acked,
    lostWrites: [...vip.lostWrites, ...direct.lostWrites],
    phantomWrites: [...vip.phantomWrites, ...direct.phantomWrites],
    dualWriterMs: measureDualWriters(acks),
    dualHolderMs,
    wire: heardOnWire.wire,
    reads: reads.map(({ answered, stale, behindMs }) => ({ answered, stale, behindMs })),
    disorder: findDisorder(acks, faultRun.lab.state.groupName).map(toEnglish),
    ...measureHeld(tenures, holds),
    ...describeReturn(away, through),
    byProof: countProofs(word.acquisitions),
    history: [
      ...word.steps.map(({ atMs, text }) => `${Math.round(atMs - course.actedMs)} ms ${text}`),
      ...describeLate(faultRun.load, [...away.lateSpans, ...through.lateSpans], course),
    ],
    heard: heard.map((host) => `${host} heard ${course.target} until it was removed`),
    paths: ledger.paths,
    proxyHolds: proxies.hole === null ? { count: proxies.dualHolds, dualMs: proxies.dualHolderMs } : null,
    violations: [
      ...(hole === null ? [] : [hole]),
      ...listWireViolations(asked, heardOnWire),
      ...(unbound === null ? [] : [toEnglish(unbound)]),
      ...checkClients(faultRun.load, endedMs),
      ...checkWritten(clients, control, tenures, listKeptAway(word, course)).map(toEnglish),
      ...ledger.violations,
      ...reads.flatMap(({ found }) => found.map(toEnglish)),
    ],
  };
}

function describeReturn(
  away: ReturnVerdict,
  through: ReturnVerdict,
): Pick<FaultRunVerdict, "recoveryMs" | "throughMs" | "late"> {
  const late = [...away.late, ...through.late].map(toEnglish);
  return { recoveryMs: away.worstMs, throughMs: through.worstMs, late };
}

/** What clients tried around what was late. */
function describeLate(
  { clients, control }: Load,
  spans: readonly Span[],
  { actedMs }: FaultCourse,
): string[] {
  const through = clients.flatMap(({ attempts }) => attempts);
  return spans
    .flatMap((span) => [
      ...describeCourse("address", through, span, actedMs),
      ...describeCourse("direct", control.attempts, span, actedMs),
    ])
    .map(toEnglish);
}

function checkClients({ clients, control, startedMs }: Load, endedMs: number): string[] {
  const named = [...clients.map((run) => ({ run, name: "a client of the address" }))];
  return [...named, { run: control, name: "the direct client" }].flatMap(({ run, name }) => {
    const deadMs = findDeadTime(run.attempts, { fromMs: startedMs, toMs: endedMs });
    return deadMs === null ? [] : [`${name} reported nothing for ${deadMs} ms`];
  });
}

function checkWritten(
  clients: readonly HostAck[],
  control: readonly HostAck[],
  tenures: readonly PrimaryInterval[],
  leftOut: readonly Span[],
): Message[] {
  const pausedMs = sumSpans(tenures.flatMap(listPauses));
  return checkRates({
    clients,
    control,
    clientCount: loadPace.readers.length,
    ...loadPace,
    healthyMs: sumSpans(tenures) - pausedMs,
    leftOut,
  });
}

async function readLedger(
  { lab, load, knownTransactions, signal }: FaultRun,
  span: { readonly actedMs: number; readonly endedMs: number },
): Promise<{ readonly paths: PathOutcomes; readonly violations: readonly string[] }> {
  const records = listRecords(load);
  const runs = records.map(({ run }) => run);
  const copies = await Promise.all(listDatabases(lab).map((host) => readRows(host, runs, signal)));
  const restarts = new Map(load.beside.map((one) => [one.path, one.restarts] as const));
  const { paths, diverged } = judgePaths({ records, copies, restarts, ...span });
  const own = await readOwnTransactions(lab, knownTransactions, signal);
  const violations = [
    ...describeOwn(own),
    ...own.silent.map((host) => `what ${host} did alone could not be asked`),
    ...(diverged.length > 0 ? [`${diverged.length} rows are not on every server: ${diverged[0]}, ...`] : []),
  ];
  return { paths, violations };
}
