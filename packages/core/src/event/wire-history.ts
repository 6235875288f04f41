import type { EventKind, TopologyVip } from "@primacy/contract";
import type { EventDraft } from "./draft";

/** A VIP as it was last told of, with what keeps a wire that changes to and fro from filling the history. */
export interface RememberedVip extends TopologyVip {
  readonly wireHistory?: WireHistory;
}

/** What was told lately of the owners of an address, and what waits to be told. Instants in milliseconds. */
export interface WireHistory {
  /** When changes were told, within the last minute. */
  readonly toldAtMs: readonly number[];
  /** The change that waits whether it lasts. */
  readonly waiting: WaitingChange | null;
  /** Since when more than one machine has answered, with all that came and went meanwhile; null: no such was told. */
  readonly duplicateSinceMs: number | null;
  /** The Ethernet addresses that an alarm was told of within the last minute; see `aloneKey` for one that is alone. */
  readonly alarms: readonly { readonly mac: string; readonly atMs: number }[];
  /** The defences that were told within the last minute. */
  readonly defences: readonly { readonly key: string; readonly atMs: number }[];
  /** How long an address that Primacy did not put there has been gone. */
  readonly foreignGone: Readonly<Record<string, Lasting>>;
}

/** How long something is known to have been so. */
export interface Lasting {
  /** When it was first seen. */
  readonly sinceMs: number;
  /** How long it was so up to `seenAtMs`, without the times in which nobody could tell. */
  readonly lastedMs: number;
  /** The picture up to which it was so; null: nobody could tell since. */
  readonly seenAtMs: number | null;
}

/** A change that waits, by what tells it from others. */
export interface WaitingChange extends Lasting {
  readonly key: string;
  readonly kind: EventKind;
}

/** How long a change has to last that is not told at once. */
export const lastsMs = 3_000;
/** So many changes of one VIP are told within a minute; after that one has to last a minute, unless it is an alarm. */
const maxPerMinute = 4;
const minuteMs = 60_000;
/** There is a picture each second: of the time between two that are further apart nobody knows. */
const gapMs = 10_000;

const empty: WireHistory = {
  toldAtMs: [],
  waiting: null,
  duplicateSinceMs: null,
  alarms: [],
  defences: [],
  foreignGone: {},
};

/** What is kept of a VIP's wire; empty where nothing is. */
export function historyOf(vip: RememberedVip | undefined): WireHistory {
  return vip?.wireHistory ?? empty;
}

/** A change of the owners: what would be told of it. */
export interface OwnerChange {
  readonly event: EventDraft;
  /** There is a second owner where there was none. */
  readonly isAlarm: boolean;
  /** The Ethernet addresses that nobody was told of, where the change is none for the good; alone: their `aloneKey`. */
  readonly newMacs: readonly string[];
}

/**
 * True when a change of the owners is to be told at `atMs`. A second owner where there was one is always told at once, and
 * so is the first change in a minute; an end, and every further change, once it has lasted 3 s. After four in a minute a
 * change has to last a minute, unless it is a machine that no alarm named in that minute: each is told, once.
 */
export function isToldNow(history: WireHistory, change: OwnerChange, atMs: number): boolean {
  const { waiting, toldAtMs } = history;
  const { event, isAlarm } = change;
  const lately = toldAtMs.filter((one) => atMs - one < minuteMs).length;
  const isCalm = lately < maxPerMinute || isNewcomer(history, change, atMs);
  const isAtOnce = isAlarm || (lately === 0 && !isEnd(event));
  const neededMs = isAtOnce ? 0 : isCalm ? lastsMs : minuteMs;
  const lastedMs = waiting?.key === keyOf(event) ? lastedAt(waiting, atMs) : 0;
  return lastedMs >= neededMs;
}

/** A machine among the alarms once it answers alone: that is news though it was named beside the holder just before. */
export function aloneKey(mac: string): string {
  return `alone ${mac}`;
}

function isNewcomer({ alarms }: WireHistory, { newMacs }: OwnerChange, atMs: number): boolean {
  return newMacs.some((mac) => !alarms.some((one) => one.mac === mac && atMs - one.atMs < minuteMs));
}

function isEnd({ kind }: EventDraft): boolean {
  return kind === "wire_duplicate_ended" || kind === "wire_answered";
}

/** True when this defence was told within the last minute. */
export function isDefenceTold({ defences }: WireHistory, event: EventDraft, atMs: number): boolean {
  return defences.some((one) => one.key === keyOf(event) && atMs - one.atMs < minuteMs);
}

/** How long something has lasted that is so at `atMs`, in milliseconds. */
export function lastedAt({ lastedMs, seenAtMs }: Lasting, atMs: number): number {
  const sinceSeenMs = seenAtMs === null ? 0 : atMs - seenAtMs;
  return lastedMs + (sinceSeenMs < 0 || sinceSeenMs > gapMs ? 0 : sinceSeenMs);
}

function goOn(before: Lasting | undefined, atMs: number): Lasting {
  return before === undefined
    ? { sinceMs: atMs, lastedMs: 0, seenAtMs: atMs }
    : { sinceMs: before.sinceMs, lastedMs: lastedAt(before, atMs), seenAtMs: atMs };
}

/** What one picture adds. */
export interface WireNote {
  readonly told: readonly EventDraft[];
  readonly waiting: EventDraft | null;
  /** Nobody could ask: what waits neither goes on nor ends. */
  readonly isUnknown: boolean;
  readonly foreignGone: readonly GoneAddress[];
  /** Who answers now. */
  readonly macs: readonly string[];
  readonly atMs: number;
}

/** An address that is no longer where Primacy did not put it. */
export interface GoneAddress {
  readonly key: string;
  /** False where its host says nothing now. */
  readonly isKnown: boolean;
}

/** The history after a picture. */
export function noteWire(history: WireHistory, note: WireNote): WireHistory {
  const { told, waiting, atMs } = note;
  const isOwners = ({ kind }: EventDraft): boolean => kind.startsWith("wire_");
  const defences = told.filter((event) => event.kind === "vip_defended");
  const isRecent = (one: number): boolean => atMs - one < minuteMs;
  const alarm = told.find((event) => isOwners(event) && event.tone === "failed");
  const alone = alarm?.kind === "wire_owner_changed" ? note.macs.map(aloneKey) : [];
  const named = alarm === undefined ? [] : [...note.macs, ...alone];
  return {
    toldAtMs: [...history.toldAtMs.filter(isRecent), ...(told.some(isOwners) ? [atMs] : [])],
    waiting: waiting === null ? pausedOf(history, note) : waitingOf(history, waiting, atMs),
    duplicateSinceMs: duplicateSince(history, note),
    alarms: [...history.alarms.filter((one) => isRecent(one.atMs)), ...named.map((mac) => ({ mac, atMs }))],
    defences: [
      ...history.defences.filter((one) => isRecent(one.atMs)),
      ...defences.map((event) => ({ key: keyOf(event), atMs })),
    ],
    foreignGone: Object.fromEntries(
      note.foreignGone.flatMap(({ key, isKnown }) => {
        const before = history.foreignGone[key];
        const lasting = isKnown
          ? goOn(before, atMs)
          : { ...goOn(undefined, atMs), ...before, seenAtMs: null };
        return lasting.lastedMs < lastsMs ? [[key, lasting]] : [];
      }),
    ),
  };
}

function duplicateSince({ duplicateSinceMs }: WireHistory, { told, atMs }: WireNote): number | null {
  // It ends for the bad too, where one is left that has no right.
  const ends = new Set<EventKind>(["wire_duplicate_ended", "wire_owner_changed"]);
  if (told.some((event) => ends.has(event.kind))) return null;
  return duplicateSinceMs ?? (told.some((event) => event.kind === "wire_duplicate") ? atMs : null);
}

/** Where nobody could ask, what waits neither ends nor goes on. */
function pausedOf({ waiting }: WireHistory, { isUnknown }: WireNote): WireHistory["waiting"] {
  return isUnknown && waiting !== null ? { ...waiting, seenAtMs: null } : null;
}

function waitingOf({ waiting }: WireHistory, event: EventDraft, atMs: number): WaitingChange {
  const key = keyOf(event);
  return { key, kind: event.kind, ...goOn(waiting?.key === key ? waiting : undefined, atMs) };
}

/** The same change again: by its kind, and the hosts and Ethernet addresses that it is about. */
function keyOf({ kind, hostId, message: { params } }: EventDraft): string {
  const { owners = "", answerer = "", macs = "" } = params;
  return [kind, hostId ?? "", owners, answerer, macs].join(" ");
}
