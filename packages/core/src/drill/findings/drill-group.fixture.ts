import type { AgentStatus, MemberView, MysqlStatus } from "@primacy/contract/agent";
import type { DrillFrame, DrillServer } from "./drill-record";

/** A group of three for tests: db1 is the primary that has the VIP; what befalls it at 0, a course says. Times are ms from the fault. */
export const vip = "10.77.0.100";
export const nicName = "eth0";

/** The servers of the group. */
export const servers: readonly DrillServer[] = [1, 2, 3].map((n) => ({
  serverUuid: uuidOf(n),
  name: `db${n}`,
  hostId: `10000000-0000-4000-8000-00000000000${n}`,
}));

/** When what happens where mysqld of db1 is killed at 0, and db2 takes over. */
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

/** What befalls a group, as each of its servers and kernels knows it. */
export interface GroupCourse {
  readonly beganMs: number;
  readonly endMs: number;
  /** Agents look more often while a member is shown as unreachable, and tell at once what changes. */
  readonly isUneasy: (atMs: number) => boolean;
  /** Since when the kernel of host `n` has the VIP; null: it has not. */
  readonly heldSince: (n: number, atMs: number) => number | null;
  /** What server `n` says when it is asked; null: it does not answer. */
  readonly lookAt: (
    n: number,
    atMs: number,
  ) => { readonly members: MemberView[]; readonly isReadOnly: boolean } | null;
  /** Whether the agent of host `n` says nothing. */
  readonly isSilent: (n: number, atMs: number) => boolean;
}

/** What the agents say, each on its own clock; `zeroMs` is the fault on the console's. A look comes 10 ms before the frame that tells it. */
export function courseFrames(course: GroupCourse, zeroMs: number): DrillFrame[] {
  return servers.flatMap(({ hostId }, index) => {
    const clock = clocks[index] ?? clocks[0];
    const frames: DrillFrame[] = [];
    for (
      let atMs = course.beganMs + 70 * index;
      atMs <= course.endMs;
      atMs += course.isUneasy(atMs) ? 90 : 500
    ) {
      if (course.isSilent(index + 1, atMs)) continue;
      const hostMs = atMs + zeroMs - clock.offsetMs;
      frames.push({ hostId, ...clock, status: statusAt(index + 1, course, atMs, hostMs) });
    }
    return frames;
  });
}

/** The frames of a group whose primary is killed. */
export function groupFrames(times: GroupTimes, zeroMs: number): DrillFrame[] {
  return courseFrames(killCourse(times), zeroMs);
}

function killCourse(times: GroupTimes): GroupCourse {
  const { beganMs, endMs, suspectedMs, takenMs } = times;
  return {
    beganMs,
    endMs,
    isUneasy: (atMs) => (atMs > -200 && atMs < 500) || (atMs > suspectedMs - 500 && atMs < takenMs + 500),
    heldSince: (n, atMs) => {
      if (n === 1) return atMs < times.releasedMs ? beganMs - 60_000 : null;
      return n === 2 && atMs >= takenMs ? takenMs : null;
    },
    lookAt: (n, atMs) => {
      if (n === 1 && atMs >= 0 && atMs < times.upMs) return null;
      const isAlone = n === 1 && atMs >= 0 && atMs < times.joinsMs;
      const isPrimary = n === 2 ? atMs >= times.writableMs : n === 1 && atMs < 0;
      return {
        members: isAlone ? [memberOf(1, "OFFLINE", "")] : membersAt(n, times, atMs),
        isReadOnly: !isPrimary,
      };
    },
    isSilent: () => false,
  };
}

function statusAt(n: number, course: GroupCourse, atMs: number, hostMs: number): AgentStatus {
  const sinceMs = course.heldSince(n, atMs);
  const isHolder = sinceMs !== null;
  const own = { address: `10.77.0.1${n}`, prefixLength: 24, label: nicName, validSeconds: null };
  const held = { address: vip, prefixLength: 32, label: `${nicName}:pv0`, validSeconds: 2 };
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
    mysql: mysqlAt(n, course, atMs - 10, hostMs - 10),
    vips: [
      {
        vipId: "30000000-0000-4000-8000-000000000001",
        address: vip,
        nic: nicName,
        state: isHolder ? "HOLDING" : "STANDBY",
        maintenance: "none",
        isBound: isHolder,
        boundSinceMonotonicMs: sinceMs === null ? null : hostMs - (atMs - sinceMs),
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

function mysqlAt(n: number, course: GroupCourse, atMs: number, observedMonotonicMs: number): MysqlStatus {
  const look = course.lookAt(n, atMs);
  const members = look?.members ?? [];
  const own = members.find(({ serverUuid }) => serverUuid === uuidOf(n));
  const isDown = look === null;
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
    isSuperReadOnly: look?.isReadOnly ?? null,
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

/** A member as a server sees it. */
export function memberOf(n: number, state: string, role: string): MemberView {
  return { serverUuid: uuidOf(n), host: `10.77.0.1${n}`, port: 3306, state, role, version: "8.4.6" };
}
