import { monotonicMs } from "../address/types";
import { type NftAnswer, NftSession } from "./nft-session";
import type { GateOutcome, GuardedAddress, ResetGate } from "./types";

/** The agent's own table; nothing else on the host is touched. */
export const gateTable = "inet primacy_vip";

const heldSet = `set ${gateTable} held`;
const wholeTable = `table ${gateTable}`;
const rule = "ip daddr . tcp dport @guarded ip daddr != @held reject with tcp reset";
/** `prerouting` also resets packets for an address that is gone; kernels before 5.9 can reject on `input` only. */
const hooks = ["prerouting priority -160", "input priority -160"] as const;

/** The gate by one long-lived `nft -i` child. `guardMs`: how long clients are reset after the gate closed by itself. */
export function createNftGate(
  nftFile: string,
  guardMs: number,
): ResetGate & { readonly session: NftSession } {
  const session = new NftSession(nftFile);
  let isWorking = true;
  const report = (outcome: GateOutcome): GateOutcome => {
    isWorking = outcome.kind === "done";
    return outcome;
  };
  return {
    kind: "nft",
    session,
    get isWorking() {
      return isWorking;
    },
    install: async (guarded, tombstoneMs) => report(await install(session, guarded, tombstoneMs)),
    open: async (guarded, openMs) => report(await open(session, guarded, openMs, guardMs)),
    close: async (guarded, tombstoneMs) => report(await close(session, guarded, tombstoneMs)),
    forget: async (guarded) => report(await forget(session, guarded)),
    remove: async () => {
      const answer = await session.run(`add table ${gateTable} ; delete table ${gateTable}`, wholeTable);
      return answer.listing === null ? { kind: "done" } : { kind: "failed", reason: answer.errors };
    },
    stop: () => {
      session.stop();
    },
  };
}

async function install(
  session: NftSession,
  guarded: GuardedAddress,
  tombstoneMs: number,
): Promise<GateOutcome> {
  const made = await createTable(session);
  if (made.kind === "failed" || tombstoneMs <= 0) {
    return made;
  }
  return close(session, guarded, tombstoneMs);
}

async function open(
  session: NftSession,
  guarded: GuardedAddress,
  openMs: number,
  guardMs: number,
): Promise<GateOutcome> {
  const startMs = monotonicMs();
  return confirm(
    session,
    () => {
      // A command that was delayed must not hold the gate open for longer than was asked.
      const leftMs = Math.floor(openMs - (monotonicMs() - startMs));
      return leftMs <= 0
        ? null
        : [...guard(guarded, leftMs + guardMs), ...renew("held", [guarded.address], leftMs)].join(" ; ");
    },
    heldSet,
    (listing) => listing.includes(` ${guarded.address} timeout`),
  );
}

function close(session: NftSession, guarded: GuardedAddress, tombstoneMs: number): Promise<GateOutcome> {
  const held = `held { ${guarded.address} }`;
  return confirm(
    session,
    () =>
      [
        ...guard(guarded, Math.max(1, Math.floor(tombstoneMs))),
        `add element ${gateTable} ${held}`,
        `delete element ${gateTable} ${held}`,
      ].join(" ; "),
    wholeTable,
    (listing) =>
      !listing.includes(` ${guarded.address} timeout`) &&
      guarded.ports.every((port) => listing.includes(` ${guarded.address} . ${port} timeout`)),
  );
}

function forget(session: NftSession, guarded: GuardedAddress): Promise<GateOutcome> {
  const elements = [
    `held { ${guarded.address} }`,
    `guarded { ${guarded.ports.map((port) => `${guarded.address} . ${port}`).join(", ")} }`,
  ];
  return confirm(
    session,
    () =>
      elements
        .flatMap((element) => [
          `add element ${gateTable} ${element}`,
          `delete element ${gateTable} ${element}`,
        ])
        .join(" ; "),
    wholeTable,
    (listing) => !listing.includes(` ${guarded.address} `),
  );
}

function guard(guarded: GuardedAddress, timeoutMs: number): string[] {
  return renew(
    "guarded",
    guarded.ports.map((port) => `${guarded.address} . ${port}`),
    timeoutMs,
  );
}

/** Adding an element again does not extend its time, so it is deleted in between; the first `add` makes that safe. */
function renew(set: "held" | "guarded", elements: readonly string[], timeoutMs: number): string[] {
  const add = `add element ${gateTable} ${set} { ${elements.map((element) => `${element} timeout ${timeoutMs}ms`).join(", ")} }`;
  return [add, `delete element ${gateTable} ${set} { ${elements.join(", ")} }`, add];
}

/** Runs a transaction until the listing confirms it: once more when an element expired in between, and after remaking a lost table. */
async function confirm(
  session: NftSession,
  transaction: () => string | null,
  listed: string,
  isConfirmed: (listing: string) => boolean,
): Promise<GateOutcome> {
  let answer: NftAnswer = { listing: null, errors: "" };
  for (let attempt = 0; attempt < 3; attempt += 1) {
    const text = transaction();
    if (text === null) {
      return { kind: "failed", reason: `too late: ${answer.errors}` };
    }
    answer = await session.run(text, listed);
    if (answer.listing !== null && isConfirmed(answer.listing)) {
      return { kind: "done" };
    }
    if (answer.listing === null) {
      const made = await createTable(session);
      if (made.kind === "failed") {
        return made;
      }
    }
  }
  return { kind: "failed", reason: answer.errors.trim() || "the rules are not what was asked for" };
}

async function createTable(session: NftSession): Promise<GateOutcome> {
  let errors = "";
  for (const hook of hooks) {
    for (const isFresh of [false, true]) {
      const chain = hook.split(" ")[0] ?? "";
      const answer = await session.run(tableText(chain, hook, isFresh), wholeTable);
      if (answer.listing?.includes(rule)) {
        return { kind: "done" };
      }
      errors = answer.errors;
    }
  }
  return { kind: "failed", reason: errors.trim() || "the table could not be made" };
}

/** Statements that may be repeated: what is there stays, with its elements and their times. */
function tableText(chain: string, hook: string, isFresh: boolean): string {
  return [
    ...(isFresh ? [`add table ${gateTable}`, `delete table ${gateTable}`] : []),
    `add table ${gateTable}`,
    `add set ${gateTable} held { type ipv4_addr ; flags timeout ; }`,
    `add set ${gateTable} guarded { type ipv4_addr . inet_service ; flags timeout ; }`,
    `add chain ${gateTable} ${chain} { type filter hook ${hook} ; policy accept ; }`,
    `flush chain ${gateTable} ${chain}`,
    `add rule ${gateTable} ${chain} ${rule}`,
  ].join(" ; ");
}
