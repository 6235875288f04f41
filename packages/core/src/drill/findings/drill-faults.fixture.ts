import { type DrillFault, defaultVipTimings, type ProbeSample, probeEveryMs } from "@primacy/contract";
import type { MemberView } from "@primacy/contract/agent";
import { predictDrill } from "../order/predict-drill";
import { courseFrames, type GroupCourse, memberOf, servers, uuidOf, vip } from "./drill-group.fixture";
import type { DrillRecord, DrillServer } from "./drill-record";
import { groupOf, zeroMs } from "./drill-record.fixture";

/** Each fault but a killed mysqld, of which `recordedDrill` tells more. */
export const otherFaults = [
  { kind: "switchover", memberId: null },
  { kind: "stop_mysqld" },
  { kind: "freeze_mysqld" },
  { kind: "cut_host" },
  { kind: "cut_secondary", memberId: null },
  { kind: "cut_one_way", memberId: null, drops: "to_secondary" },
  { kind: "kill_agent" },
  { kind: "freeze_agent" },
  { kind: "cpu_pressure", perProcessor: 2 },
  { kind: "kill_proxy", proxyId: null, program: "haproxy", restarts: false },
  { kind: "fill_disk", seconds: 20 },
] as const satisfies readonly DrillFault[];

/** What befalls the group by one of them, in milliseconds from the fault. */
export interface FaultTimes {
  /** Writes stop from here to there; null: they do not. */
  readonly stop: { readonly fromMs: number; readonly toMs: number } | null;
  readonly suspectedMs: number | null;
  readonly expelledMs: number | null;
  /** db2 is the primary, and takes the VIP a moment later. */
  readonly electedMs: number | null;
  /** The kernel of db1 has no VIP from here to there. */
  readonly away: { readonly fromMs: number; readonly toMs: number } | null;
  /** The agent of db1 says nothing up to then. */
  readonly silentMs: number;
}

const none: FaultTimes = {
  ...{ stop: null, suspectedMs: null, expelledMs: null, electedMs: null, away: null, silentMs: 0 },
};
const missed = { suspectedMs: 5_200, expelledMs: 6_200 };
const forGood = Number.POSITIVE_INFINITY;
const failover: FaultTimes = {
  ...{ ...none, ...missed, electedMs: 6_300, stop: { fromMs: 0, toMs: 6_700 } },
  away: { fromMs: 1_600, toMs: forGood },
};
const moved = { fromMs: 60, toMs: forGood };

/** When what happens by each fault, in a group that expels at once. */
export const faultTimes: Readonly<Record<(typeof otherFaults)[number]["kind"], FaultTimes>> = {
  switchover: { ...none, electedMs: 40, stop: { fromMs: 10, toMs: 220 }, away: moved },
  stop_mysqld: { ...none, expelledMs: 400, electedMs: 480, stop: { fromMs: 200, toMs: 800 }, away: moved },
  freeze_mysqld: failover,
  cut_host: failover,
  cut_secondary: { ...none, ...missed },
  cut_one_way: { ...none, suspectedMs: 5_300 },
  // Its supervisor lets go at once.
  kill_agent: {
    ...none,
    stop: { fromMs: 10, toMs: 1_500 },
    away: { fromMs: 10, toMs: 1_480 },
    silentMs: 900,
  },
  freeze_agent: {
    ...none,
    stop: { fromMs: 2_300, toMs: 3_600 },
    away: { fromMs: 2_300, toMs: 3_500 },
    silentMs: 2_700,
  },
  cpu_pressure: none,
  kill_proxy: { ...none, stop: { fromMs: 0, toMs: 2_400 } },
  // Until the heal, and as long after it as the server takes to look for space.
  fill_disk: { ...none, stop: { fromMs: 0, toMs: 17_200 } },
};

const [began, healsAt, wholeAt, ends] = [-4_000, 16_000, 18_500, 20_000];
const takesMs = 120;
const observer = { host: "app1", offsetMs: 77_000, errorMs: 0.3 };
const [db1, db2, db3] = servers.map((one) => one);

/** A drill with one of these faults: db1 is the primary, db3 the secondary that is cut off, and db2 the second of a pair. */
export function recordedFault(fault: (typeof otherFaults)[number]): DrillRecord {
  if (db1 === undefined || db2 === undefined || db3 === undefined) throw new Error("a group of three");
  const times = faultTimes[fault.kind];
  const group = groupOf(0);
  // A server that ends in order takes its time; it is seen to have ended.
  const seenMs = zeroMs + (fault.kind === "stop_mysqld" ? 300 : 8);
  const isPair = fault.kind === "switchover" || fault.kind === "cut_one_way";
  return {
    fault,
    primary: db1,
    target: fault.kind === "cut_secondary" ? db3 : db1,
    other: isPair ? db2 : null,
    ...(fault.kind === "kill_proxy"
      ? { proxy: { program: fault.program, hostId: uuidOf(8), host: "px1" } }
      : {}),
    servers,
    ways: [{ endpoint: { address: vip, port: 3306 }, label: "VIP", run: uuidOf(9), isVip: true }],
    objectiveMs: 30_000,
    estimate: predictDrill({ group, timings: defaultVipTimings }, fault),
    group,
    ...{ startedMs: zeroMs + began, nowMs: zeroMs + ends, armedMs: zeroMs - 30 },
    injection: { actedMs: zeroMs, seenMs, errorMs: 0.4, seenBy: "db1", seen: [] },
    ...{ healBegunMs: zeroMs + healsAt, healedMs: zeroMs + wholeAt },
    frames: courseFrames(courseOf(fault, times), zeroMs),
    probe: { ...observer, samples: playClients(times), isComplete: true },
    ledgers: readLedgers(times),
    ledgersRead: { fromMs: zeroMs + healsAt - 300, toMs: zeroMs + healsAt - 200 },
  };
}

function courseOf({ kind }: DrillFault, times: FaultTimes): GroupCourse {
  const { away, electedMs, silentMs } = times;
  const target = kind === "cut_secondary" ? 3 : 1;
  const isParted = kind === "freeze_mysqld" || kind === "cut_host" || kind === "cut_secondary";
  const taken = (electedMs ?? forGood) + takesMs;
  return {
    ...{ beganMs: began, endMs: ends },
    isUneasy: (atMs) => atMs > -200 && atMs < 8_000,
    heldSince: (n, atMs) => {
      if (n === 2) return atMs >= taken ? taken : null;
      if (n !== 1) return null;
      if (away === null || atMs < away.fromMs) return began - 60_000;
      return atMs >= away.toMs ? away.toMs : null;
    },
    lookAt: (n, atMs) => {
      const isPrimary = (electedMs !== null && atMs >= electedMs ? 2 : 1) === n;
      const members = viewOf(kind, times, n, atMs);
      if (n !== target || atMs < 0 || atMs >= wholeAt) return { members, isReadOnly: !isPrimary };
      if (kind === "stop_mysqld" && atMs >= 200 && atMs < healsAt) return null;
      if (kind === "freeze_mysqld" && atMs < healsAt) return null;
      // What was parted believes for a while that nothing happened; cut off, it misses the others.
      if (isParted) return { members: believe(kind, n, atMs), isReadOnly: n !== 1 };
      return { members, isReadOnly: !isPrimary };
    },
    isSilent: (n, atMs) => n === 1 && atMs >= 0 && atMs < silentMs,
  };
}

/** The deposed one calls itself the primary of a whole group, up to seconds after it was healed. */
function believe(kind: DrillFault["kind"], n: number, atMs: number): MemberView[] {
  const isAlone = kind !== "freeze_mysqld" && atMs >= 5_200 && atMs < healsAt;
  return [1, 2, 3].map((one) =>
    memberOf(one, isAlone && one !== n ? "UNREACHABLE" : "ONLINE", one === 1 ? "PRIMARY" : "SECONDARY"),
  );
}

/** The view of a server that is in the group. */
function viewOf(kind: DrillFault["kind"], times: FaultTimes, n: number, atMs: number): MemberView[] {
  const { suspectedMs, expelledMs, electedMs } = times;
  const target = kind === "cut_secondary" ? 3 : 1;
  const primary = electedMs !== null && atMs >= electedMs ? 2 : 1;
  const isLate = atMs >= (suspectedMs ?? forGood) && atMs < healsAt;
  const stateOf = (one: number): string | null => {
    if (kind === "cut_one_way") return isLate && n + one === 3 && n !== one ? "UNREACHABLE" : "ONLINE";
    if (one !== target || atMs >= wholeAt) return "ONLINE";
    if (expelledMs !== null && atMs >= expelledMs) return null;
    return isLate ? "UNREACHABLE" : "ONLINE";
  };
  return [1, 2, 3].flatMap((one) => {
    const state = stateOf(one);
    return state === null ? [] : [memberOf(one, state, one === primary ? "PRIMARY" : "SECONDARY")];
  });
}

function playClients(times: FaultTimes): ProbeSample[] {
  return (["write", "read", "login"] as const)
    .flatMap((lane) => playLane(times, lane))
    .sort((a, b) => a.endedMs - b.endedMs);
}

function playLane({ stop, electedMs }: FaultTimes, lane: "write" | "read" | "login"): ProbeSample[] {
  const shiftMs = zeroMs - observer.offsetMs;
  const samples: ProbeSample[] = [];
  for (let seq = 0; began + 18 + seq * probeEveryMs[lane] < ends - 500; seq += 1) {
    const dueMs = began + 18 + seq * probeEveryMs[lane];
    const endsMs = dueMs + 6;
    const isHit = stop !== null && endsMs >= stop.fromMs && dueMs < stop.toMs;
    const writer = electedMs !== null && dueMs >= (stop?.toMs ?? 0) ? 2 : 1;
    const place = {
      ...{ endpoint: 0, seq, dueMs: dueMs + shiftMs, startedMs: dueMs + 0.2 + shiftMs },
      ...{ endedMs: endsMs + shiftMs, error: isHit ? "ECONNREFUSED" : null },
      serverUuid: isHit ? null : uuidOf(writer),
    };
    const rows = { ackedRows: 0, ackedLast: -1, rows: 0, last: -1 };
    if (lane === "write") samples.push({ lane, ...place, isSent: !isHit });
    else if (lane === "read") samples.push({ lane, ...place, ...rows });
    else samples.push({ lane, ...place });
  }
  return samples;
}

/** What was acknowledged by then is on the primary of the moment. */
function readLedgers(times: FaultTimes): DrillRecord["ledgers"] {
  const readMs = zeroMs + healsAt - 300 - observer.offsetMs;
  const rows = playLane(times, "write").flatMap(({ seq, error, endedMs, serverUuid }) =>
    error === null && endedMs <= readMs && serverUuid !== null ? [{ seq, serverUuid }] : [],
  );
  const primary = times.electedMs === null ? 1 : 2;
  return servers.map(({ name }: DrillServer, at) => ({
    server: name,
    isPrimary: at + 1 === primary,
    rows: at + 1 === primary ? [rows] : null,
  }));
}
