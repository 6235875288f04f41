import type { DrillInput } from "@primacy/core/drill";
import { loadCluster } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { restartServer } from "../restart-steps/restart-server";
import { observeMembers } from "../switchover-steps/observe-members";

/** A server that recovers after a crash may take a while. */
const memberLimitSeconds = 240;
const wholeLimitMs = 60_000;

/** Waits until the member that was hit is back in its group, and all others are there too; how many there are. Throws `StepFailure`. */
export async function awaitWhole(
  context: StepContext,
  { clusterId, target }: DrillInput,
  signal: AbortSignal,
): Promise<number> {
  const { memberId, serverUuid, name, hostId } = target;
  const back = { clusterId, memberId, serverUuid, name, hostId, user: "", limitSeconds: memberLimitSeconds };
  await restartServer(context, back, { isFirst: false, mayOrder: false }, signal);
  let away: readonly string[] = [];
  const { worker } = context;
  const total = await poll({ everyMs: 1_000, limitMs: wholeLimitMs, signal }, async () => {
    const loaded = await loadCluster(worker.db, clusterId);
    const { members } = await observeMembers(worker, loaded, { targetMemberId: memberId }, signal);
    away = members.filter(({ state }) => state !== "ONLINE").map((member) => member.name);
    return away.length === 0 ? loaded.cluster.members.length : null;
  });
  if (total !== null) return total;
  throw new StepFailure("failure.drill_not_whole", { params: { members: away.join(", ") } });
}
