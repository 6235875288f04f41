import { type MemberState, paramsWith } from "@primacy/contract";
import { stopStatement } from "@primacy/core/member";
import type { MemberRecord } from "@primacy/db";
import type { ServerAccount, ServerConnection } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import { nameOf, reasonOf, withOwnServer } from "./observe-member";
import { readGroup } from "./read-group";
import { ownState } from "./read-member";

/** A member without its majority gives up its attempt to leave after a minute, and its applier may take as long. */
export const stopLimitMs = 120_000;
const settleLimitMs = 10_000;

/** A server after its Group Replication was stopped. */
export interface StoppedMember {
  readonly state: MemberState | null;
  readonly isSuperReadOnly: boolean;
}

/**
 * Stops Group Replication on a member, and returns how MySQL left its server. Nothing happens to one that is stopped
 * already. Throws `StepFailure` where it did not stop, or did not say so in time.
 */
export async function stopMember(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<StoppedMember> {
  try {
    return await withOwnServer(member, account, signal, async (connection) => {
      await order(member, connection, signal);
      return awaitStopped(member, connection, signal);
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const given = { member: nameOf(member), seconds: stopLimitMs / 1_000 };
    const params = paramsWith(given, { reason: reasonOf(error) });
    throw new StepFailure("failure.member_stop_silent", { params, cause: error });
  }
}

async function order(member: MemberRecord, connection: ServerConnection, signal: AbortSignal): Promise<void> {
  try {
    await connection.query(stopStatement, { signal, timeoutMs: stopLimitMs });
  } catch (error) {
    if (!(error instanceof MysqlFailure) || error.code !== "mysql_statement") throw error;
    // It answers an error also where it left the group, and only a part of it took too long.
    const { state } = await readStopped(connection, signal);
    if (state === "OFFLINE") return;
    const given = { member: nameOf(member), state: state ?? "-" };
    const params = paramsWith(given, { reason: reasonOf(error) });
    throw new StepFailure("failure.member_stop_refused", { params, cause: error });
  }
}

async function awaitStopped(
  member: MemberRecord,
  connection: ServerConnection,
  signal: AbortSignal,
): Promise<StoppedMember> {
  const limits = { everyMs: 100, limitMs: settleLimitMs, signal };
  const stopped = await poll(limits, async () => {
    const seen = await readStopped(connection, signal);
    return seen.state === "OFFLINE" || seen.state === null ? seen : null;
  });
  if (stopped !== null) return stopped;
  const { state } = await readStopped(connection, signal);
  const params = { member: nameOf(member), seconds: settleLimitMs / 1_000, state: state ?? "-" };
  throw new StepFailure("failure.member_stop_late", { params });
}

/** How a member's server says that it is. Throws `MysqlFailure`. */
export async function readStopped(connection: ServerConnection, signal: AbortSignal): Promise<StoppedMember> {
  const group = await readGroup(connection, { signal });
  return { state: ownState(group), isSuperReadOnly: group.isSuperReadOnly };
}
