import { type IncidentMark, type IncidentPhase, type Message, message } from "@primacy/contract";
import { type Hold, listHolds } from "../drill/findings/held-address";
import type { HostStory, PlacedLook } from "../drill/findings/host-story";
import { findFirst, isView, isWritable, type Sighting } from "../drill/findings/sighting";
import type { IncidentStart } from "./find-start";
import type { OpenIncident } from "./incident-course";

/** What the servers and the kernels showed of an incident, in milliseconds from its beginning; null: nobody saw it. */
export interface IncidentSightings {
  readonly suspected: Sighting | null;
  readonly expelled: Sighting | null;
  readonly elected: Sighting | null;
  readonly writable: Sighting | null;
  readonly vips: readonly VipSightings[];
}

/** One address: the hold that it had at the beginning, and the one that brought it back. */
export interface VipSightings {
  readonly vipId: string;
  readonly address: string;
  readonly before: Hold | null;
  readonly after: Hold | null;
}

/** Looks for each phase; `stories` are placed from the beginning, of which `errorMs` is unsure. */
export function findSightings(
  { kind, primary, before }: OpenIncident,
  stories: readonly HostStory[],
  { errorMs }: Pick<IncidentStart, "errorMs">,
): IncidentSightings {
  const { serverUuid: uuid } = primary;
  const others = stories.filter(({ server }) => server.serverUuid !== uuid);
  const isGroup = kind === "primary";
  const first = (isSeen: (look: PlacedLook) => boolean): Sighting | null =>
    isGroup ? findFirst(others, errorMs, (look) => isView(look) && isSeen(look)) : null;
  const lostMs = findLost(stories, uuid);
  return {
    suspected: first((look) => stateOf(look, uuid) === "UNREACHABLE"),
    expelled: first((look) => isOut(look, uuid)),
    elected: first((look) => findOther(look, uuid) !== null),
    writable: isGroup
      ? findFirst(
          stories,
          errorMs,
          (look, { serverUuid }) => isWritable(look) && (serverUuid !== uuid || look.atMs > lostMs),
        )
      : null,
    vips: before.vips.map(({ vipId, address }) => {
      const holds = listHolds(stories, address);
      const had = holds.findLast(({ fromMs }) => fromMs <= 0) ?? null;
      const taken = holds.find((one) => one.beganMs > -errorMs && one !== had) ?? null;
      return { vipId, address, before: had, after: taken };
    }),
  };
}

/** When the old primary's own server was first seen not to take writes: what it takes before is not its return. */
function findLost(stories: readonly HostStory[], uuid: string): number {
  const own = stories.find(({ server }) => server.serverUuid === uuid)?.looks ?? [];
  return own.find((look) => look.atMs >= 0 && !isWritable(look))?.atMs ?? Number.POSITIVE_INFINITY;
}

function stateOf({ mysql }: PlacedLook, uuid: string): string | null {
  return mysql.members.find((one) => one.serverUuid === uuid)?.state ?? null;
}

function isOut(look: PlacedLook, uuid: string): boolean {
  const state = stateOf(look, uuid);
  return look.mysql.members.length > 0 && state !== "ONLINE" && state !== "UNREACHABLE";
}

function findOther({ mysql }: PlacedLook, uuid: string): string | null {
  return mysql.members.find((one) => one.role === "PRIMARY" && one.serverUuid !== uuid)?.serverUuid ?? null;
}

/** The phases as marks, in their order. */
export function listMarks(
  { primary, kind, before }: OpenIncident,
  sightings: IncidentSightings,
  start: IncidentStart,
): readonly IncidentMark[] {
  const { suspected, expelled, elected, writable, vips } = sightings;
  const member = { member: primary.name };
  const nameOf = (uuid: string | null): string =>
    before.members.find(({ serverUuid }) => serverUuid === uuid)?.name ?? uuid ?? "";
  const winner = elected === null ? null : findOther(elected.look, primary.serverUuid);
  const seen = (phase: IncidentPhase, one: Sighting | null, detail: Message): IncidentMark[] =>
    one === null ? [] : [markOf(phase, one.atMs, one.errorMs, one.server.name, detail)];
  const [vip] = before.vips;
  const lost =
    kind === "primary"
      ? message("incident.mark.lost", member)
      : message("incident.mark.lost_address", { host: primary.hostName, address: vip?.address ?? "" });
  return [
    markOf("lost", 0, start.errorMs, start.seenBy, lost),
    ...seen("suspected", suspected, message("incident.mark.suspected", member)),
    ...seen("expelled", expelled, message("incident.mark.expelled", member)),
    ...seen("elected", elected, message("incident.mark.elected", { member: nameOf(winner) })),
    ...seen("writable", writable, message("incident.mark.writable", { member: writable?.server.name ?? "" })),
    ...vips.flatMap(({ address, before: had, after }) => [
      ...(had === null || had.goneMs === null || kind === "address"
        ? []
        : [releaseOf(had, had.goneMs, address, start)]),
      ...(after === null ? [] : [takingOf(after, address, start)]),
    ]),
  ];
}

function releaseOf(hold: Hold, goneMs: number, address: string, { errorMs }: IncidentStart): IncidentMark {
  const errorSumMs = goneMs - hold.lastMs + hold.clockErrorMs + errorMs;
  const detail = message("incident.mark.vip_released", { host: hold.host, address });
  return markOf("vip_released", goneMs, errorSumMs, hold.host, detail);
}

function takingOf(hold: Hold, address: string, { errorMs }: IncidentStart): IncidentMark {
  const errorSumMs = hold.beganErrorMs + hold.clockErrorMs + errorMs;
  const detail = message("incident.mark.vip_taken", { host: hold.host, address });
  return markOf("vip_taken", hold.beganMs, errorSumMs, hold.host, detail);
}

function markOf(
  phase: IncidentPhase,
  atMs: number,
  errorMs: number,
  seenBy: string | null,
  detail: Message,
): IncidentMark {
  return { phase, atMs: roundMs(atMs), errorMs: Math.ceil(errorMs * 10) / 10, seenBy, detail };
}

/** An instant in milliseconds as it is told: to a tenth. */
export function roundMs(ms: number): number {
  return Math.round(ms * 10) / 10;
}
