import { LabError } from "../errors";
import { startAgent } from "../fault/agent-faults";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { observeViews } from "../mysql/group";
import { decideGroup, findFlaw } from "../mysql/group-verdict";
import { runRootSql } from "../mysql/root-sql";
import { findAgentStatus } from "../observe/agent-status";
import { waitFor } from "../process/wait-for";
import { type DatabaseName, isDatabaseName } from "../roster";
import { describeOwn, readOwnTransactions } from "./own-transactions";

/** Members that come back by themselves do so within this; the group's next attempt is five minutes later. */
const ownReturnMs = 30_000;
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
}

/** The database hosts of a lab. */
export function listDatabases(lab: Lab): LabHost[] {
  return lab.hosts.filter((host) => host.kind === "database");
}

/**
 * Waits until the group is whole by itself; where it does not become so, the lab mends it, with the present primary
 * kept. Then every host has an answering agent, where agents are wanted. All that had to be done for it is noted.
 * Throws LabError when even that fails.
 */
export async function ensureWhole(lab: Lab, options: CareOptions): Promise<Care> {
  let resets = 0;
  let primary = await awaitWhole(lab, options.signal);
  if (primary === null) {
    await mendGroup(lab, options);
    resets = 1;
    primary = await awaitWhole(lab, options.signal);
  }
  if (primary === null) throw new LabError("group_not_ready", "The group could not be made whole.");
  for (const host of options.hasAgents ? listDatabases(lab) : []) {
    if (await hasAgent(host, options.signal)) continue;
    options.note(`the agent of ${host.name} did not come back by itself and was started`);
    await startAgent(host, options.signal);
  }
  return { primary, resets };
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
  note(`the group did not become whole by itself within ${ownReturnMs / 1_000} s and was mended`);
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

async function awaitWhole(lab: Lab, signal: AbortSignal): Promise<DatabaseName | null> {
  const databases = listDatabases(lab);
  const find = async (): Promise<DatabaseName | undefined> => {
    const views = await observeViews(databases, signal);
    const verdict = decideGroup(views);
    if (verdict.kind !== "settled" || findFlaw(views, verdict.primaryAddress) !== null) return undefined;
    const name = databases.find((host) => host.address === verdict.primaryAddress)?.name ?? "";
    return isDatabaseName(name) ? name : undefined;
  };
  const limits = { timeoutMs: ownReturnMs, intervalMs: 500, signal };
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
