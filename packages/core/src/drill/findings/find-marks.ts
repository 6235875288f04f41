import { type DrillMark, type DrillPhaseName, joinMessages, type Message, message } from "@primacy/contract";
import type { DrillRecord, DrillServer } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
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
    markOf("armed", toldAt(record, record.armedMs), message("drill_mark.armed", nameOf(record.target))),
    ...(record.injection === null ? [] : [...markFault(record), ...markGroup(record, stories)]),
    markTaking(record, stories),
    markFirstWrite(record, ways),
    markOf("heal_begun", toldAt(record, record.healBegunMs), message("drill_mark.heal_begun")),
    markOf("healed", toldAt(record, record.healedMs), message("drill_mark.healed")),
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

function markFault({ injection, target }: DrillRecord): (DrillMark | null)[] {
  if (injection === null) return [];
  const { actedMs, seenMs, seenBy, seen } = injection;
  // Both instants are of one clock; the effect was there when it was looked for, and since the fault at the earliest.
  const afterMs = Math.max(0, seenMs - actedMs);
  return [
    markOf("injected", { atMs: 0, errorMs: 0, seenBy }, message("drill_mark.injected", nameOf(target))),
    markOf(
      "in_effect",
      { atMs: afterMs, errorMs: afterMs, seenBy },
      seen.length === 0 ? null : joinMessages(seen),
    ),
  ];
}

/** What the servers say of the group and of themselves. */
function markGroup(record: DrillRecord, stories: readonly HostStory[]): (DrillMark | null)[] {
  const { target, injection } = record;
  if (injection === null) return [];
  const clockMs = injection.errorMs;
  const others = stories.filter(({ server }) => server.serverUuid !== target.serverUuid);
  const first = (isSeen: Parameters<typeof findFirst>[2]): Sighting | null =>
    findFirst(others, clockMs, (look, server) => isView(look) && isSeen(look, server));
  const suspected = first(({ mysql }) => stateOf(mysql.members, target) === "UNREACHABLE");
  const expelled = first(({ mysql }) => isOut(mysql.members, target));
  const elected = first(({ mysql }) => findPrimary(mysql.members, target) !== null);
  // The target itself may come back as the primary: once its end was seen, a server that answers there is a new one.
  const downMs = Math.max(0, injection.seenMs - injection.actedMs);
  const writable = findFirst(
    stories,
    clockMs,
    (look, server) => isWritable(look) && (server.serverUuid !== target.serverUuid || look.atMs > downMs),
  );
  const names = nameOf(target);
  const of = (one: Sighting | null): Seen | null => one && { ...one, seenBy: one.server.name };
  const winner = elected === null ? null : findPrimary(elected.look.mysql.members, target);
  return [
    markOf("suspected", of(suspected), message("drill_mark.suspected", names)),
    markOf("expelled", of(expelled), message("drill_mark.expelled", names)),
    markOf(
      "elected",
      of(elected),
      winner === null ? null : message("drill_mark.elected", { member: serverName(record, winner) }),
    ),
    markOf("writable", of(writable), writable && message("drill_mark.writable", nameOf(writable.server))),
  ];
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
  const { injection, target } = record;
  if (injection === null) return null;
  const takings = listVipAddresses(record).map((address) => {
    const hold = findTaking(stories, address, target.hostId);
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

function markFirstWrite(record: DrillRecord, ways: readonly WayAttempts[]): DrillMark | null {
  const { probe, injection } = record;
  if (injection === null) return null;
  const answers = ways.flatMap((way) => listAnswers(record, way.write).map((attempt) => ({ way, attempt })));
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
