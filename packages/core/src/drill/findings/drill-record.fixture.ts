import { type DrillFindings, type DrillSystem, defaultVipTimings, message } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import type { GroupFacts } from "../../check/downtime";
import { predictDrill } from "../order/predict-drill";
import { clientSamples, type WayKind } from "./drill-clients.fixture";
import { type GroupTimes, groupFrames, servers, uuidOf, vip } from "./drill-group.fixture";
import type { DrillLedger, DrillRecord, DrillServer, DrillWay } from "./drill-record";
import { findDrill } from "./find-drill";

/** What is to be recorded. */
export interface RecordedDrill {
  /** `group_replication_member_expel_timeout`: an outage of about 7 s, or 11 s. */
  readonly expelSeconds?: 0 | 5;
  readonly restarts?: boolean;
  readonly ways?: readonly WayKind[];
  /** As far as it had come so long after the fault, in milliseconds; absent: to its end. */
  readonly untilMs?: number;
  /** When everything happens; absent: as `timesOf` says. */
  readonly times?: GroupTimes;
}

/** The fault on the console's clock, and how far that is ahead of the observing host's. */
export const zeroMs = 500_000;
const observer = { host: "app1", offsetMs: 77_000, errorMs: 0.3 };

const firstWays: Readonly<Record<WayKind, DrillWay>> = {
  vip: {
    endpoint: { address: vip, port: 3306 },
    label: "VIP",
    run: "40000000-0000-4000-8000-000000000001",
    isVip: true,
  },
  router: {
    endpoint: { address: "10.77.0.21", port: 6446 },
    label: "Router app1",
    run: "40000000-0000-4000-8000-000000000002",
    isVip: false,
  },
};

/** The member that is hit. */
export const targetOf: DrillServer = servers[0] ?? { serverUuid: uuidOf(1), name: "db1", hostId: "" };

/** A drill that killed mysqld of db1, the primary of three, watched through the VIP and a Router. The same for the same order. */
export function recordedDrill(order: RecordedDrill = {}): DrillRecord {
  const { expelSeconds = 5, restarts = false, ways = ["vip", "router"], untilMs } = order;
  const times = order.times ?? timesOf(expelSeconds, restarts);
  const observedMs = zeroMs - observer.offsetMs;
  const fault = { kind: "kill_mysqld", restarts } as const;
  const group = groupOf(expelSeconds);
  const whole: DrillRecord = {
    fault,
    primary: targetOf,
    target: targetOf,
    other: null,
    servers,
    ways: ways.map((kind) => firstWays[kind]),
    objectiveMs: 30_000,
    estimate: predictDrill({ group, timings: defaultVipTimings }, fault),
    group,
    system: systemOf(expelSeconds),
    startedMs: zeroMs + times.beganMs,
    nowMs: zeroMs + times.endMs,
    armedMs: zeroMs - 40,
    injection: {
      actedMs: zeroMs,
      seenMs: zeroMs + 12,
      errorMs: 0.4,
      seenBy: "db1",
      seen: [message("drill_mark.injected_kill_mysqld", { member: "db1" })],
    },
    healBegunMs: zeroMs + times.joinsMs - 2_000,
    healedMs: zeroMs + times.healedMs,
    frames: groupFrames(times, zeroMs),
    probe: {
      ...observer,
      samples: ways
        .flatMap((kind, at) => clientSamples(times, kind, at, observedMs))
        .sort((a, b) => a.endedMs - b.endedMs),
      isComplete: true,
    },
    ledgers: [],
    ledgersRead: { fromMs: zeroMs + times.joinsMs - 2_300, toMs: zeroMs + times.joinsMs - 2_100 },
  };
  const record = { ...whole, ledgers: readLedgers(whole) };
  return untilMs === undefined ? record : cutRecord(record, zeroMs + untilMs);
}

/** What the drill of `recordedDrill` finds. */
export function exampleFindings(order: RecordedDrill = {}): DrillFindings {
  return findDrill(recordedDrill(order));
}

/** A record as it stood at an instant of the console's clock. */
export function cutRecord(record: DrillRecord, nowMs: number): DrillRecord {
  const { injection, probe, ledgersRead, ...rest } = record;
  const reached = (ms: number | null): number | null => (ms !== null && ms <= nowMs ? ms : null);
  const isRead = ledgersRead !== undefined && ledgersRead.toMs <= nowMs;
  const { isComplete, ...clients } = probe;
  return {
    ...rest,
    nowMs,
    armedMs: reached(record.armedMs),
    injection: injection !== null && injection.seenMs <= nowMs ? injection : null,
    healBegunMs: reached(record.healBegunMs),
    healedMs: reached(record.healedMs),
    frames: record.frames.filter(({ status, offsetMs }) => status.clock.monotonicMs + offsetMs <= nowMs),
    probe: {
      ...clients,
      ...(isComplete === true && nowMs >= record.nowMs ? { isComplete } : {}),
      samples: probe.samples.filter(({ endedMs }) => endedMs + probe.offsetMs <= nowMs),
    },
    ledgers: isRead ? record.ledgers : [],
    ...(isRead ? { ledgersRead } : {}),
  };
}

/** A record in which the agent of server `n` says something else from an instant on, in milliseconds from the fault. */
export function withStatus(
  record: DrillRecord,
  n: number,
  fromMs: number,
  change: (status: AgentStatus) => AgentStatus,
): DrillRecord {
  const frames = record.frames.map((frame) => {
    const atMs = frame.status.clock.monotonicMs + frame.offsetMs - zeroMs;
    const isChanged = frame.hostId === servers[n - 1]?.hostId && atMs >= fromMs;
    return isChanged ? { ...frame, status: change(frame.status) } : frame;
  });
  return { ...record, frames };
}

/** A record in which every frame of server `n` from an instant on was never heard. */
export function withSilence(
  record: DrillRecord,
  n: number,
  fromMs: number,
  toMs = Number.POSITIVE_INFINITY,
): DrillRecord {
  const frames = record.frames.filter(({ hostId, status, offsetMs }) => {
    const atMs = status.clock.monotonicMs + offsetMs - zeroMs;
    return hostId !== servers[n - 1]?.hostId || atMs < fromMs || atMs >= toMs;
  });
  return { ...record, frames };
}

/** When everything happens in such a drill, in milliseconds from the fault. */
export function timesOf(expelSeconds: 0 | 5, restarts: boolean): GroupTimes {
  const expelledMs = expelSeconds === 0 ? 6_250 : 10_870;
  const doneMs = expelledMs + 5_000;
  return {
    beganMs: -4_000,
    suspectedMs: 5_240,
    expelledMs,
    electedMs: expelledMs + 40,
    writableMs: expelledMs + 160,
    releasedMs: 310,
    takenMs: expelledMs + 330,
    upMs: restarts ? 2_400 : doneMs + 1_500,
    joinsMs: doneMs + 2_000,
    healedMs: doneMs + 5_000,
    endMs: doneMs + 6_000,
  };
}

/** What a group has set whose members all wait so long before they expel one that is silent. */
export function groupOf(expelSeconds: number): GroupFacts {
  return {
    minExpelSeconds: expelSeconds,
    maxExpelSeconds: expelSeconds,
    isGreatSql: false,
    flpSeconds: null,
  };
}

/** The versions and settings of such a group. */
function systemOf(expelSeconds: number): DrillSystem {
  const { leaseSeconds, releaseAfterMs } = defaultVipTimings;
  const variables = {
    version_comment: "MySQL Community Server - GPL",
    group_replication_member_expel_timeout: String(expelSeconds),
    group_replication_consistency: "BEFORE_ON_PRIMARY_FAILOVER",
    sync_binlog: "1",
  };
  return {
    primacyVersion: "0.1.0",
    servers: servers.map(({ name }) => ({ name, version: "8.4.6", variables, agentVersion: "0.1.0" })),
    timings: { leaseSeconds, releaseAfterMs },
  };
}

/** What was acknowledged by then, on all but the server that is down: db2 is the primary. Of what nobody knows, the later half is there. */
function readLedgers({ ways, probe, ledgersRead }: DrillRecord): DrillLedger[] {
  const readMs = (ledgersRead?.fromMs ?? 0) - probe.offsetMs;
  const rows = ways.map((_way, at) =>
    probe.samples.flatMap((one) => {
      if (one.lane !== "write" || one.endpoint !== at || one.endedMs > readMs) return [];
      const isThere = one.error === null || (one.isSent && one.seq % 2 === 1);
      return isThere && one.serverUuid !== null ? [{ seq: one.seq, serverUuid: one.serverUuid }] : [];
    }),
  );
  return [
    { server: "db1", isPrimary: false, rows: null },
    { server: "db2", isPrimary: true, rows },
    { server: "db3", isPrimary: false, rows },
  ];
}
