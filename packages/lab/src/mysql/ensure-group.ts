import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { allEnded } from "../process/all-ended";
import { waitFor } from "../process/wait-for";
import type { LabState } from "../state/lab-state";
import { planAccounts } from "./accounts";
import {
  type GroupOptions,
  isJoining,
  isRejoining,
  observeGroup,
  observeSelf,
  observeViews,
  waitForMysql,
} from "./group";
import { decideGroup, findFlaw, type GroupVerdict } from "./group-verdict";
import { findMostAdvanced, hasForeignTransactions } from "./gtid";
import { FIRST_BOOT_FILE } from "./mysql-config";
import { cloneFrom, restartOutsideGroup } from "./repair-member";
import { runRootSql } from "./root-sql";

/** How long contradicting views may last: above the group's own timeouts after any fault. */
const SETTLE_LIMIT_MS = 40_000;
const ONLINE_LIMIT_MS = 30_000;
const PRIMARY_LIMIT_MS = 30_000;
/** A server tries to join ten times within a minute; a join that the group accepts takes seconds. */
const JOIN_LIMIT_MS = 75_000;
/** Above the time in which the group expels the old incarnation of a server, after which its new one is let in. */
const OWN_JOIN_LIMIT_MS = 45_000;
/** A first attempt to return; the next one follows only after minutes. */
const REJOIN_LIMIT_MS = 15_000;
const STOP_LIMIT_MS = 6_000;

/** How a group is brought back. */
export interface EnsureGroupOptions extends GroupOptions {
  /** The caller knows that no majority is left: it is founded anew at once, and not waited for. */
  readonly isLost?: boolean;
}

/**
 * Brings all servers, whose mysqld must run, into one ONLINE group from whatever they are in: never configured,
 * stopped, in error, with data that the group lacks, or with no group left. What the most advanced server has is
 * kept. Bounded: throws LabError `group_not_ready` or `not_observed`. Safe to repeat.
 */
export async function ensureGroup(
  hosts: readonly LabHost[],
  state: LabState,
  options: EnsureGroupOptions = {},
): Promise<void> {
  await allEnded(hosts.map((host) => configureFirstBoot(host, state, options)));
  const verdict: GroupVerdict = options.isLost === true ? { kind: "none" } : await settle(hosts, options);
  let primary = hosts.find((host) => verdict.kind === "settled" && host.address === verdict.primaryAddress);
  if (primary === undefined || !(await joinAll(hosts, primary, state, options))) {
    primary = await found(hosts, options);
    if (!(await joinAll(hosts, primary, state, options))) {
      throw new LabError("group_not_ready", "Not all servers could be brought into the group.");
    }
  }
  await allEnded(hosts.map((host) => finishFirstBoot(host, state, options)));
}

async function joinAll(
  hosts: readonly LabHost[],
  primary: LabHost,
  state: LabState,
  options: GroupOptions,
): Promise<boolean> {
  const rest = hosts.filter((host) => host !== primary);
  const joined = await allEnded(rest.map((host) => join(host, primary, state, options)));
  return joined.every(Boolean);
}

/**
 * Makes the given host the primary of a group whose members are all ONLINE, and waits until every member says so.
 * Throws LabError `not_observed` that says what was seen instead.
 */
export async function ensurePrimary(
  hosts: readonly LabHost[],
  wanted: LabHost,
  options: GroupOptions = {},
): Promise<void> {
  const { signal } = options;
  const what = `all members to have ${wanted.name} as primary`;
  let flaw: string | null = null;
  const isWhole = async (): Promise<true | undefined> => {
    flaw = findFlaw(await observeViews(hosts, signal), wanted.address);
    return flaw === null ? true : undefined;
  };
  try {
    const self = await observeSelf(wanted, signal);
    if (self !== null && self.role !== "PRIMARY") {
      const sql = `SELECT group_replication_set_as_primary('${self.serverUuid}');`;
      await runRootSql(wanted, sql, { timeoutMs: PRIMARY_LIMIT_MS, signal });
    }
    await waitFor(what, isWhole, { timeoutMs: PRIMARY_LIMIT_MS, intervalMs: 100, signal });
  } catch (cause) {
    if (!(cause instanceof LabError) || cause.code === "aborted") throw cause;
    const seen = flaw ?? "the group refused the change";
    throw new LabError("not_observed", `Not seen: ${what}; ${seen}. ${cause.message}`, {
      cause,
      retryable: true,
    });
  }
}

/** A server with the first-boot file has never been in the group: it gets its accounts now. */
async function configureFirstBoot(host: LabHost, state: LabState, options: GroupOptions): Promise<void> {
  await waitForMysql(host, options);
  if ((await host.tryExec(["test", "-e", FIRST_BOOT_FILE])).exitCode !== 0) return;
  if ((await observeSelf(host, options.signal))?.state === "ONLINE") return;
  await runRootSql(host, planAccounts(state), { timeoutMs: 30_000, signal: options.signal });
}

/** From here on the server looks for its group when it starts, and can never found a second one; the
 * configuration file and the running server have the same expel timeout. */
async function finishFirstBoot(host: LabHost, state: LabState, options: GroupOptions): Promise<void> {
  const sql = `SET GLOBAL group_replication_bootstrap_group = OFF;
SET GLOBAL group_replication_member_expel_timeout = ${state.expelSeconds};`;
  await runRootSql(host, sql, { signal: options.signal });
  await host.exec(["rm", "-f", FIRST_BOOT_FILE], { signal: options.signal });
}

async function settle(hosts: readonly LabHost[], options: GroupOptions): Promise<GroupVerdict> {
  let last: GroupVerdict = { kind: "none" };
  let reported = "";
  return waitFor(
    "the group to settle",
    async () => {
      last = decideGroup(await observeViews(hosts, options.signal));
      if (last.kind !== "unsettled") return last;
      if (last.reason !== reported) options.onProgress?.(`waiting for the group: ${last.reason}`);
      reported = last.reason;
      return undefined;
    },
    { timeoutMs: SETTLE_LIMIT_MS, intervalMs: 300, signal: options.signal },
  ).catch((cause: unknown) => {
    // A group that does not find itself is founded anew; the most advanced server's data wins.
    if (cause instanceof LabError && cause.code === "not_observed") return { kind: "none" as const };
    throw cause;
  });
}

async function found(hosts: readonly LabHost[], options: GroupOptions): Promise<LabHost> {
  if (!(await isFresh(hosts, options))) {
    // A server that looks for the lost group by itself, or holds on to it, would block or undo the founding.
    options.onProgress?.("restarting all servers outside of the lost group");
    await allEnded(hosts.map((host) => restartOutsideGroup(host, options)));
  }
  const seed = await findMostAdvanced(hosts);
  options.onProgress?.(`founding the group on ${seed.name}`);
  await runRootSql(
    seed,
    "SET GLOBAL group_replication_bootstrap_group = ON; START GROUP_REPLICATION; SET GLOBAL group_replication_bootstrap_group = OFF;",
    { timeoutMs: 60_000, signal: options.signal },
  );
  await waitForOnline(seed, options);
  return seed;
}

/** True when no server has ever been in a group, or tries to be. */
async function isFresh(hosts: readonly LabHost[], options: GroupOptions): Promise<boolean> {
  const fresh = await allEnded(
    hosts.map(async (host) => {
      const members = await observeGroup(host, options.signal);
      const isMarked = (await host.tryExec(["test", "-e", FIRST_BOOT_FILE])).exitCode === 0;
      return isMarked && members.every((member) => member.state === "OFFLINE");
    }),
  );
  return fresh.every(Boolean);
}

async function join(
  host: LabHost,
  primary: LabHost,
  state: LabState,
  options: GroupOptions,
): Promise<boolean> {
  await letRejoin(host, options);
  if (!(await endsJoining(host, options))) {
    options.onProgress?.(`${host.name} does not come to an end with its attempt to join`);
    return false;
  }
  const isInside = ["ONLINE", "RECOVERING"].includes((await observeSelf(host, options.signal))?.state ?? "");
  const isForeign = !isInside && (await hasForeignTransactions(host, primary));
  const isNew = (await host.tryExec(["test", "-e", FIRST_BOOT_FILE])).exitCode === 0;
  if (isForeign || !(await tryJoin(host, options))) {
    options.onProgress?.(`${host.name} cannot join as it is; repairing it`);
    await restartOutsideGroup(host, options);
    // A new server may lack more than the group can give it in time.
    if (isNew || (await hasForeignTransactions(host, primary)))
      await cloneFrom(host, primary, state, options);
    if (!(await tryJoin(host, options))) return false;
  }
  options.onProgress?.(`${host.name} is ONLINE in the group`);
  return true;
}

/** Lets an expelled server return by itself: one that is stopped meanwhile is often refused for a minute afterwards. */
async function letRejoin(host: LabHost, options: GroupOptions): Promise<void> {
  const hasEnded = async (): Promise<true | undefined> =>
    (await isRejoining(host, options.signal)) ? undefined : true;
  await waitFor(`${host.name} to return to the group by itself`, hasEnded, {
    timeoutMs: REJOIN_LIMIT_MS,
    intervalMs: 200,
    signal: options.signal,
  }).catch((cause: unknown) => {
    if (!(cause instanceof LabError) || cause.code !== "not_observed") throw cause;
  });
}

/**
 * Lets a server that tries to join by itself succeed or give up; false when it does neither, as happens to one that asked
 * while the group expelled its old incarnation. One that is killed while it joins can stay in the group's own configuration
 * for ever, which then refuses its return. Only a group founded anew gets rid of either.
 */
async function endsJoining(host: LabHost, options: GroupOptions): Promise<boolean> {
  try {
    return await waitFor(
      `${host.name} to end its attempt to join`,
      async () => ((await isJoining(host, options.signal)) ? undefined : true),
      { timeoutMs: OWN_JOIN_LIMIT_MS, intervalMs: 200, signal: options.signal },
    );
  } catch (cause) {
    if (cause instanceof LabError && cause.code === "not_observed") return false;
    throw cause;
  }
}

async function tryJoin(host: LabHost, options: GroupOptions): Promise<boolean> {
  const isRefusal = (cause: unknown): boolean =>
    cause instanceof LabError && ["command_failed", "command_timeout", "not_observed"].includes(cause.code);
  try {
    const self = await observeSelf(host, options.signal);
    if (self?.state !== "ONLINE" && self?.state !== "RECOVERING") {
      const { signal } = options;
      await runRootSql(host, "STOP GROUP_REPLICATION;", { timeoutMs: STOP_LIMIT_MS, signal });
      await runRootSql(host, "START GROUP_REPLICATION;", { timeoutMs: JOIN_LIMIT_MS, signal });
    }
    await waitForOnline(host, options);
    return true;
  } catch (cause) {
    if (isRefusal(cause)) return false;
    throw cause;
  }
}

/** Gives up at once on a member that has come to ERROR. */
async function waitForOnline(host: LabHost, options: GroupOptions): Promise<void> {
  await waitFor(
    `${host.name} to be ONLINE in the group`,
    async () => {
      const self = await observeSelf(host, options.signal);
      if (self?.state === "ERROR") throw new LabError("not_observed", `${host.name} went to ERROR.`);
      return self?.state === "ONLINE" ? true : undefined;
    },
    { timeoutMs: ONLINE_LIMIT_MS, intervalMs: 200, signal: options.signal },
  );
}
