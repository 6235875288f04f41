import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { waitFor } from "../process/wait-for";
import type { LabState } from "../state/lab-state";
import { planAccounts } from "./accounts";
import { FIRST_BOOT_FILE } from "./mysql-config";
import { runRootSql } from "./root-sql";

/** One row of `performance_schema.replication_group_members`, as one server sees it. */
export interface GroupMember {
  readonly serverUuid: string;
  readonly address: string;
  readonly state: string;
  readonly role: string;
}

/** Shared limits of the group operations. */
export interface GroupOptions {
  readonly onProgress?: (line: string) => void;
  readonly signal?: AbortSignal | undefined;
}

/** The group as this server sees it; empty when its mysqld does not answer or is in no group. */
export async function observeGroup(host: LabHost, signal?: AbortSignal): Promise<GroupMember[]> {
  const sql =
    "SELECT member_id, member_host, member_state, member_role FROM performance_schema.replication_group_members WHERE member_id <> '';";
  const rows = await runRootSql(host, sql, { timeoutMs: 5_000, signal }).catch((cause: unknown) => {
    if (cause instanceof LabError && cause.code !== "aborted") return [];
    throw cause;
  });
  return rows.map(([serverUuid = "", address = "", state = "", role = ""]) => ({
    serverUuid,
    address,
    state,
    role,
  }));
}

/** What this server says of itself, or null when it does not answer or is in no group. */
export async function observeSelf(host: LabHost, signal?: AbortSignal): Promise<GroupMember | null> {
  const members = await observeGroup(host, signal);
  return members.find((member) => member.address === host.address) ?? null;
}

/** The host that says of itself that it is the ONLINE primary, or null when none does. */
export async function findPrimary(hosts: readonly LabHost[], signal?: AbortSignal): Promise<LabHost | null> {
  const selves = await Promise.all(hosts.map((host) => observeSelf(host, signal)));
  return hosts.find((_, i) => selves[i]?.state === "ONLINE" && selves[i]?.role === "PRIMARY") ?? null;
}

/** Waits until mysqld answers on its local socket. Throws LabError `not_observed`. */
export async function waitForMysql(host: LabHost, options: GroupOptions = {}): Promise<void> {
  await waitFor(
    `mysqld on ${host.name} to answer`,
    () =>
      runRootSql(host, "SELECT 1;", { timeoutMs: 5_000, signal: options.signal }).then(
        () => true,
        () => undefined,
      ),
    { timeoutMs: 90_000, intervalMs: 250, signal: options.signal },
  );
}

/**
 * Brings all servers into one ONLINE group, from whatever they are in: never configured, stopped, or all up
 * with no group left. A server that has been the group's keeps its data. Bounded: throws LabError
 * `group_not_ready` or `not_observed`. Safe to repeat.
 */
export async function ensureGroup(
  hosts: readonly LabHost[],
  state: LabState,
  options: GroupOptions = {},
): Promise<void> {
  await Promise.all(hosts.map((host) => configureFirstBoot(host, state, options)));
  let seed = await findPrimary(hosts, options.signal);
  if (seed === null) {
    seed = await findMostAdvanced(hosts);
    options.onProgress?.(`bootstrapping the group on ${seed.name}`);
    await bootstrap(seed, options);
  }
  const primary = seed;
  const rest = hosts.filter((host) => host !== primary);
  await Promise.all(rest.map((host) => join(host, options)));
  await Promise.all(hosts.map((host) => finishFirstBoot(host, options)));
}

/** A server with the first-boot file has never been in the group: it gets its accounts now. */
async function configureFirstBoot(host: LabHost, state: LabState, options: GroupOptions): Promise<void> {
  await waitForMysql(host, options);
  if ((await host.tryExec(["test", "-e", FIRST_BOOT_FILE])).exitCode !== 0) return;
  if ((await observeSelf(host, options.signal))?.state === "ONLINE") return;
  await runRootSql(host, planAccounts(state), { timeoutMs: 30_000, signal: options.signal });
}

/** From here on the server looks for its group when it starts, and can never found a second one. */
async function finishFirstBoot(host: LabHost, options: GroupOptions): Promise<void> {
  await runRootSql(host, "SET GLOBAL group_replication_bootstrap_group = OFF;", { signal: options.signal });
  await host.exec(["rm", "-f", FIRST_BOOT_FILE], { signal: options.signal });
}

/** The server that has executed the most transactions must found the group, or the others' would be lost. */
async function findMostAdvanced(hosts: readonly LabHost[]): Promise<LabHost> {
  const sets = await Promise.all(hosts.map(async (host) => ({ host, gtids: await observeGtids(host) })));
  let best = sets[0];
  for (const other of sets.slice(1)) {
    if (best === undefined) break;
    const sql = `SELECT GTID_SUBSET('${best.gtids}', '${other.gtids}'), GTID_SUBSET('${other.gtids}', '${best.gtids}');`;
    const [isBehind, isAhead] = (await runRootSql(other.host, sql))[0] ?? [];
    if (isBehind === "1" && isAhead === "0") best = other;
  }
  if (best === undefined)
    throw new LabError("group_not_ready", "There is no database host to found a group.");
  return best.host;
}

async function observeGtids(host: LabHost): Promise<string> {
  // Received but not yet applied transactions count too: they were certified by the group.
  const sql =
    "SELECT REPLACE(CONCAT_WS(',', NULLIF(@@global.gtid_executed, ''), (SELECT NULLIF(received_transaction_set, '') FROM performance_schema.replication_connection_status WHERE channel_name = 'group_replication_applier')), '\\n', '');";
  return ((await runRootSql(host, sql))[0]?.[0] ?? "").replaceAll("\\n", "");
}

async function bootstrap(host: LabHost, options: GroupOptions): Promise<void> {
  await runRootSql(
    host,
    "STOP GROUP_REPLICATION; SET GLOBAL group_replication_bootstrap_group = ON; START GROUP_REPLICATION; SET GLOBAL group_replication_bootstrap_group = OFF;",
    { timeoutMs: 60_000, signal: options.signal },
  );
  await waitForOnline(host, options);
}

async function join(host: LabHost, options: GroupOptions): Promise<void> {
  const self = await observeSelf(host, options.signal);
  if (self?.state !== "ONLINE" && self?.state !== "RECOVERING") {
    await runRootSql(host, "STOP GROUP_REPLICATION; START GROUP_REPLICATION;", {
      timeoutMs: 90_000,
      signal: options.signal,
    });
  }
  await waitForOnline(host, options);
  options.onProgress?.(`${host.name} is ONLINE in the group`);
}

async function waitForOnline(host: LabHost, options: GroupOptions): Promise<void> {
  await waitFor(
    `${host.name} to be ONLINE in the group`,
    async () => ((await observeSelf(host, options.signal))?.state === "ONLINE" ? true : undefined),
    { timeoutMs: 60_000, intervalMs: 200, signal: options.signal },
  );
}
