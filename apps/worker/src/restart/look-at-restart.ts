import type { RestartMember, RestartSnapshot } from "@primacy/core/restart";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { getAccount, type LoadedCluster } from "../cluster/load-cluster";
import type { WorkerContext } from "../context";
import { nameOf, withMember, withOwnServer } from "../member/look-at-member";
import type { ServerAccount } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-group";
import { type LookedAtMembers, lookAtMembers } from "../switchover/look-at-members";

const startVariable = "group_replication_start_on_boot";

/** What was seen of the members before a rolling restart. */
export interface LookedAtRestart extends RestartSnapshot {
  readonly told: LookedAtMembers["told"];
}

/** Looks at every member as before a switchover to `memberId`, and whether its server comes back by itself. Changes nothing. */
export async function lookAtRestart(
  worker: WorkerContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<LookedAtRestart> {
  const account = await getAccount(worker.db, loaded.cluster.id, "admin");
  const [seen, starts] = await Promise.all([
    lookAtMembers(worker, loaded, memberId, signal),
    Promise.all(
      loaded.cluster.members.map(
        async (member) => [member.id, await readStartsOnBoot(member, account, signal)] as const,
      ),
    ),
  ]);
  const startsOnBoot = new Map(starts);
  const members = seen.members.map(
    (member): RestartMember => ({ ...member, startsOnBoot: startsOnBoot.get(member.memberId) ?? null }),
  );
  return { ...seen, members };
}

async function readStartsOnBoot(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<boolean | null> {
  try {
    const { [startVariable]: value } = await withMember(member, account, signal, (connection) =>
      readVariables(connection, [startVariable], { signal }),
    );
    return value === undefined ? null : value === "ON";
  } catch (error) {
    signal.throwIfAborted();
    // Who answers there is not known: nothing is planned on it.
    if (error instanceof MysqlFailure && !isUntrusted(error)) return null;
    throw error;
  }
}

const RightRow = z.object({ has: z.coerce.number() });

/**
 * The names of the members on whose servers an account may not restart the server. Throws `MysqlFailure` where one cannot be
 * signed in to, and `StepFailure` `member_other_server` where another answers.
 */
export async function listForbidden(
  { cluster }: LoadedCluster,
  administrator: ServerAccount,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const forbidden = await Promise.all(
    cluster.members.map(async (member) => {
      const [row] = await withOwnServer(member, administrator, signal, (connection) =>
        connection.query(
          "SELECT COUNT(*) AS has FROM information_schema.USER_PRIVILEGES WHERE PRIVILEGE_TYPE = 'SHUTDOWN'" +
            " AND GRANTEE = CONCAT(QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', 1)), '@'," +
            " QUOTE(SUBSTRING_INDEX(CURRENT_USER(), '@', -1)))",
          { signal },
        ),
      );
      return RightRow.parse(row).has > 0 ? [] : [nameOf(member)];
    }),
  );
  return forbidden.flat();
}
