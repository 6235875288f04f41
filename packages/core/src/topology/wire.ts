import type { WireState } from "@primacy/contract";
import { staleAfterMs, type WireSight } from "./snapshot";

/** The host that holds an address by the group's word, and since when, on the watcher's clock. */
export interface RightfulHolder {
  readonly hostId: string;
  readonly sinceMs: number | null;
}

/** Everything that was answered for one address. */
export interface WireQuestion {
  readonly answers: readonly WireSight[];
  /** Null: nobody holds it by right, or nobody tells. */
  readonly holder: RightfulHolder | null;
  /** Whose an Ethernet address is; null: nobody's that is known. */
  readonly hostOf: (mac: string) => string | null;
  /** What was ruled before; null: nothing. */
  readonly before: WireState | null;
  /** The askers that were known deaf before: see rule 5. */
  readonly deafBefore?: readonly string[];
  readonly nowMs: number;
}

/** One machine that answers. */
export interface RuledOwner {
  readonly hostId: string | null;
  readonly macs: readonly string[];
  /** The hosts that got its answer. */
  readonly seenBy: readonly string[];
}

/** What one asker was answered last. */
export interface RuledAsker {
  readonly hostId: string;
  readonly macs: readonly string[];
  readonly ageMs: number;
}

/** What all answers together come to. */
export interface WireRuling {
  readonly state: WireState;
  readonly owners: readonly RuledOwner[];
  readonly askers: readonly RuledAsker[];
  /** More than one owner, and no asker that got an answer of all of them. */
  readonly isSplit: boolean;
  /** Askers that got no answer twice in a row while others got one, and none since, whether or not they ask now. */
  readonly deafHostIds: readonly string[];
  /** Age of the newest answer that counts, in milliseconds; null: nobody asked. */
  readonly ageMs: number | null;
}

/**
 * Around the moment at which the address was taken, answers speak of the time before: frames take time to arrive, so
 * both instants are known to some tenths of a second only.
 */
export const moveMarginMs = 500;

/** How far apart the same instant of two askers may be taken to be. */
const placingErrorMs = 300;

/** How much older than 3 s the answer before an asker's newest may be. */
const earlierMs = 1_500;

/** What one asker was told, newest first. */
type Account = readonly WireSight[];

/**
 * Rules how many machines answer for an address, from the answers of all askers. Ages are by each asker's own clock.
 *
 * 1. *Fresh*: only answers of the last 3 s count, and of each asker the newest is its word. What it was told the time
 *    before counts for one and a half seconds longer: it asks each second, and its frames come up to a second late.
 * 2. *Move*: of an answer from before the rightful holder took the address (and half a second after it), only what
 *    names that holder counts. So what an asker was told before a switchover is no second owner after it.
 * 3. *Together*: two machines that answer one same question are two owners, at once.
 * 4. *Twice*: askers that disagree show two owners when each got its own answer twice in a row, by turns. One older
 *    answer of one asker is only that it has not asked since.
 * 5. *Silence*: nobody answers when no asker's newest question was answered; where a holder should answer, only when
 *    every asker got no answer twice in a row. One that got none while others did hears nothing of this address, so
 *    its silence counts for nothing until it was answered, also where it asked nothing in between: alone it cannot tell.
 * 6. *Quiet*: what was `many` stays so until no fresh answer of anybody shows two machines together.
 */
export function judgeWire(question: WireQuestion): WireRuling {
  const isFresh = (answer: WireSight): boolean => question.nowMs - answer.askedAtMs <= staleAfterMs;
  const known = question.answers
    .filter((answer) => question.nowMs - answer.askedAtMs <= staleAfterMs + earlierMs)
    .flatMap((answer) => sinceMove(question, answer))
    .sort((a, b) => b.askedAtMs - a.askedAtMs || (a.hostId < b.hostId ? -1 : 1));
  const accounts = [...new Set(known.filter(isFresh).map((answer) => answer.hostId))]
    .sort()
    .map((hostId) => known.filter((answer) => answer.hostId === hostId));
  const counting = known.filter(isFresh);
  const newest = accounts.flatMap((account) => account.slice(0, 1));
  const together = (question.before === "many" ? counting : newest).filter(
    (answer) => machinesOf(question, answer).length > 1,
  );
  const split = findSplit(question, accounts);
  const isMany = together.length > 0 || split.length > 0;
  const told = isMany ? [...together, ...split] : newestAnswered(newest);
  const askers = newest.map(({ hostId, macs, askedAtMs }) => ({
    hostId,
    macs: [...macs].sort(),
    ageMs: Math.max(0, question.nowMs - askedAtMs),
  }));
  const isAnswered = newest.some((answer) => answer.macs.length > 0);
  const deafHostIds = listDeaf(question, accounts, isAnswered);
  const hearing = accounts.filter((account) => !account.some(({ hostId }) => deafHostIds.includes(hostId)));
  return {
    state: isMany ? "many" : isAnswered ? "one" : silenceOf(question, hearing),
    owners: ownersOf(question, told, isMany ? counting : newest),
    askers,
    isSplit: isMany && together.length === 0,
    deafHostIds,
    ageMs: newest.length === 0 ? null : Math.min(...askers.map((asker) => asker.ageMs)),
  };
}

/** Rule 2. */
function sinceMove({ holder, hostOf }: WireQuestion, answer: WireSight): readonly WireSight[] {
  const sinceMs = holder?.sinceMs ?? null;
  if (holder === null || sinceMs === null || answer.askedAtMs >= sinceMs + moveMarginMs) return [answer];
  const macs = answer.macs.filter((mac) => hostOf(mac) === holder.hostId);
  return macs.length === 0 ? [] : [{ ...answer, macs }];
}

/** A known host is one machine, by whatever card it answers. */
function machineOf(question: WireQuestion, mac: string): string {
  return question.hostOf(mac) ?? mac;
}

function machinesOf(question: WireQuestion, answer: WireSight): readonly string[] {
  return [...new Set(answer.macs.map((mac) => machineOf(question, mac)))];
}

/** Rule 4: the newest answers of askers that contradict each other for good. Once found, any turns will do. */
function findSplit(question: WireQuestion, accounts: readonly Account[]): readonly WireSight[] {
  const marginMs = question.before === "many" ? 0 : placingErrorMs;
  return accounts.flatMap((account) => {
    const [own, ownBefore] = account;
    if (own === undefined || ownBefore === undefined) return [];
    const steady = machinesOf(question, own).filter((one) => machinesOf(question, ownBefore).includes(one));
    const isContradicted = accounts.some((others) => {
      const [other, otherBefore] = others;
      if (other === undefined || otherBefore === undefined || other.hostId === own.hostId) return false;
      const isByTurns =
        own.askedAtMs > otherBefore.askedAtMs + marginMs && other.askedAtMs > ownBefore.askedAtMs + marginMs;
      const theirs = machinesOf(question, other).filter((one) =>
        machinesOf(question, otherBefore).includes(one),
      );
      return (
        isByTurns &&
        steady.some((one) => !knows(question, others, one)) &&
        theirs.some((one) => !knows(question, account, one))
      );
    });
    return isContradicted ? [own] : [];
  });
}

/** True where the asker got that machine's answer to one of its two newest questions. */
function knows(question: WireQuestion, account: Account, machine: string): boolean {
  return account.slice(0, 2).some((answer) => machinesOf(question, answer).includes(machine));
}

function newestAnswered(newest: readonly WireSight[]): readonly WireSight[] {
  return [...newest]
    .filter((answer) => answer.macs.length > 0)
    .sort((a, b) => b.askedAtMs - a.askedAtMs)
    .slice(0, 1);
}

/** Rule 5: nobody was answered. */
function silenceOf(
  { holder }: WireQuestion,
  hearing: readonly Account[],
): Exclude<WireState, "many" | "one"> {
  if (hearing.length === 0) return "unknown";
  return holder === null || hearing.every(isDeaf) ? "none" : "unknown";
}

/** Rule 5: who hears nothing. Only an answer ends it, no pause in its questions does. */
function listDeaf(
  { deafBefore = [] }: WireQuestion,
  accounts: readonly Account[],
  isAnswered: boolean,
): readonly string[] {
  const answered = accounts.filter((account) => account.slice(0, 2).some(({ macs }) => macs.length > 0));
  const found = isAnswered ? accounts.filter(isDeaf) : [];
  const idsOf = (some: readonly Account[]): readonly string[] => some.flatMap(([last]) => last?.hostId ?? []);
  const stillDeaf = deafBefore.filter((hostId) => !idsOf(answered).includes(hostId));
  return [...new Set([...stillDeaf, ...idsOf(found)])].sort();
}

function isDeaf(account: Account): boolean {
  const [last, before] = account;
  return last?.macs.length === 0 && before?.macs.length === 0;
}

/** The machines that `told` names, with everybody who heard of them. */
function ownersOf(
  question: WireQuestion,
  told: readonly WireSight[],
  heard: readonly WireSight[],
): readonly RuledOwner[] {
  const macs = [...new Set(told.flatMap((answer) => answer.macs))].sort();
  const machines = [...new Set(macs.map((mac) => machineOf(question, mac)))];
  return machines.map((machine) => ({
    hostId: question.hostOf(macs.find((mac) => machineOf(question, mac) === machine) ?? "") ?? null,
    macs: macs.filter((mac) => machineOf(question, mac) === machine),
    seenBy: [
      ...new Set(
        heard
          .filter((answer) => machinesOf(question, answer).includes(machine))
          .map((answer) => answer.hostId),
      ),
    ].sort(),
  }));
}
