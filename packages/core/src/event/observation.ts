import type { EventWitness } from "@primacy/contract";
import { answering, type HostWord, type Said, wordKeys } from "../topology/host-word";
import { staleAfterMs, type TopologySnapshot } from "../topology/snapshot";

/** When something was seen, and by whom: at whose time it stands in the history. */
export interface Observation {
  /** On the watcher's wall clock, in milliseconds since 1970. */
  readonly atMs: number;
  readonly seenBy: EventWitness;
  /** The host that saw it, and its name; null where no host did. */
  readonly seenByHostId: string | null;
  readonly seenByHostName: string | null;
}

/** What was known when a picture was made: who had said what since when. */
export type Sights = Pick<
  TopologySnapshot,
  "agents" | "hosts" | "observers" | "ssh" | "servers" | "members" | "nowMs" | "observedAt"
>;

/**
 * How much earlier than the picture before it something may have been seen that only this one shows: frames arrive
 * late, and servers disagree for a while. What was said before that is the past of something else.
 */
const lateMs = 10_000;

const noHost = { seenByHostId: null, seenByHostName: null } as const;

/** Only the console saw it, with this picture. */
export function seenNow({ observedAt }: Sights): Observation {
  return { atMs: Date.parse(observedAt), seenBy: "console", ...noHost };
}

/** The console saw it at an instant of its own monotonic clock. */
export function seenAt(sights: Sights, watcherMs: number): Observation {
  return { ...seenNow(sights), atMs: toWallMs(sights, watcherMs) };
}

/** A host says so, and has since it saw it first; null where it does not say so now, or says nothing. */
export function saidBy(
  sights: Sights,
  hostId: string | null,
  key: string,
  accept: (value: string) => boolean,
): Observation | null {
  const sight = sights.agents.find((one) => one.hostId === hostId);
  const said = sight?.word?.said[key];
  if (sight?.word === undefined || said === undefined || !accept(said.value)) return null;
  if (sights.nowMs - sight.receivedAtMs > staleAfterMs) return null;
  return placeSaid(sights, sight.hostId, sight.word, said.sinceMs);
}

/** When the agent of a host was heard again. */
export function heardSince(sights: Sights, hostId: string | null): Observation | null {
  const word = findWord(sights, hostId);
  return word === undefined || hostId === null ? null : placeSaid(sights, hostId, word, word.heardSinceMs);
}

/** Of several that say so, each since its own look. */
export function saidByAny(
  sights: Sights,
  key: string,
  accept: (value: string) => boolean,
): readonly Observation[] {
  return sights.agents.flatMap(({ hostId }) => saidBy(sights, hostId, key, accept) ?? []);
}

/** The first of these that may be what the newer picture shows and the one made at `previousMs` does not. */
export function earliest(seen: readonly Observation[], previousMs: number): Observation | null {
  const recent = seen.filter(({ atMs }) => atMs >= previousMs - lateMs);
  return recent.reduce<Observation | null>(
    (first, one) => (first && first.atMs <= one.atMs ? first : one),
    null,
  );
}

/** The last of these: since then all of them say so. */
export function latest(seen: readonly Observation[]): Observation | null {
  return seen.reduce<Observation | null>((last, one) => (last && last.atMs >= one.atMs ? last : one), null);
}

/** The last sign of life of an agent, or of the host that it runs on. */
export function lastSign(sights: Sights, part: "agent" | "host", hostId: string): Observation | null {
  const keys = part === "agent" ? [wordKeys.agent(hostId)] : [wordKeys.agent(hostId), wordKeys.host(hostId)];
  const own = findWord(sights, hostId);
  const signs = [
    ...(own === undefined ? [] : [own.heardAtMs - own.offsetMs]),
    ...sights.agents.flatMap(({ word }) =>
      word === undefined ? [] : keys.flatMap((key) => answeredAt(word, key)),
    ),
    ...(part === "agent"
      ? []
      : sights.ssh.filter((one) => one.hostId === hostId).flatMap((one) => one.reachedAtMs ?? [])),
  ];
  if (signs.length === 0) return null;
  return heardLast(toWallMs(sights, Math.max(...signs)));
}

/** Nothing was heard after this. */
export function heardLast(atMs: number): Observation {
  return { atMs, seenBy: "silence", ...noHost };
}

/** The first answer of a host to somebody else who asks it. */
export function answeredSince(sights: Sights, hostId: string): readonly Observation[] {
  return saidByAny(sights, wordKeys.host(hostId), (value) => value === answering);
}

function answeredAt({ answeredAtMs, offsetMs }: HostWord, key: string): readonly number[] {
  const atMs = answeredAtMs[key];
  return atMs === undefined ? [] : [atMs - offsetMs];
}

function findWord({ agents }: Sights, hostId: string | null): HostWord | undefined {
  return agents.find((one) => one.hostId === hostId)?.word;
}

function placeSaid(
  sights: Sights,
  hostId: string,
  { offsetMs }: HostWord,
  sinceMs: Said["sinceMs"],
): Observation {
  const known = [...sights.hosts, ...(sights.observers ?? [])].find((one) => one.hostId === hostId);
  return {
    atMs: toWallMs(sights, sinceMs - offsetMs),
    seenBy: "host",
    seenByHostId: hostId,
    seenByHostName: known?.name ?? hostId,
  };
}

/** No clock is known so well that an instant of another could not come out ahead of now. */
function toWallMs({ nowMs, observedAt }: Sights, watcherMs: number): number {
  return Math.round(Date.parse(observedAt) - Math.max(0, nowMs - watcherMs));
}
