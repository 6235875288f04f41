import { type MemberState, message } from "@primacy/contract";
import type { MemberRecord } from "@primacy/db";
import { getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { look, requirePassed, toStart } from "../replication/group-replication/judge-now";
import { getMember, nameOf, withOwnServer } from "../replication/group-replication/observe-member";
import { readLogStarts, startMember, watchJoin } from "../replication/group-replication/start-member";
import { readStopped, stopMember } from "../replication/group-replication/stop-member";

/** Whether a member says of itself that it is out of its group, also while it asks to come back; false where it does not say. */
export async function isOutOfGroup(
  worker: WorkerContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const account = await getAccount(worker.db, loaded.cluster.id, "admin");
  try {
    const state = await readState(getMember(loaded, memberId), account, signal);
    return state === "ERROR" || state === "OFFLINE";
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return false;
    throw error;
  }
}

/**
 * Starts Group Replication again on a member that is out of its group and does not come back by itself; true when the group has let it in. False
 * where it is joining by itself after all, or where a check stands against it now, which the log tells: then it may be asked again. May be repeated.
 * Throws `StepFailure` with the cause.
 */
export async function rejoinMember(
  context: StepContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const { worker } = context;
  const clusterId = loaded.cluster.id;
  const member = getMember(loaded, memberId);
  const { serverUuid, hostId } = member;
  const account = await getAccount(worker.db, clusterId, "admin");
  const party = { clusterId, memberId, serverUuid, name: nameOf(member), hostId };
  try {
    // One that is OFFLINE may be joining just now: it must not be put out of its group again.
    if ((await readState(member, account, signal)) === "ERROR") await stopMember(member, account, signal);
    await requirePassed(context, await look(context, party, toStart, signal));
    await context.log("info", message("log.restart_joins_again", { member: nameOf(member) }));
    const watch = await watchJoin(worker, loaded, member, await readLogStarts(worker, loaded, signal));
    await startMember(member, account, { watch, isFirst: false }, signal);
    return true;
  } catch (error) {
    signal.throwIfAborted();
    const isForNow = error instanceof StepFailure && mayPass.has(error.code);
    if (isForNow || error instanceof MysqlFailure) return false;
    throw error;
  }
}

async function readState(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<MemberState | null> {
  const { state } = await withOwnServer(member, account, signal, (connection) =>
    readStopped(connection, signal),
  );
  return state;
}

/** It joins by itself, or what stands against it now may be over later: the group's majority, a server that cannot be asked. */
const mayPass: ReadonlySet<string> = new Set(["member_join_running", "member_refused"]);
