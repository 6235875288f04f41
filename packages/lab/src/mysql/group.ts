import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { waitFor } from "../process/wait-for";
import { decideGroup, type GroupView } from "./group-verdict";
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

/** The host that all servers agree is the primary, or null while there is none. */
export async function findPrimary(hosts: readonly LabHost[], signal?: AbortSignal): Promise<LabHost | null> {
  const verdict = decideGroup(await observeViews(hosts, signal));
  if (verdict.kind !== "settled") return null;
  return hosts.find((host) => host.address === verdict.primaryAddress) ?? null;
}

/** What each server says of the group, all asked at once. */
export async function observeViews(hosts: readonly LabHost[], signal?: AbortSignal): Promise<GroupView[]> {
  return Promise.all(
    hosts.map(async (host) => ({ address: host.address, members: await observeGroup(host, signal) })),
  );
}

/** True while the server tries to join a group, by itself or by command; it is then OFFLINE for up to a minute. */
export async function isJoining(host: LabHost, signal?: AbortSignal): Promise<boolean> {
  const sql =
    "SELECT COUNT(*) FROM performance_schema.threads WHERE name = 'thread/group_rpl/THD_certifier_broadcast';";
  const isBusy = (await runRootSql(host, sql, { timeoutMs: 5_000, signal }))[0]?.[0] !== "0";
  return isBusy && (await observeSelf(host, signal))?.state === "OFFLINE";
}

/** True while the server, once expelled, tries to return by itself, which takes it some two seconds as a rule. */
export async function isRejoining(host: LabHost, signal?: AbortSignal): Promise<boolean> {
  const sql = "SELECT 1 FROM performance_schema.threads WHERE name = 'thread/group_rpl/THD_autorejoin';";
  return (await runRootSql(host, sql, { timeoutMs: 5_000, signal })).length > 0;
}

/** True while the server leaves a group in which it reached no majority; it tries to return once it is out. */
export async function isLeaving(host: LabHost, signal?: AbortSignal): Promise<boolean> {
  const sql = "SELECT @@global.group_replication_autorejoin_tries > 0;";
  if ((await observeSelf(host, signal))?.state !== "ERROR") return false;
  const others = (await observeGroup(host, signal)).length > 1;
  return others && (await runRootSql(host, sql, { timeoutMs: 5_000, signal }))[0]?.[0] === "1";
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
