import type {
  Incident,
  IncidentAddress,
  IncidentDetail,
  IncidentMark,
  IncidentSpan,
} from "@primacy/contract";
import type { HostStory } from "../drill/findings/host-story";
import { findCause } from "./find-cause";
import { findSightings, type IncidentSightings, listMarks, roundMs, type VipSightings } from "./find-marks";
import { findStart, type IncidentStart } from "./find-start";
import { findTimeline } from "./find-timeline";
import { isWell } from "./incident-course";
import { primaryOf } from "./incident-look";
import { type IncidentRecord, placeStories } from "./incident-record";
import { predictIncident } from "./predict-incident";
import { tellIncident } from "./tell-incident";

/** What is stored of an incident, with its instants on the console's monotonic clock. */
export interface IncidentDescription
  extends Omit<IncidentDetail, "id" | "clusterId" | "startedAt" | "endedAt" | "startErrorMs"> {
  readonly start: IncidentStart;
  /** Null while it lasts. */
  readonly endedMs: number | null;
}

/**
 * An incident as far as it has come. What is found early stays within its error, however much comes in later; `known` is what was
 * found before, of which nothing is dropped where the frames that showed it are gone.
 */
export function describeIncident(
  record: IncidentRecord,
  hasEnded: boolean,
  known: Pick<IncidentDescription, "start" | "marks" | "cause" | "timeline"> | null = null,
): IncidentDescription {
  const { incident, frames, estimates, noticedMs, isPartial, clients } = record;
  const { kind, primary, before, now, backMs, evidence } = incident;
  const start = known?.start ?? findStart(record);
  const stories = placeStories(before, frames, start.atMs);
  const sightings = findSightings(incident, stories, start);
  const marks = keepMarks(known?.marks ?? [], listMarks(incident, sightings, start));
  const found = findCause(incident, sightings, noticedMs);
  const cause = found === "unknown" && known !== null ? known.cause : found;
  const addresses = sightings.vips.flatMap((vip) => addressOf(vip, sightings, stories, record, start));
  const next = kind === "address" ? primary : isWell(now) ? primaryOf(now) : null;
  const actual = findActual(kind, addresses, marks);
  const isRestarted = evidence.reaches
    .slice(evidence.reaches.indexOf("down") + 1)
    .some((reach) => reach === "answers" || reach === "outside");
  const predicted = predictIncident(estimates, cause, { hasVip: before.vips.length > 0, isRestarted });
  const told = {
    ...{ kind, cause, addresses, marks: [...marks], clients: [...clients], isPartial, predicted, actual },
    oldPrimary: { memberId: primary.memberId, name: primary.name },
    newPrimary: next === null ? null : { memberId: next.memberId, name: next.name },
  };
  return {
    ...told,
    timeline: findTimeline(record, stories, start, known?.timeline ?? null),
    ...tellIncident(told, { isBack: backMs !== null, isWriting: now.isWritable === true }),
    start,
    endedMs: hasEnded ? findEnd(backMs, start, actual) : null,
  };
}

/** What was found of a phase before is not replaced by a later one of the same kind. */
function keepMarks(known: readonly IncidentMark[], found: readonly IncidentMark[]): readonly IncidentMark[] {
  const keyOf = ({ phase, detail }: IncidentMark): string => `${phase} ${detail?.text ?? ""}`;
  const isMany = ({ phase }: IncidentMark): boolean => phase === "vip_released" || phase === "vip_taken";
  const kept = known.filter((one) =>
    found.every((other) =>
      isMany(one)
        ? keyOf(other) !== keyOf(one)
        : other.phase !== one.phase || other.atMs > one.atMs + one.errorMs,
    ),
  );
  const isReplaced = (one: IncidentMark): boolean =>
    !isMany(one) && kept.some(({ phase }) => phase === one.phase);
  return [...kept, ...found.filter((one) => !isReplaced(one))].sort((a, b) => a.atMs - b.atMs);
}

/** The address is back where the host that has it carries a server that takes writes. */
function addressOf(
  { vipId, address, before, after }: VipSightings,
  { writable }: IncidentSightings,
  stories: readonly HostStory[],
  { incident, isPartial }: IncidentRecord,
  { errorMs }: IncidentStart,
): IncidentAddress[] {
  const { kind, now, primary } = incident;
  const from = before?.host ?? primary.hostName;
  const holder = now.vips.find((one) => one.vipId === vipId)?.holders[0];
  const to = isWell(now) ? (now.members.find(({ hostId }) => hostId === holder)?.hostName ?? null) : null;
  const known = { vipId, address, from, to };
  if (isPartial || to === null) return [{ ...known, away: null }];
  if (kind === "address") {
    // Only the addresses that left have a hold of their own after it.
    if (after === null) return before?.goneMs == null ? [] : [{ ...known, away: null }];
    const ms = Math.max(0, after.beganMs);
    return [{ ...known, away: spanOf(ms, after.beganErrorMs + after.clockErrorMs + errorMs) }];
  }
  if (writable === null) return [{ ...known, away: null }];
  const { hostId } = writable.server;
  const taken = [after, before].find((one) => one?.hostId === hostId) ?? null;
  if (taken === null || !stories.some(({ server }) => server.hostId === hostId))
    return [{ ...known, away: null }];
  const isLater = taken.beganMs > writable.atMs;
  const away = isLater
    ? spanOf(taken.beganMs, taken.beganErrorMs + taken.clockErrorMs + errorMs)
    : spanOf(writable.atMs, writable.errorMs);
  return [{ ...known, away }];
}

function spanOf(ms: number, errorMs: number): IncidentSpan {
  return { ms: Math.max(0, roundMs(ms)), errorMs: Math.ceil(errorMs * 10) / 10 };
}

/** Until writes came through every address again. */
function findActual(
  kind: Incident["kind"],
  addresses: readonly IncidentAddress[],
  marks: readonly IncidentMark[],
): IncidentSpan | null {
  const writable = marks.find(({ phase }) => phase === "writable");
  const spans = addresses.map(({ away }) => away);
  if (spans.includes(null)) return null;
  const known = spans.flatMap((one) => one ?? []);
  if (kind === "primary" && writable === undefined) return null;
  const own = writable === undefined ? [] : [spanOf(writable.atMs, writable.errorMs)];
  const all = [...own, ...known];
  return all.reduce<IncidentSpan | null>((last, one) => (last && last.ms >= one.ms ? last : one), null);
}

/** Never before it began, and when the hosts say so rather than when the console saw it. */
function findEnd(backMs: number | null, start: IncidentStart, actual: IncidentSpan | null): number {
  const seenMs = Math.max(backMs ?? start.atMs, start.atMs);
  return actual === null ? seenMs : Math.min(seenMs, start.atMs + actual.ms);
}
