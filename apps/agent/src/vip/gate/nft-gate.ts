import { type AddressFamily, familyOf, message } from "@primacy/contract";
import { monotonicMs } from "../address/types";
import type { HeldSet } from "./held-set";
import { type NftAnswer, NftSession, tellNftErrors } from "./nft-session";
import { type Opening, planOpening } from "./plan-opening";
import type { GateOutcome, GuardedAddress, ResetGate } from "./types";

/** The agent's own table; nothing else on the host is touched. */
export const gateTableName = "primacy_vip";
export const gateTable = `inet ${gateTableName}`;

/** The sets of that table for the addresses of one family. */
interface GateSets {
  /** The addresses for which the gate is open. */
  readonly held: string;
  readonly guarded: string;
  readonly draining: string;
  readonly type: "ipv4_addr" | "ipv6_addr";
  readonly header: "ip" | "ip6";
}

const gateSets: Readonly<Record<AddressFamily, GateSets>> = {
  4: { held: "held", guarded: "guarded", draining: "draining", type: "ipv4_addr", header: "ip" },
  6: { held: "held6", guarded: "guarded6", draining: "draining6", type: "ipv6_addr", header: "ip6" },
};
const allSets = Object.values(gateSets);

const maxAttempts = 3;
/** A call to the kernel that takes longer has waited for others, and not only for a processor. */
const slowCallMs = 200;
const avoidMs = 60_000;
const wholeTable = `table ${gateTable}`;
/** What resets clients; `release-vips` makes the same rules. */
export const resetRules: readonly string[] = allSets.map(
  ({ header, guarded, held }) =>
    `${header} daddr . tcp dport @${guarded} ${header} daddr != @${held} reject with tcp reset`,
);
/** What keeps new connections out while those that are open go on; `release-vips` makes the same rules. */
export const drainRules: readonly string[] = allSets.map(
  ({ header, draining }) =>
    `${header} daddr . tcp dport @${draining} tcp flags & (syn | ack) == syn reject with tcp reset`,
);
/** `prerouting` also resets packets for an address that is gone; kernels before 5.9 can reject on `input` only. */
const hooks = ["prerouting priority -160", "input priority -160"] as const;

/**
 * The gate by one long-lived `nft -i` child. `guardMs`: how long clients are reset after the gate closed by itself.
 * `heldSet`, where there is one, only keeps open what the child has opened, at a small part of the price.
 */
export function createNftGate(
  nftFile: string,
  guardMs: number,
  heldSet: HeldSet | null,
): ResetGate & { readonly session: NftSession } {
  const session = new NftSession(nftFile);
  const keeper = createKeeper(heldSet);
  let isWorking = true;
  // A command that is tried again must not undo one that was given after it.
  const newest = new Map<string, number>();
  const newestDrain = new Map<string, number>();
  /** Addresses that no gate is known to stand before. What it guarded until now would else reset clients when it is over. */
  const ungated = new Set<string>();
  const take = ({ address, ports }: GuardedAddress): (() => boolean) => {
    if (ports.length > 0) ungated.delete(address);
    const version = (newest.get(address) ?? 0) + 1;
    newest.set(address, version);
    return () => newest.get(address) === version;
  };
  const openings = new Map<string, Opening>();
  const report = (outcome: GateOutcome): GateOutcome => {
    isWorking = outcome.kind === "done";
    return outcome;
  };
  const standAside = async (guarded: GuardedAddress): Promise<GateOutcome> => {
    if (ungated.has(guarded.address)) return { kind: "done" };
    for (const key of [...openings.keys()].filter((one) => one.startsWith(`${guarded.address} `)))
      openings.delete(key);
    const isNewest = take(guarded);
    const outcome = report(await forget(session, guarded, isNewest));
    if (outcome.kind === "done" && isNewest()) ungated.add(guarded.address);
    return outcome;
  };
  return {
    kind: "nft",
    session,
    get isWorking() {
      return isWorking;
    },
    install: async (guarded, tombstoneMs) => {
      const isNewest = take(guarded);
      const made = report(await createTable(session));
      if (made.kind === "failed") return made;
      if (guarded.ports.length === 0) return standAside(guarded);
      return tombstoneMs <= 0 ? made : report(await close(session, guarded, tombstoneMs, isNewest));
    },
    open: async (guarded, openMs) => {
      if (guarded.ports.length === 0) return standAside(guarded);
      const key = keyOf(guarded);
      const known = openings.get(key);
      const opening = planOpening(known, monotonicMs(), openMs, guardMs);
      if (opening === null) {
        return { kind: "done" };
      }
      const isNewest = take(guarded);
      // What the child has not done yet must not come after this, and undo it.
      const isKept = known !== undefined && session.isIdle && keeper.keepOpen(guarded, opening);
      if (isKept) {
        openings.set(key, { ...opening, guardUntilMs: known.guardUntilMs });
      }
      if (isKept && !opening.isGuardRenewed) {
        return { kind: "done" };
      }
      const outcome = report(await open(session, guarded, opening, isNewest));
      if (outcome.kind === "done" && isNewest()) {
        openings.set(key, opening);
      } else if (!isKept) {
        openings.delete(key);
      }
      return outcome;
    },
    close: async (guarded, tombstoneMs) => {
      if (guarded.ports.length === 0) return standAside(guarded);
      openings.delete(keyOf(guarded));
      return report(await close(session, guarded, tombstoneMs, take(guarded)));
    },
    drain: async (guarded, forMs) => {
      const version = (newestDrain.get(guarded.address) ?? 0) + 1;
      newestDrain.set(guarded.address, version);
      const isNewest = (): boolean => newestDrain.get(guarded.address) === version;
      return drain(session, guarded, forMs, isNewest);
    },
    forget: async (guarded) => {
      openings.delete(keyOf(guarded));
      const outcome = report(await forget(session, guarded, take(guarded)));
      newestDrain.delete(guarded.address);
      await drain(session, guarded, 0, () => true);
      return outcome;
    },
    remove: async () => {
      openings.clear();
      const answer = await session.run(`add table ${gateTable} ; delete table ${gateTable}`, wholeTable);
      return answer.listing === null
        ? { kind: "done" }
        : { kind: "failed", reason: tellNftErrors(answer, "act.gate_table") };
    },
    stop: () => {
      session.stop();
      heldSet?.close();
    },
  };
}

/** The set of the addresses for which the gate is open, for this one. */
export function heldSetOf(address: string): string {
  return setsOf(address).held;
}

function setsOf(address: string): GateSets {
  return gateSets[familyOf(address) ?? 4];
}

function keyOf(guarded: GuardedAddress): string {
  return `${guarded.address} ${guarded.ports.join(",")}`;
}

/**
 * Keeps a gate open by the kernel's set itself. Where that fails the answer is false, and the child finds out why and
 * mends it. A call that took long stood behind somebody else's change of the rules, and the agent with it: for a while
 * the child, which can wait, does it all.
 */
function createKeeper(heldSet: HeldSet | null): {
  keepOpen(guarded: GuardedAddress, opening: Opening): boolean;
} {
  let avoidUntilMs = Number.NEGATIVE_INFINITY;
  return {
    keepOpen: ({ address }, opening) => {
      const startedMs = monotonicMs();
      const leftMs = opening.openUntilMs - startedMs;
      if (heldSet === null || leftMs <= 0 || startedMs < avoidUntilMs) {
        return false;
      }
      try {
        heldSet.renew(address, leftMs);
        return true;
      } catch {
        return false;
      } finally {
        if (monotonicMs() - startedMs > slowCallMs) {
          avoidUntilMs = monotonicMs() + avoidMs;
        }
      }
    },
  };
}

async function open(
  session: NftSession,
  guarded: GuardedAddress,
  opening: Opening,
  isNewest: () => boolean,
): Promise<GateOutcome> {
  return confirm(session, {
    isNewest,
    listing: `set ${gateTable} ${heldSetOf(guarded.address)}`,
    transaction: (attempt) => {
      // A command that was delayed must not hold the gate open for longer than was asked.
      const nowMs = monotonicMs();
      const leftMs = Math.floor(opening.openUntilMs - nowMs);
      if (leftMs <= 0) {
        return null;
      }
      // What is tried again may have lost its table, and the guard with it.
      const isGuarded = opening.isGuardRenewed || attempt.number > 0;
      const guards = isGuarded ? guard(guarded, Math.floor(opening.guardUntilMs - nowMs)) : [];
      return [...guards, ...renew(heldSetOf(guarded.address), [guarded.address], leftMs)].join(" ; ");
    },
    isConfirmed: (text) => text.includes(` ${guarded.address} timeout`),
  });
}

function close(
  session: NftSession,
  guarded: GuardedAddress,
  tombstoneMs: number,
  isNewest: () => boolean,
): Promise<GateOutcome> {
  return confirm(session, {
    isNewest,
    listing: wholeTable,
    transaction: () =>
      [
        ...guard(guarded, Math.max(1, Math.floor(tombstoneMs))),
        ...drop(heldSetOf(guarded.address), [guarded.address]),
      ].join(" ; "),
    isConfirmed: (text) =>
      !elementsOf(text, heldSetOf(guarded.address)).includes(` ${guarded.address} timeout`) &&
      pairsOf(guarded).every((pair) =>
        elementsOf(text, setsOf(guarded.address).guarded).includes(` ${pair} timeout`),
      ),
  });
}

/** Somebody else may have made the chain anew, and without the rule that keeps anybody out. */
async function drain(
  session: NftSession,
  guarded: GuardedAddress,
  forMs: number,
  isNewest: () => boolean,
): Promise<GateOutcome> {
  const isWanted = forMs > 0;
  if (isWanted && !hasRules((await session.run("", wholeTable)).listing)) {
    const made = await createTable(session);
    if (made.kind === "failed") return made;
  }
  const pairs = pairsOf(guarded);
  const { draining } = setsOf(guarded.address);
  const change = isWanted ? renew(draining, pairs, forMs) : drop(draining, pairs);
  return confirm(session, {
    isNewest,
    listing: `set ${gateTable} ${draining}`,
    transaction: () => change.join(" ; "),
    isConfirmed: (text) => pairs.every((pair) => text.includes(` ${pair} timeout`) === isWanted),
  });
}

/** What a listing of the table has of one of its sets. */
function elementsOf(listing: string, set: string): string {
  const [, after = ""] = listing.split(`\tset ${set} {`);
  return after.split("\n\t}")[0] ?? "";
}

function forget(session: NftSession, guarded: GuardedAddress, isNewest: () => boolean): Promise<GateOutcome> {
  const sets = setsOf(guarded.address);
  return confirm(session, {
    isNewest,
    listing: wholeTable,
    transaction: ({ number, listing }) => {
      // What is guarded but not held resets clients: both have to go at once, so that it is looked at first.
      if (guarded.ports.length === 0 && number === 0) return "";
      // Ports that the address had before a change are guarded for a while after it.
      const ports = new Set([...guarded.ports, ...findGuardedPorts(listing, guarded.address)]);
      const pairs = pairsOf({ address: guarded.address, ports: [...ports] });
      return [...drop(sets.guarded, pairs), ...drop(sets.held, [guarded.address])].join(" ; ");
    },
    isConfirmed: (text) =>
      ![sets.held, sets.guarded].some((set) => elementsOf(text, set).includes(` ${guarded.address} `)),
  });
}

function findGuardedPorts(listing: string, address: string): readonly number[] {
  const found = elementsOf(listing, setsOf(address).guarded).matchAll(/ ([\da-f.:]+) \. (\d+) timeout/g);
  return [...found].filter(([, guarded]) => guarded === address).map(([, , port]) => Number(port));
}

/** Deletes elements whether they are there or not. */
function drop(set: string, elements: readonly string[]): string[] {
  if (elements.length === 0) return [];
  const all = `element ${gateTable} ${set} { ${elements.join(", ")} }`;
  return [`add ${all}`, `delete ${all}`];
}

function guard(guarded: GuardedAddress, timeoutMs: number): string[] {
  return renew(setsOf(guarded.address).guarded, pairsOf(guarded), timeoutMs);
}

function pairsOf({ address, ports }: GuardedAddress): string[] {
  return ports.map((port) => `${address} . ${port}`);
}

/** Adding an element again does not extend its time, so it is deleted in between; the first `add` makes that safe. */
function renew(set: string, elements: readonly string[], timeoutMs: number): string[] {
  if (elements.length === 0) return [];
  const add = `add element ${gateTable} ${set} { ${elements.map((element) => `${element} timeout ${timeoutMs}ms`).join(", ")} }`;
  return [add, `delete element ${gateTable} ${set} { ${elements.join(", ")} }`, add];
}

/** A command with what shows that the kernel has it. */
interface GateCommand {
  readonly isNewest: () => boolean;
  readonly listing: string;
  /** Given which attempt this is, from 0 on, and the listing of the one before, empty at the first. Null: too late. */
  readonly transaction: (attempt: { readonly number: number; readonly listing: string }) => string | null;
  readonly isConfirmed: (listing: string) => boolean;
}

const noAnswer: NftAnswer = { listing: null, errors: "", problem: null };

/** Runs a command until the listing confirms it: again when an element expired in between, and after remaking a lost table. */
async function confirm(session: NftSession, command: GateCommand): Promise<GateOutcome> {
  let answer = noAnswer;
  for (let number = 0; number < maxAttempts; number += 1) {
    const attempt = { number, listing: answer.listing ?? "" };
    const transaction = command.isNewest() ? command.transaction(attempt) : null;
    if (transaction === null) {
      return { kind: "failed", reason: message("act.gate_overtaken") };
    }
    answer = await session.run(transaction, command.listing);
    if (answer.listing !== null && command.isConfirmed(answer.listing)) {
      return { kind: "done" };
    }
    if (answer.listing === null) {
      const made = await createTable(session);
      if (made.kind === "failed") {
        return made;
      }
    }
  }
  return { kind: "failed", reason: tellNftErrors(answer, "act.gate_rules") };
}

async function createTable(session: NftSession): Promise<GateOutcome> {
  let last = noAnswer;
  for (const hook of hooks) {
    for (const isFresh of [false, true]) {
      const chain = hook.split(" ")[0] ?? "";
      const answer = await session.run(tableText(chain, hook, isFresh), wholeTable);
      if (hasRules(answer.listing)) {
        return { kind: "done" };
      }
      last = answer;
    }
  }
  return { kind: "failed", reason: tellNftErrors(last, "act.gate_table") };
}

/** The rules of drains are told by their sets: how their flags are written depends on the version of nft. */
function hasRules(listing: string | null): boolean {
  return [...resetRules, ...allSets.map(({ draining }) => `tcp dport @${draining} `)].every(
    (rule) => listing?.includes(rule) === true,
  );
}

/** Statements that may be repeated: what is there stays, with its elements and their times. */
function tableText(chain: string, hook: string, isFresh: boolean): string {
  return [
    ...(isFresh ? [`add table ${gateTable}`, `delete table ${gateTable}`] : []),
    `add table ${gateTable}`,
    ...allSets.flatMap(({ held, guarded, draining, type }) => [
      `add set ${gateTable} ${held} { type ${type} ; flags timeout ; }`,
      `add set ${gateTable} ${guarded} { type ${type} . inet_service ; flags timeout ; }`,
      `add set ${gateTable} ${draining} { type ${type} . inet_service ; flags timeout ; }`,
    ]),
    `add chain ${gateTable} ${chain} { type filter hook ${hook} ; policy accept ; }`,
    `flush chain ${gateTable} ${chain}`,
    ...[...resetRules, ...drainRules].map((rule) => `add rule ${gateTable} ${chain} ${rule}`),
  ].join(" ; ");
}
