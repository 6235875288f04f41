import { type Message, message } from "@primacy/contract";
import { listHoldOverlaps } from "../hold-history";
import { traitsOf } from "../order/fault-traits";
import type { DrillRecord, DrillServer } from "./drill-record";
import { zeroOf } from "./drill-zero";
import { findUnheld } from "./find-unheld";
import { type Hold, listHolds, listKnownAddresses } from "./held-address";
import { type HostStory, listStories, type PlacedLook, silentAfterMs } from "./host-story";
import { isView } from "./sighting";

/** A member is lost where it is shown so for as long: a blip is no reason to halt. */
const lostForMs = 1_000;

/**
 * Why a drill that runs has to be halted now; null: it need not. It is where two kernels have an address at once for longer than both
 * clocks' errors, where the group has no majority, where the primary shows a member that has no part in the drill as lost, in looks of at
 * least a second, and where no kernel has a VIP for longer than predicted (else the objective) and 5 s more. A host that is silent says
 * nothing: whether it has an address, the wire tells, or nobody. Nor does a server count that the fault parts from its group.
 */
export function judgeHalt(record: DrillRecord): Message | null {
  const stories = listStories(record);
  const nowMs = record.nowMs - zeroOf(record);
  const heard = stories.filter(
    ({ frames }) => nowMs - (frames.at(-1)?.atMs ?? -silentAfterMs) <= silentAfterMs,
  );
  return (
    findDualHolders(record, stories) ??
    findMajorityLost(record, stories, heard) ??
    findMemberLost(record, heard) ??
    findUnheld(record, stories, nowMs)
  );
}

/** That two kernels had an address at once for longer than the errors of both clocks; null: they had not. */
export function findDualHolders(record: DrillRecord, stories: readonly HostStory[]): Message | null {
  for (const address of listKnownAddresses(record)) {
    const holds = listHolds(stories, address);
    const events = holds
      .flatMap(({ host, fromMs, lastMs }) => [
        { host, kind: "added" as const, atMs: fromMs },
        { host, kind: "removed" as const, atMs: lastMs },
      ])
      .sort((a, b) => a.atMs - b.atMs);
    for (const { hosts, fromMs, toMs } of listHoldOverlaps(events)) {
      const ms = (toMs ?? fromMs) - fromMs;
      if (ms > clockErrorOf(holds, hosts))
        return message("drill_halt.dual_holders", { hosts: hosts.join(", "), address, ms });
    }
  }
  return null;
}

function clockErrorOf(holds: readonly Hold[], hosts: readonly string[]): number {
  return hosts.reduce(
    (sum, host) => sum + Math.max(...holds.filter((one) => one.host === host).map((one) => one.clockErrorMs)),
    0,
  );
}

interface Heard {
  readonly server: DrillServer;
  readonly look: PlacedLook;
}

function listLooks(stories: readonly HostStory[]): Heard[] {
  return stories.flatMap(({ server, looks }) => {
    const look = looks.at(-1);
    return look === undefined ? [] : [{ server, look }];
  });
}

/** Every server that is in the group sees at least half of it as unreachable; or every server says that it is in none. */
function findMajorityLost(
  record: DrillRecord,
  stories: readonly HostStory[],
  heard: readonly HostStory[],
): Message | null {
  const looks = listLooks(heard);
  const inGroup = looks.filter(({ server, look }) => isView(look) && !isParted(record, server));
  const views = inGroup.map(({ look }) => look.mysql.members);
  if (views.length === 0) {
    const isOut = ({ mysql }: PlacedLook): boolean =>
      mysql.reach === "down" || mysql.memberState === "OFFLINE" || mysql.memberState === "ERROR";
    const all = looks.length === stories.length && looks.length > 0 && looks.every(({ look }) => isOut(look));
    return all ? message("drill_halt.no_member") : null;
  }
  const counts = views.map((members) => ({
    reachable: members.filter(({ state }) => state !== "UNREACHABLE").length,
    total: members.length,
  }));
  const most = counts.reduce((one, next) => (next.reachable > one.reachable ? next : one));
  return counts.every(({ reachable, total }) => 2 * reachable <= total)
    ? message("drill_halt.no_majority", { ...most })
    : null;
}

/** What a server believes that hangs or is cut off: that it is in its group, which is over for it. */
function isParted({ fault, target }: DrillRecord, { serverUuid }: DrillServer): boolean {
  return traitsOf(fault).partsMember && serverUuid === target.serverUuid;
}

/** As the primary of the moment sees it; another one than the target where both say that they are. */
function findMemberLost(record: DrillRecord, heard: readonly HostStory[]): Message | null {
  const { servers, target, other } = record;
  const primaries = heard.filter((story) => {
    const look = story.looks.at(-1);
    return look !== undefined && isPrimaryView(look) && !isParted(record, story.server);
  });
  const isParty = ({ serverUuid }: DrillServer): boolean =>
    serverUuid === target.serverUuid || serverUuid === other?.serverUuid;
  const primary = primaries.find(({ server }) => server.serverUuid !== target.serverUuid) ?? primaries[0];
  if (primary === undefined) return null;
  for (const server of servers.filter((one) => !isParty(one))) {
    if (!isLostFor(primary.looks, server)) continue;
    const state = stateIn(primary.looks.at(-1), server);
    const names = { member: server.name, primary: primary.server.name };
    return state === null
      ? message("drill_halt.member_gone", names)
      : message("drill_halt.member_lost", { ...names, state });
  }
  return null;
}

function isPrimaryView(look: PlacedLook): boolean {
  return isView(look) && look.mysql.memberRole === "PRIMARY" && look.mysql.memberState === "ONLINE";
}

function stateIn(look: PlacedLook | undefined, { serverUuid }: DrillServer): string | null {
  return look?.mysql.members.find((one) => one.serverUuid === serverUuid)?.state ?? null;
}

/** Whether the newest looks all show a member as lost, the first of them long before the last. */
function isLostFor(looks: readonly PlacedLook[], server: DrillServer): boolean {
  const isLost = (look: PlacedLook): boolean => {
    const state = stateIn(look, server);
    return isPrimaryView(look) && state !== "ONLINE" && state !== "RECOVERING";
  };
  const since = looks.slice(looks.findLastIndex((look) => !isLost(look)) + 1);
  const [first, last] = [since[0], since.at(-1)];
  return first !== undefined && last !== undefined && last.atMs - first.atMs >= lostForMs;
}
