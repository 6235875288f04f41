import { problemDetail, type Refusal, refuse } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import type { ServerAccount } from "../mysql/connect-server";
import { listForbidden } from "../replication/group-replication/list-forbidden";

/** Names the members whose servers an account may not restart; null where it may restart all. Throws `MysqlFailure`. */
export async function refuseRestarts(
  members: readonly MemberRecord[],
  account: ServerAccount,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const forbidden = await listForbidden(members, "SHUTDOWN", account, signal);
  const problems = forbidden.map((member) =>
    problemDetail("/administrator/user", "restart_not_allowed", { user: account.user, member }),
  );
  return problems.length === 0 ? null : refuse("conflict", problems);
}
