import { LabError } from "../errors";
import { startAgent } from "../fault/agent-faults";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { isJoining, isLeaving, isRejoining, observeViews } from "../mysql/group";
import { decideGroup, findFlaw } from "../mysql/group-verdict";
import { rejoinBlind } from "../mysql/rejoin-blind";
import { runRootSql } from "../mysql/root-sql";
import { findAgentStatus } from "../observe/agent-status";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, isDatabaseName } from "../roster";
import { describeOwn, readOwnTransactions } from "./own-transactions";

/** Members that come back at once do so within this. */
const ownReturnMs = 30_000;
/** MySQL lets a member try again five minutes after a try that failed, and a try may take a minute. */
const nextTryMs = 375_000;
/** A supervisor has started another agent long before this. */
const agentReturnMs = 10_000;

/** How the group is cared for. */
export interface CareOptions {
  readonly onProgress: (line: string) => void;
  readonly signal: AbortSignal;
  /** False where something else than our agents holds the address. */
  readonly hasAgents: boolean;
  /** Transactions that servers made alone before the first fault, as one GTID set. */
  readonly knownTransactions: string;
  /** Told, before it is done, of all that the product did not do by itself, and of what was found then: each fails the run. */
  readonly note: (violation: string) => void;
}

/** What had to be done to make the group whole. */
export interface Care {
  readonly primary: DatabaseName;
  readonly resets: number;
  /** Members that came back by MySQL's own next try, and those that had lost the way to another one and were let join again. */
  readonly waited: readonly string[];
  /** How many of these were let join again. */
  readonly rejoined: number;
}

/** The database hosts of a lab. */
export function listDatabases(lab: Lab): LabHost[] {
  return lab.hosts.filter((host) => host.kind === "database");
}

/**
 * Waits until the group is whole by itself, also for a member whose server is to try again after five minutes; where it does
 * not become so, the lab mends it, with the present primary kept. Then every host has an answering agent, where agents are
 * wanted. All that had to be done for it is noted. Throws LabError when even that fails.
 */
export async function ensureWhole(lab: Lab, options: CareOptions): Promise<Care> {
  let resets = 0;
  let rejoined = 0;
  const waited: string[] = [];
  let primary = await awaitWhole(lab, ownReturnMs, options.signal);
  if (primary === null) {
    // MySQL's own defect. Where it was seen the address stayed with its host; that it always does is not known, so this is counted.
    waited.push(...(await rejoinBlind(listDatabases(lab), options)));
    rejoined = waited.length;
    if (rejoined > 0) primary = await awaitWhole(lab, ownReturnMs, options.signal);
  }
  if (primary === null) {
    const trying = await listTrying(lab, options.signal);
    if (trying.length > 0) {
      const sinceMs = monotonicMs();
      options.onProgress(`waiting for MySQL on ${trying.join(", ")} to try again by itself`);
      primary = await awaitWhole(lab, nextTryMs, options.signal);
      const afterMs = ownReturnMs + monotonicMs() - sinceMs;
      if (primary !== null)
        waited.push(
          `${trying.join(", ")} came back by its own next try after ${Math.round(afterMs / 1_000)} s`,
        );
    }
  }
  if (primary === null) {
    await mendGroup(lab, options);
    resets = 1;
    primary = await awaitWhole(lab, ownReturnMs, options.signal);
  }
  if (primary === null) throw new LabError("group_not_ready", "The group could not be made whole.");
  for (const host of options.hasAgents ? listDatabases(lab) : []) {
    if (await hasAgent(host, options.signal)) continue;
    options.note(`the agent of ${host.name} did not come back by itself and was started`);
    await startAgent(host, options.signal);
  }
  return { primary, resets, waited, rejoined };
}

/**
 * Hosts whose server tries to come back by itself, or is about to: one that was expelled, one that is still leaving a group that
 * it could not reach, which takes up to a minute, or one that has just started.
 */
async function listTrying(lab: Lab, signal: AbortSignal): Promise<string[]> {
  const isTrying = async (host: LabHost): Promise<boolean> =>
    (await isRejoining(host, signal)) || (await isJoining(host, signal)) || (await isLeaving(host, signal));
  const found = await Promise.all(
    listDatabases(lab).map(async (host) => {
      const tries = await isTrying(host).catch((cause: unknown) => {
        // A server that does not answer tries nothing.
        if (cause instanceof LabError && cause.code !== "aborted") return false;
        throw cause;
      });
      return tries ? [host.name] : [];
    }),
  );
  return found.flat();
}

/**
 * Mends the group, keeping its primary where it has one. A mend may clone a server, which erases what that server had done
 * alone: this is looked at and noted first, as is the mend itself. Throws LabError where it fails.
 */
export async function mendGroup(
  lab: Lab,
  { knownTransactions, onProgress, note, signal }: Omit<CareOptions, "hasAgents">,
): Promise<void> {
  const own = await readOwnTransactions(lab, knownTransactions, signal);
  for (const text of describeOwn(own)) note(text);
  for (const host of own.silent) note(`what ${host} had done alone was not known before the mend`);
  note(`the group did not become whole by itself and was mended: ${await describeGroup(lab, signal)}`);
  const kept = (await lab.findPrimary(signal))?.name ?? "";
  await lab.resetGroup({ onProgress, signal, ...(isDatabaseName(kept) ? { primary: kept } : {}) });
}

async function hasAgent(host: LabHost, signal: AbortSignal): Promise<boolean> {
  return unlessUnseen(
    waitFor(
      `the agent of ${host.name} to answer`,
      async () => ((await findAgentStatus(host)) === null ? undefined : true),
      { timeoutMs: agentReturnMs, signal },
    ),
  ).then((answers) => answers === true);
}

/** What each server says of the group, for people. */
async function describeGroup(lab: Lab, signal: AbortSignal): Promise<string> {
  const databases = listDatabases(lab);
  const views = await observeViews(databases, signal);
  const trying = await listTrying(lab, signal);
  const told = databases.map(({ name, address }) => {
    const members = views.find((view) => view.address === address)?.members ?? [];
    const seen = members.map((member) => `${member.address} ${member.state} ${member.role}`.trim());
    return `${name} sees ${seen.length === 0 ? "nothing" : seen.join(", ")}${trying.includes(name) ? ", and tries to return" : ""}`;
  });
  return told.join("; ");
}

async function awaitWhole(lab: Lab, timeoutMs: number, signal: AbortSignal): Promise<DatabaseName | null> {
  const databases = listDatabases(lab);
  const find = async (): Promise<DatabaseName | undefined> => {
    const views = await observeViews(databases, signal);
    const verdict = decideGroup(views);
    if (verdict.kind !== "settled" || findFlaw(views, verdict.primaryAddress) !== null) return undefined;
    const name = databases.find((host) => host.address === verdict.primaryAddress)?.name ?? "";
    return isDatabaseName(name) ? name : undefined;
  };
  const limits = { timeoutMs, intervalMs: 500, signal };
  return unlessUnseen(waitFor("the group to be whole", find, limits));
}

/** Null where it was not seen in time. */
async function unlessUnseen<T>(waiting: Promise<T>): Promise<T | null> {
  return waiting.catch((cause: unknown) => {
    if (cause instanceof LabError && cause.code === "not_observed") return null;
    throw cause;
  });
}

/** Sets how long the group waits before it expels a member that it does not hear, on every server. Throws LabError. */
export async function setExpelTimeout(lab: Lab, seconds: number, signal: AbortSignal): Promise<void> {
  const sql = `SET GLOBAL group_replication_member_expel_timeout = ${seconds};`;
  await Promise.all(listDatabases(lab).map((host) => runRootSql(host, sql, { signal })));
}

/** The host of each server, by its UUID. Throws LabError where one does not answer. */
export async function readServers(lab: Lab, signal: AbortSignal): Promise<Map<string, string>> {
  const servers = new Map<string, string>();
  for (const host of listDatabases(lab)) {
    const [row] = await runRootSql(host, "SELECT @@server_uuid;", { signal });
    servers.set(row?.[0] ?? "", host.name);
  }
  return servers;
}
