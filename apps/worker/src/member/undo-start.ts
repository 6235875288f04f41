import { type MemberState, message, paramsWith } from "@primacy/contract";
import { type CloneSign, decideUndo, type MemberParty } from "@primacy/core/member";
import type { MemberRecord } from "@primacy/db";
import { getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { getMember, nameOf, reasonOf, withOwnServer } from "../replication/group-replication/observe-member";
import { readCloning } from "../replication/group-replication/read-member";
import { readStopped, stopMember } from "../replication/group-replication/stop-member";

/**
 * Stops a member again that was started and did not come ONLINE. One that did so in the meantime is left in its group: the
 * group may need it by now. One that is being cloned, though nobody had planned it, is left to that. Throws `StepFailure`
 * where it was left, or is not known to have stopped.
 */
export async function undoStart(
  { worker, log }: StepContext,
  input: MemberParty,
  signal: AbortSignal,
): Promise<void> {
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const name = nameOf(member);
  const before = await readState(member, account, signal);
  const decided = decideUndo(before);
  if (decided === "leave_online")
    throw new StepFailure("failure.member_undo_online", { params: { member: name } });
  if (decided === "leave_cloning")
    throw new StepFailure("failure.member_undo_cloning", { params: { member: name } });
  if (decided === "leave_unknown")
    throw new StepFailure("failure.member_undo_unknown", { params: { member: name } });
  const { state, isSuperReadOnly } = await stopMember(member, account, signal);
  const readOnly = isSuperReadOnly ? "ON" : "OFF";
  await log("info", message("log.member_stopped_again", { member: name, state: state ?? "-", readOnly }));
  if (!isSuperReadOnly) await log("warning", message("log.member_writable", { member: name }));
}

async function readState(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<{ readonly state: MemberState | null; readonly cloning: CloneSign }> {
  try {
    return await withOwnServer(member, account, signal, async (connection) => {
      const { state } = await readStopped(connection, signal);
      return { state, cloning: await readCloning(connection, state, { signal }) };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const params = paramsWith({ member: nameOf(member) }, { reason: reasonOf(error) });
    throw new StepFailure("failure.member_undo_silent", { params, retryable: error.retryable, cause: error });
  }
}
