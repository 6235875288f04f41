import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import type { LabState } from "../state/lab-state";
import type { GroupMember, GroupOptions } from "./group";
import { findFlaw } from "./group-verdict";
import { FIRST_BOOT_FILE } from "./mysql-config";
import { runRootSql } from "./root-sql";

/** What a server says of its group, and whether it has what `ensureGroup` leaves on it. */
interface Look {
  readonly members: readonly GroupMember[];
  readonly isFinished: boolean;
}

const look = `SELECT 'settings', @@group_replication_bootstrap_group, @@group_replication_member_expel_timeout;
SELECT 'member', member_id, member_host, member_state, member_role
FROM performance_schema.replication_group_members WHERE member_id <> '';`;

/**
 * True when there is nothing to bring back: every server, all asked at once, answers, shows all of them ONLINE under
 * `wanted`, and has the settings and the files that `ensureGroup` leaves. By these views `ensureGroup` and
 * `ensurePrimary` decide too.
 */
export async function isGroupWhole(
  hosts: readonly LabHost[],
  wanted: LabHost,
  state: LabState,
  options: GroupOptions = {},
): Promise<boolean> {
  const looks = await Promise.all(hosts.map((host) => lookAt(host, state, options.signal)));
  const views = hosts.map((host, index) => ({
    address: host.address,
    members: looks[index]?.members ?? [],
  }));
  return looks.every((one) => one.isFinished) && findFlaw(views, wanted.address) === null;
}

async function lookAt(host: LabHost, state: LabState, signal: AbortSignal | undefined): Promise<Look> {
  const [rows, unfinished] = await Promise.all([
    readRows(host, signal),
    host.tryExec(["test", "-e", FIRST_BOOT_FILE], { signal }),
  ]);
  const settings = rows.find(([kind]) => kind === "settings")?.slice(1);
  const hasSettings = settings?.[0] === "0" && settings[1] === String(state.expelSeconds);
  const members = rows
    .filter(([kind]) => kind === "member")
    .map(([, serverUuid = "", address = "", memberState = "", role = ""]) => ({
      serverUuid,
      address,
      state: memberState,
      role,
    }));
  return { members, isFinished: hasSettings && unfinished.exitCode === 1 };
}

/** Nothing from a server that does not answer. */
async function readRows(host: LabHost, signal: AbortSignal | undefined): Promise<string[][]> {
  return runRootSql(host, look, { timeoutMs: 5_000, signal }).catch((cause: unknown) => {
    if (cause instanceof LabError && cause.code !== "aborted") return [];
    throw cause;
  });
}
