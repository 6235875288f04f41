import { message } from "@primacy/contract";
import type { MemberParty } from "@primacy/core/member";
import { getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { StepContext, StepOutcome } from "../operation/executor";
import { awaitOnline } from "../replication/group-replication/await-online";
import { getMember, nameOf } from "../replication/group-replication/observe-member";
import { watchJoin } from "../replication/group-replication/start-member";
import { StartOutput } from "./start-step";

/** Waits until a member that was started is ONLINE; without a limit where `limitMs` is null. */
export async function awaitStep(
  context: StepContext,
  input: MemberParty,
  how: { readonly startedBy: "member.start" | "member.clone"; readonly limitMs: number | null },
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const [started] = await context.listOutputs(how.startedBy, StartOutput);
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const { missing = "", missingCount = 0, startedAtMs = null, logStarts = {} } = started?.output ?? {};
  const watch = await watchJoin(worker, loaded, member, logStarts);
  const awaited = { member, account, missing, missingCount, limitMs: how.limitMs };
  const online = await awaitOnline(context, awaited, watch, signal);
  const name = nameOf(member);
  if (online.isOfflineMode)
    await context.log("warning", message("log.member_offline_mode", { member: name }));
  // Another worker's clock began it where this one took over.
  const isTimed = startedAtMs !== null && context.step.attempt === 1;
  const ms = isTimed
    ? Math.max(0, Math.round(performance.timeOrigin + performance.now() - startedAtMs))
    : null;
  const params = { member: name, readOnly: online.isSuperReadOnly ? "ON" : "OFF" };
  return {
    kind: "done",
    detail:
      ms === null
        ? message("detail.member_online_untimed", params)
        : message("detail.member_online", { ...params, ms }),
    output: { state: online.state, isSuperReadOnly: online.isSuperReadOnly, afterMs: ms },
  };
}
