import { message } from "@primacy/contract";
import { listUnready, type RestartInput } from "@primacy/core/restart";
import { loadCluster } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { observeMembers } from "../switchover-steps/observe-members";

const everyMs = 500;

/**
 * Waits until every member is ONLINE and has caught up, and shows for which it waits. Throws `StepFailure` `plugin_members_away` where that
 * is not so within the limit of the input.
 */
export async function awaitWholeGroup(
  context: StepContext,
  input: RestartInput,
  signal: AbortSignal,
): Promise<void> {
  const limitMs = input.limitSeconds * 1_000;
  let unready: readonly string[] = [];
  let shown = "";
  const isWhole = await poll({ everyMs, limitMs, signal }, async () => {
    unready = await findUnready(context, input, signal);
    if (unready.length === 0) return true;
    const members = unready.join(", ");
    if (members !== shown) await context.waitFor(message("detail.plugin_waits_members", { members }));
    shown = members;
    return null;
  });
  if (isWhole === null) throw failAway(unready, limitMs);
}

/** The same without a wait: while one member is out, no other server is restarted. */
export async function requireWholeGroup(
  context: StepContext,
  input: RestartInput,
  signal: AbortSignal,
): Promise<void> {
  const unready = await findUnready(context, input, signal);
  if (unready.length > 0) throw failAway(unready, 0);
}

async function findUnready(
  { worker }: StepContext,
  { clusterId, memberId }: RestartInput,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const loaded = await loadCluster(worker.db, clusterId);
  return listUnready(await observeMembers(worker, loaded, { targetMemberId: memberId }, signal));
}

function failAway(unready: readonly string[], limitMs: number): StepFailure {
  return new StepFailure("failure.plugin_members_away", { params: { members: unready.join(", "), limitMs } });
}
