/** What is known of a host when read VIPs are assigned. */
export interface ReadHostSight {
  readonly hostId: string;
  /** Its member is an ONLINE secondary, as the primary's server shows the group. */
  readonly isOnlineSecondary: boolean;
  /** How long ago its agent answered; null: it never has. */
  readonly answeredAgoMs: number | null;
  /** Its agent said then that it could hold a read VIP, whatever its lag; null: it has not said, as before it is configured. */
  readonly isWilling: boolean | null;
  /** The VIPs that it cannot hold for reasons of their own. */
  readonly without: readonly string[];
  /** How far it is behind in applying; null where it cannot say. */
  readonly lagMs: number | null;
}

/** What is remembered of a host from one turn to the next. */
export interface ReadFitTrack {
  readonly isFit: boolean;
  /** Since when nothing speaks against it; null: something does. */
  readonly soundSinceMs: number | null;
  /** Since when its agent answers without a word on whether it could, as one does that has just been started anew. */
  readonly muteSinceMs: number | null;
}

/** What fitness is judged from besides the hosts themselves. Instants are of the judging host's monotonic clock. */
export interface ReadFitRules {
  readonly maxLagMs: number;
  readonly nowMs: number;
}

/** Three missed questions, one each second, and the time of an answer. */
const ANSWER_MAX_AGE_MS = 3500;
/** An agent that was started anew has looked at its server long before. */
const MUTE_LIMIT_MS = 5000;
/** Who was unfit gets read VIPs again only after so long without a new reason: a host that comes and goes would cut clients each time. */
export const READ_HOLD_DOWN_MS = 30_000;

/**
 * Which hosts may hold read VIPs, and what is to be remembered for the next turn. A host is fit while its member is an
 * ONLINE secondary, its agent answers and is willing, and its lag is within the limit. Who was unfit becomes fit again
 * after the hold-down, within which its lag must stay at half of the limit at most. A host of which nothing is remembered
 * needs no hold-down: whoever begins to judge goes by what it sees. Of one that has not said anything yet nothing is
 * remembered, and one that says nothing any more stays for a moment what it was.
 */
export function judgeReadFitness(
  tracks: Readonly<Record<string, ReadFitTrack>>,
  sights: readonly ReadHostSight[],
  rules: ReadFitRules,
): Readonly<Record<string, ReadFitTrack>> {
  return Object.fromEntries(
    sights
      .filter(({ hostId, isWilling }) => isWilling !== null || tracks[hostId] !== undefined)
      .map((sight): [string, ReadFitTrack] => [sight.hostId, judge(tracks[sight.hostId], sight, rules)]),
  );
}

/**
 * Whether some host whose member is an ONLINE secondary, and whose agent answers, could hold no read VIP by this one sight
 * of it. Whoever begins to assign looks again for a moment then: while a group elects, servers answer late, and one look is
 * no reason to move VIPs.
 */
export function isAnyoneDoubtful(sights: readonly ReadHostSight[], rules: ReadFitRules): boolean {
  const fit = listFit(judgeReadFitness({}, sights, rules));
  return sights.some((sight) => sight.isOnlineSecondary && hasAnswered(sight) && !fit.includes(sight.hostId));
}

function hasAnswered({ answeredAgoMs }: ReadHostSight): boolean {
  return answeredAgoMs !== null && answeredAgoMs <= ANSWER_MAX_AGE_MS;
}

/** The hosts that are fit by these tracks. */
export function listFit(tracks: Readonly<Record<string, ReadFitTrack>>): readonly string[] {
  return Object.entries(tracks).flatMap(([hostId, { isFit }]) => (isFit ? [hostId] : []));
}

/** The hosts that nothing speaks against now, be it for a moment only. */
export function listSound(tracks: Readonly<Record<string, ReadFitTrack>>): readonly string[] {
  return Object.entries(tracks).flatMap(([hostId, { soundSinceMs }]) =>
    soundSinceMs === null ? [] : [hostId],
  );
}

function judge(
  before: ReadFitTrack | undefined,
  sight: ReadHostSight,
  { maxLagMs, nowMs }: ReadFitRules,
): ReadFitTrack {
  const muteSinceMs = sight.isWilling === null ? (before?.muteSinceMs ?? nowMs) : null;
  const mayAnswer = hasAnswered(sight) || sight.answeredAgoMs === null;
  if (before !== undefined && muteSinceMs !== null && mayAnswer && sight.isOnlineSecondary)
    if (nowMs - muteSinceMs <= MUTE_LIMIT_MS) return { ...before, muteSinceMs };
  const lagLimitMs = before?.isFit === false ? maxLagMs / 2 : maxLagMs;
  const isSound =
    sight.isOnlineSecondary &&
    sight.isWilling === true &&
    hasAnswered(sight) &&
    sight.lagMs !== null &&
    sight.lagMs <= lagLimitMs;
  if (!isSound) return { isFit: false, soundSinceMs: null, muteSinceMs };
  const soundSinceMs = before?.soundSinceMs ?? nowMs;
  const isFit = before === undefined || before.isFit || nowMs - soundSinceMs >= READ_HOLD_DOWN_MS;
  return { isFit, soundSinceMs, muteSinceMs };
}
