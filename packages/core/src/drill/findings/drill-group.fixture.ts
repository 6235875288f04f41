import type { AgentStatus, MemberView, MysqlStatus } from "@primacy/contract/agent";
import type { DrillFrame, DrillServer } from "./drill-record";

/** A group of three for tests: mysqld of db1, the primary that has the VIP, is killed at 0, and db2 takes over. Times are ms from the fault. */
export const vip = "10.77.0.100";
export const nicName = "eth0";

/** The servers of the group. */
export const servers: readonly DrillServer[] = [1, 2, 3].map((n) => ({
  serverUuid: uuidOf(n),
  name: `db${n}`,
  hostId: `10000000-0000-4000-8000-00000000000${n}`,
}));

/** When what happens. */
export interface GroupTimes {
  readonly beganMs: number;
  readonly suspectedMs: number;
  readonly expelledMs: number;
  readonly electedMs: number;
  readonly writableMs: number;
  readonly releasedMs: number;
  readonly takenMs: number;
  /** When the server of db1 answers again; on its own until it joins. */
  readonly upMs: number;
  readonly joinsMs: number;
  readonly healedMs: number;
  readonly endMs: number;
}

/** How far the console's clock is ahead of that of each host, and what is known of it: no two are alike. */
const clocks = [
  { offsetMs: 1_000_000, errorMs: 0.4 },
  { offsetMs: -3_000_000, errorMs: 0.6 },
  { offsetMs: 41_000.5, errorMs: 0.5 },
] as const;

/** What server `n` of the group is called by MySQL. */
export function uuidOf(n: number): string {
  return `20000000-0000-4000-8000-00000000000${n}`;
}

/** What the agents say, each on its own clock; `zeroMs` is the fault on the console's. A look comes 10 ms before the frame that tells it. */
export function groupFrames(times: GroupTimes, zeroMs: number): DrillFrame[] {
  return servers.flatMap(({ hostId }, index) => {
    const clock = clocks[index] ?? clocks[0];
    const frames: DrillFrame[] = [];
    let atMs = times.beganMs + 70 * index;
    while (atMs <= times.endMs) {
      const hostMs = atMs + zeroMs - clock.offsetMs;
      frames.push({ hostId, ...clock, status: statusAt(index + 1, times, atMs, hostMs) });
      atMs += paceAt(times, atMs);
    }
    return frames;
  });
}

/** Agents look more often while a member is shown as unreachable, and tell at once what changes. */
function paceAt({ suspectedMs, takenMs }: GroupTimes, atMs: number): number {
  const isUneasy = (atMs > -200 && atMs < 500) || (atMs > suspectedMs - 500 && atMs < takenMs + 500);
  return isUneasy ? 90 : 500;
}

function statusAt(n: number, times: GroupTimes, atMs: number, hostMs: number): AgentStatus {
  const isHolder = n === 1 ? atMs < times.releasedMs : n === 2 && atMs >= times.takenMs;
  const own = { address: `10.77.0.1${n}`, prefixLength: 24, label: nicName, validSeconds: null };
  const held = { address: vip, prefixLength: 32, label: `${nicName}:pv0`, validSeconds: 2 };
  const boundMs = hostMs - (atMs - (n === 1 ? times.beganMs - 60_000 : times.takenMs));
  return {
    protocol: 2,
    agentVersion: "0.1.0",
    hostId: servers[n - 1]?.hostId ?? "",
    seq: 1,
    clock: { bootId: `boot-${n}`, monotonicMs: hostMs, wallMs: 0 },
    startedMonotonicMs: 0,
    clusterId: null,
    epoch: 2,
    documentHash: null,
    certificateExpiresAt: null,
    hasRstGate: true,
    warnings: [],
    nics: [
      {
        name: nicName,
        mac: `02:00:00:00:00:1${n}`,
        isUp: true,
        hasCarrier: true,
        addresses: isHolder ? [own, held] : [own],
      },
    ],
    mysql: mysqlAt(n, times, atMs - 10, hostMs - 10),
    vips: [
      {
        vipId: "30000000-0000-4000-8000-000000000001",
        address: vip,
        nic: nicName,
        state: isHolder ? "HOLDING" : "STANDBY",
        maintenance: "none",
        isBound: isHolder,
        boundSinceMonotonicMs: isHolder ? boundMs : null,
        leaseEndsMonotonicMs: isHolder ? hostMs + 2_000 : null,
        evidenceAgeMs: isHolder ? 50 : null,
        isGateOpen: isHolder,
        lastProofs: [],
        reasons: [],
        transitions: [],
      },
    ],
    wire: [],
    peers: [],
    residentBytes: 1,
    permitEpoch: 2,
  };
}

/** What server `n` says when it is asked. */
function mysqlAt(n: number, times: GroupTimes, atMs: number, observedMonotonicMs: number): MysqlStatus {
  const isDown = n === 1 && atMs >= 0 && atMs < times.upMs;
  const isAlone = n === 1 && atMs >= 0 && atMs < times.joinsMs;
  const members = isDown ? [] : isAlone ? [memberOf(1, "OFFLINE", "")] : membersAt(n, times, atMs);
  const own = members.find(({ serverUuid }) => serverUuid === uuidOf(n));
  const isPrimary = n === 2 ? atMs >= times.writableMs : n === 1 && atMs < 0;
  return {
    reach: isDown ? "down" : "up",
    error: null,
    observedMonotonicMs,
    serverUuid: isDown ? null : uuidOf(n),
    version: isDown ? null : "8.4.6",
    memberState: own?.state ?? null,
    memberRole: own?.role ?? null,
    viewId: null,
    isSinglePrimary: isDown ? null : true,
    isSuperReadOnly: isDown ? null : !isPrimary,
    isOfflineMode: isDown ? null : false,
    members,
    certifyQueue: isDown ? null : 0,
    applyQueue: isDown ? null : 0,
    appliedLagMs: isDown ? null : 0,
    gtidExecuted: null,
  };
}

/** The view of a server of the group; db3 calls the target UNREACHABLE a little later than db2. */
function membersAt(n: number, times: GroupTimes, atMs: number): MemberView[] {
  const isElected = atMs >= times.electedMs;
  const isSuspected = atMs >= times.suspectedMs + (n === 3 ? 150 : 0);
  const others = [
    memberOf(2, "ONLINE", isElected ? "PRIMARY" : "SECONDARY"),
    memberOf(3, "ONLINE", "SECONDARY"),
  ];
  if (atMs >= times.healedMs) return [memberOf(1, "ONLINE", "SECONDARY"), ...others];
  if (atMs >= times.joinsMs) return [memberOf(1, "RECOVERING", "SECONDARY"), ...others];
  if (atMs >= times.expelledMs) return others;
  return [memberOf(1, isSuspected ? "UNREACHABLE" : "ONLINE", "PRIMARY"), ...others];
}

function memberOf(n: number, state: string, role: string): MemberView {
  return { serverUuid: uuidOf(n), host: `10.77.0.1${n}`, port: 3306, state, role, version: "8.4.6" };
}
