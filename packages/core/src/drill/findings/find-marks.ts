import {
  type DrillMark,
  type DrillPhaseName,
  joinMessages,
  type Message,
  message,
  proxyServiceTitles,
} from "@primacy/contract";
import type { WriteAttempt } from "../attempt";
import { traitsOf } from "../order/fault-traits";
import type { DrillRecord, DrillServer } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
import { markArp } from "./find-arp";
import { findTaking, listVipAddresses } from "./held-address";
import type { HostStory } from "./host-story";
import { findFirst, isView, isWritable, type Sighting } from "./sighting";
import { listAnswers, type WayAttempts } from "./way-attempts";

/** Where the phases of a drill stand as far as it has come, in the order of their names. */
export function findMarks(
  record: DrillRecord,
  stories: readonly HostStory[],
  ways: readonly WayAttempts[],
): readonly DrillMark[] {
  const marks = [
    markOf(
      "armed",
      toldAt(record, record.armedMs),
      message("drill_mark.armed", { member: record.proxy?.host ?? record.target.name }),
    ),
    ...(record.injection === null ? [] : [...markFault(record), ...markGroup(record, stories)]),
    markTaking(record, stories),
    markArp(record, stories),
    markFirstWrite(record, ways),
    markOf("heal_begun", toldAt(record, record.healBegunMs), message("drill_mark.heal_begun")),
    markOf("healed", toldAt(record, record.healedMs), describeHealed(record)),
  ];
  return marks.flatMap((one) => one ?? []);
}

interface Seen {
  readonly atMs: number;
  readonly errorMs: number;
  readonly seenBy: string | null;
}

function markOf(phase: DrillPhaseName, seen: Seen | null, detail: Message | null): DrillMark | null {
  if (seen === null) return null;
  const { atMs, errorMs, seenBy } = seen;
  return { phase, atMs: roundMs(atMs), errorMs: Math.ceil(errorMs * 10) / 10, seenBy, detail };
}

function nameOf({ name: member }: DrillServer): { member: string } {
  return { member };
}

/** What the console did itself, on its own clock. */
function toldAt(record: DrillRecord, atMs: number | null): Seen | null {
  if (atMs === null) return null;
  return { atMs: atMs - zeroOf(record), errorMs: record.injection?.errorMs ?? 0, seenBy: null };
}

function markFault(record: DrillRecord): (DrillMark | null)[] {
  const { injection } = record;
  if (injection === null) return [];
  const { actedMs, seenMs, seenBy, seen } = injection;
  // Both instants are of one clock; the effect was there when it was looked for, and since the fault at the earliest.
  const afterMs = Math.max(0, seenMs - actedMs);
  return [
    markOf("injected", { atMs: 0, errorMs: 0, seenBy }, describeFault(record)),
    markOf(
      "in_effect",
      { atMs: afterMs, errorMs: afterMs, seenBy },
      seen.length === 0 ? null : joinMessages(seen),
    ),
  ];
}

/** What was done, one sentence. */
function describeFault({ fault, target, primary, other, proxy }: DrillRecord): Message {
  const { name: member } = target;
  if (fault.kind === "switchover")
    return message("drill_mark.injected_switchover", { member: other?.name ?? "-", primary: primary.name });
  if (fault.kind === "cut_one_way") {
    const [from, to] =
      fault.drops === "to_secondary" ? [member, other?.name ?? "-"] : [other?.name ?? "-", member];
    return message("drill_mark.injected_cut_one_way", { from, to });
  }
  if (fault.kind === "kill_proxy")
    return message("drill_mark.injected_kill_proxy", {
      program: proxyServiceTitles[fault.program],
      host: proxy?.host ?? "-",
    });
  return message(`drill_mark.injected_${fault.kind}`, { member });
}

/** What was waited for. */
function describeHealed({ fault }: DrillRecord): Message {
  const { hitsProxy, holdsWrites } = traitsOf(fault);
  if (holdsWrites) return message("drill_mark.healed_writes");
  return message(hitsProxy ? "drill_mark.healed_proxy" : "drill_mark.healed");
}

/** What the servers say of the group and of themselves. */
function markGroup(record: DrillRecord, stories: readonly HostStory[]): (DrillMark | null)[] {
  const { injection, primary } = record;
  if (injection === null) return [];
  const clockMs = injection.errorMs;
  const viewers = listViewers(record, stories);
  const first = (isSeen: Parameters<typeof findFirst>[2]): Sighting | null =>
    findFirst(viewers, clockMs, (look, server) => isView(look) && isSeen(look, server));
  const suspects = listSuspects(record);
  const isSuspected = (members: Members, one: DrillServer): boolean =>
    stateOf(members, one) === "UNREACHABLE";
  const nameFirst = (seen: Sighting | null, is: (members: Members, one: DrillServer) => boolean) =>
    nameOf(suspects.find((one) => seen !== null && is(seen.look.mysql.members, one)) ?? record.target);
  const suspected = first(({ mysql }) => suspects.some((one) => isSuspected(mysql.members, one)));
  const expelled = first(({ mysql }) => suspects.some((one) => isOut(mysql.members, one)));
  const elected = first(({ mysql }) => findPrimary(mysql.members, primary) !== null);
  const writable = findFirst(
    stories,
    clockMs,
    (look, server) => isWritable(look) && canBeNew(record, server, look.atMs),
  );
  const of = (one: Sighting | null): Seen | null => one && { ...one, seenBy: one.server.name };
  const winner = elected === null ? null : findPrimary(elected.look.mysql.members, primary);
  return [
    markOf("suspected", of(suspected), message("drill_mark.suspected", nameFirst(suspected, isSuspected))),
    markOf("expelled", of(expelled), message("drill_mark.expelled", nameFirst(expelled, isOut))),
    markOf(
      "elected",
      of(elected),
      winner === null ? null : message("drill_mark.elected", { member: serverName(record, winner) }),
    ),
    markOf("writable", of(writable), writable && message("drill_mark.writable", nameOf(writable.server))),
  ];
}

/** Whose views count: what a server believes that is dead or parted from the others is no evidence. */
function listViewers({ fault, target }: DrillRecord, stories: readonly HostStory[]): readonly HostStory[] {
  const { takesPrimary, partsMember } = traitsOf(fault);
  const isTargetHeard = fault.kind === "switchover" || !(takesPrimary || partsMember);
  return stories.filter(({ server }) => isTargetHeard || server.serverUuid !== target.serverUuid);
}

/** Who may be suspected: either end of a link that is lost one way. */
function listSuspects({ target, other, fault }: DrillRecord): readonly DrillServer[] {
  return fault.kind === "cut_one_way" && other !== null ? [target, other] : [target];
}

/**
 * Whether a server that takes writes is the next primary. A server that was killed or stopped may come back as the primary: once its end was
 * seen, one that answers there is a new one. One that never ended is no new one, whatever it says.
 */
function canBeNew({ fault, primary, injection }: DrillRecord, server: DrillServer, atMs: number): boolean {
  if (server.serverUuid !== primary.serverUuid) return true;
  const mayReturn = traitsOf(fault).needsService;
  return mayReturn && injection !== null && atMs > Math.max(0, injection.seenMs - injection.actedMs);
}

type Members = Sighting["look"]["mysql"]["members"];

function stateOf(members: Members, { serverUuid }: DrillServer): string | null {
  return members.find((one) => one.serverUuid === serverUuid)?.state ?? null;
}

/** One that was started again is a member anew: it was out in between, although nobody looked then. */
function isOut(members: Members, target: DrillServer): boolean {
  const state = stateOf(members, target);
  return members.length > 0 && state !== "ONLINE" && state !== "UNREACHABLE";
}

function findPrimary(members: Members, { serverUuid }: DrillServer): string | null {
  return members.find((one) => one.role === "PRIMARY" && one.serverUuid !== serverUuid)?.serverUuid ?? null;
}

/** What the record calls a server. */
export function serverName({ servers }: Pick<DrillRecord, "servers">, serverUuid: string): string {
  return servers.find((one) => one.serverUuid === serverUuid)?.name ?? serverUuid;
}

/** With several VIPs, when the last of those that moved was taken. */
function markTaking(record: DrillRecord, stories: readonly HostStory[]): DrillMark | null {
  const { injection, primary } = record;
  if (injection === null) return null;
  const takings = listVipAddresses(record).map((address) => {
    const hold = findTaking(stories, address, primary.hostId);
    return hold && { address, hold };
  });
  const last = takings.reduce((one, next) => {
    if (one === null || next === null) return null;
    return next.hold.beganMs > one.hold.beganMs ? next : one;
  }, takings[0] ?? null);
  if (last === null) return null;
  const { address, hold } = last;
  const { beganMs: atMs, beganErrorMs, clockErrorMs, host } = hold;
  const errorMs = beganErrorMs + clockErrorMs + injection.errorMs;
  const detail = message("drill_mark.vip_taken", { host, address });
  return markOf("vip_taken", { atMs, errorMs, seenBy: host }, detail);
}

/** The first write of the next primary; where the primary stays, the one that ended the first time in which writes stopped. */
function markFirstWrite(record: DrillRecord, ways: readonly WayAttempts[]): DrillMark | null {
  const { probe, injection, fault } = record;
  if (injection === null) return null;
  const takes = traitsOf(fault).takesPrimary;
  const answers = ways.flatMap((way) => {
    const found = takes ? listAnswers(record, way.write)[0] : findReturn(way.write);
    return found === undefined ? [] : [{ way, attempt: found }];
  });
  const [first, ...others] = answers;
  if (first === undefined) return null;
  const { way, attempt } = others.reduce(
    (one, next) => (next.attempt.endedMonotonicMs < one.attempt.endedMonotonicMs ? next : one),
    first,
  );
  const errorMs = probe.errorMs + injection.errorMs;
  const { serverUuid } = attempt;
  const detail =
    serverUuid === null
      ? null
      : message("drill_mark.first_write", { member: serverName(record, serverUuid), endpoint: way.label });
  return markOf("first_write", { atMs: attempt.endedMonotonicMs, errorMs, seenBy: probe.host }, detail);
}

/** So long without an acknowledged write is told as a stop: shorter ones happen on any day. */
const stopMs = 1_000;

/** The first acknowledged write after the fault that came so long after the one before it. */
function findReturn(writes: readonly WriteAttempt[]): WriteAttempt | undefined {
  const acked = writes.filter((one) => one.acked).toSorted((a, b) => a.endedMonotonicMs - b.endedMonotonicMs);
  return acked.find((one, index) => {
    const before = acked[index - 1];
    return (
      before !== undefined &&
      one.endedMonotonicMs > 0 &&
      one.endedMonotonicMs - before.endedMonotonicMs >= stopMs
    );
  });
}
