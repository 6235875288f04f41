import { type DrillInput, traitsOf } from "@primacy/core/drill";
import { loadCluster } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { isOutOfGroup, rejoinMember } from "../restart-steps/rejoin-member";
import { restartServer } from "../restart-steps/restart-server";
import { observeMembers } from "../switchover-steps/observe-members";

/** A server that recovers after a crash may take a while. */
const memberLimitSeconds = 240;
const wholeLimitMs = 60_000;
/**
 * A member that was parted learns of its expulsion within seconds, and asks to come back by itself at once, where it may. It then catches up with
 * what it missed beside the clients: on a busy machine of two processors that took four minutes.
 */
const rejoinLimitMs = 900_000;
const byItselfMs = 15_000;
/** Ends of a link that was lost call each other UNREACHABLE for a moment more, which most members do not see. */
const cutLooks = 3;

/** Waits until the member that was hit is back in its group, and all others are there too; how many there are. Throws `StepFailure`. */
export async function awaitWhole(
  context: StepContext,
  input: DrillInput,
  signal: AbortSignal,
): Promise<number> {
  const { clusterId, fault, target } = input;
  const { memberId, serverUuid, name, hostId } = target;
  const { needsService, cutsFrames } = traitsOf(fault);
  if (needsService) {
    const terms = { isFirst: false, mayOrder: false } as const;
    const back = {
      clusterId,
      memberId,
      serverUuid,
      name,
      hostId,
      user: "",
      limitSeconds: memberLimitSeconds,
    };
    await restartServer(context, back, terms, signal);
  }
  const mayRejoin = !needsService;
  let away: readonly { readonly memberId: string; readonly name: string }[] = [];
  let outSinceMs: number | null = null;
  let wholeLooks = 0;
  const { worker } = context;
  const limitMs = mayRejoin ? rejoinLimitMs : wholeLimitMs;
  const total = await poll({ everyMs: 1_000, limitMs, signal }, async () => {
    const loaded = await loadCluster(worker.db, clusterId);
    const { members } = await observeMembers(worker, loaded, { targetMemberId: memberId }, signal);
    away = members.filter(({ state }) => state !== "ONLINE");
    const [one] = away;
    wholeLooks = one === undefined ? wholeLooks + 1 : 0;
    if (one === undefined)
      return wholeLooks < (cutsFrames ? cutLooks : 1) ? null : loaded.cluster.members.length;
    if (!mayRejoin) return null;
    outSinceMs = (await isOutOfGroup(worker, loaded, one.memberId, signal))
      ? (outSinceMs ?? performance.now())
      : null;
    if (outSinceMs !== null && performance.now() - outSinceMs > byItselfMs) {
      await rejoinMember(context, loaded, one.memberId, signal);
      outSinceMs = null;
    }
    return null;
  });
  if (total !== null) return total;
  const names = away.map((member) => member.name).join(", ");
  throw new StepFailure("failure.drill_not_whole", { params: { members: names } });
}
