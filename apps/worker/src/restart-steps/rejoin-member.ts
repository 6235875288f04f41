import { message } from "@primacy/contract";
import { getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
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
    const { state } = await withOwnServer(getMember(loaded, memberId), account, signal, (connection) =>
      readStopped(connection, signal),
    );
    return state === "ERROR" || state === "OFFLINE";
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return false;
    throw error;
  }
}

/**
 * Starts Group Replication again on a member that is out of its group and does not come back by itself; returns when the group has let it in. May be
 * repeated. Throws `StepFailure` with the cause: `member_join_running` where its own attempt is still under way.
 */
export async function rejoinMember(
  context: StepContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const clusterId = loaded.cluster.id;
  const member = getMember(loaded, memberId);
  const { serverUuid, hostId } = member;
  const account = await getAccount(worker.db, clusterId, "admin");
  await context.log("info", message("log.restart_joins_again", { member: nameOf(member) }));
  await stopMember(member, account, signal);
  const party = { clusterId, memberId, serverUuid, name: nameOf(member), hostId };
  await requirePassed(context, await look(context, party, toStart, signal));
  const watch = await watchJoin(worker, loaded, member, await readLogStarts(worker, loaded, signal));
  await startMember(member, account, { watch, isFirst: false }, signal);
}
