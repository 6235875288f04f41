import { defaultVipTimings, type HostCondition, type ServerReach } from "@primacy/contract";
import { predictDowntime } from "../check";
import { type GroupTimes, groupFrames, servers, vip } from "../drill/findings/drill-group.fixture";
import type { DrillFrame } from "../drill/findings/drill-record";
import { followCourse, type IncidentCourse, type OpenIncident } from "./incident-course";
import type { IncidentLook, SeenMember } from "./incident-look";
import type { IncidentRecord } from "./incident-record";

/** A group of three for tests whose primary db1 has the VIP; `zeroMs` is when something happens, on the console's clock. */
export const zeroMs = 500_000;
export const vipId = "30000000-0000-4000-8000-000000000001";
const idOf = (n: number): string => `40000000-0000-4000-8000-00000000000${n}`;
export const hostOf = (n: number): string => servers[n - 1]?.hostId ?? "";
export const memberIdOf = idOf;

/** What differs from a group that is well, by the number of the member. */
export interface LookOrder {
  readonly primary?: number | null;
  readonly holders?: readonly number[];
  readonly isWritable?: boolean | null;
  readonly isSinglePrimary?: boolean | null;
  readonly hasMajority?: boolean | null;
  readonly members?: Readonly<Record<number, Partial<SeenMember>>>;
}

/** A look at the group, `atMs` after `zeroMs`. */
export function look(atMs: number, order: LookOrder = {}): IncidentLook {
  const { primary = 1, holders = [1], isWritable = true, isSinglePrimary = true, hasMajority = true } = order;
  return {
    atMs: zeroMs + atMs,
    ...{ isSinglePrimary, isWritable, hasMajority },
    primaryMemberId: primary === null ? null : idOf(primary),
    members: servers.map(({ serverUuid, name, hostId }, at) => ({
      ...{ memberId: idOf(at + 1), serverUuid, name, hostId, hostName: name },
      role: at + 1 === primary ? "PRIMARY" : "SECONDARY",
      state: "ONLINE",
      server: "answers" as const satisfies ServerReach,
      condition: "ok" as const satisfies HostCondition,
      isStale: false,
      ...order.members?.[at + 1],
    })),
    vips: [{ vipId, address: vip, holders: holders.map(hostOf) }],
  };
}

/** The primary's server is gone, and its host answers. */
export const dead: LookOrder = {
  isWritable: false,
  members: { 1: { server: "down", condition: "database_dead", state: null } },
};
/** db2 is the primary and has the address; db1 is still gone. */
export const taken: LookOrder = {
  primary: 2,
  holders: [2],
  members: { 1: { server: "down", condition: "database_dead", state: null, role: null } },
};

/** mysqld of db1 is killed at 0, missed at 5.3 s, expelled at 6.3 s; db2 writes at 6.6 s, and has the address at 6.9 s. */
export const killed: GroupTimes = {
  ...{ beganMs: -5_000, suspectedMs: 5_300, expelledMs: 6_300, electedMs: 6_350, writableMs: 6_600 },
  ...{ releasedMs: 6_400, takenMs: 6_900, upMs: 60_000, joinsMs: 61_000, healedMs: 65_000, endMs: 20_000 },
};

/** Follows the course of looks in which nothing is ordered. */
export function follow(looks: readonly IncidentLook[]): IncidentCourse {
  return looks.reduce<IncidentCourse>((course, one) => followCourse(course, one, () => false), {
    kind: "unknown",
  });
}

/** The incident of a course that is open or has ended. */
export function incidentOf(course: IncidentCourse): OpenIncident {
  if (course.kind !== "open" && course.kind !== "ended") throw new Error(`the course is ${course.kind}`);
  return course.incident;
}

/** What was recorded of an incident by these looks. */
export function recordOf(
  looks: readonly IncidentLook[],
  frames: readonly DrillFrame[] = groupFrames(killed, zeroMs),
): IncidentRecord {
  const group = { minExpelSeconds: 0, maxExpelSeconds: 0, isGreatSql: false, flpSeconds: null };
  const more = { majorityBoundSeconds: null, majorityTimeout: null, checkpointMs: null };
  const proxies = { routerTtlMs: null, routerReadTimeoutMs: 0, haproxy: null };
  return {
    incident: incidentOf(follow(looks)),
    frames,
    estimates: predictDowntime({ ...group, ...more, timings: defaultVipTimings, proxies }),
    noticedMs: 5_000,
    isPartial: false,
    clients: [],
    probed: [],
    nowMs: zeroMs + 20_000,
    framesSinceMs: zeroMs - 5_000,
  };
}
