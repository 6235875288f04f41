import { message } from "@primacy/contract";
import { type DrillInput, traitsOf } from "@primacy/core/drill";
import { getAccount, type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { stopMember } from "../member/stop-member";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { look, requirePassed, toStart } from "../replication/group-replication/judge-now";
import { getMember, nameOf, withOwnServer } from "../replication/group-replication/observe-member";
import { readGroup } from "../replication/group-replication/read-group";
import { ownState } from "../replication/group-replication/read-member";
import { readLogStarts, startMember, watchJoin } from "../replication/group-replication/start-member";
import { restartServer } from "../restart-steps/restart-server";
import { observeMembers } from "../switchover-steps/observe-members";

/** A server that recovers after a crash may take a while. */
const memberLimitSeconds = 240;
const wholeLimitMs = 60_000;
/** A member that was parted learns of its expulsion within seconds, and asks to come back by itself at once, where it may. */
const rejoinLimitMs = 240_000;
const byItselfMs = 15_000;

/** Waits until the member that was hit is back in its group, and all others are there too; how many there are. Throws `StepFailure`. */
export async function awaitWhole(
  context: StepContext,
  input: DrillInput,
  signal: AbortSignal,
): Promise<number> {
  const { clusterId, fault, target } = input;
  const { memberId, serverUuid, name, hostId } = target;
  const { needsService } = traitsOf(fault);
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
  const { worker } = context;
  const limitMs = mayRejoin ? rejoinLimitMs : wholeLimitMs;
  const total = await poll({ everyMs: 1_000, limitMs, signal }, async () => {
    const loaded = await loadCluster(worker.db, clusterId);
    const { members } = await observeMembers(worker, loaded, { targetMemberId: memberId }, signal);
    away = members.filter(({ state }) => state !== "ONLINE");
    const [one] = away;
    if (one === undefined) return loaded.cluster.members.length;
    if (!mayRejoin) return null;
    outSinceMs = (await isOut(context, loaded, one.memberId, signal))
      ? (outSinceMs ?? performance.now())
      : null;
    if (outSinceMs !== null && performance.now() - outSinceMs > byItselfMs) {
      await rejoin(context, loaded, one.memberId, signal);
      outSinceMs = null;
    }
    return null;
  });
  if (total !== null) return total;
  const names = away.map((member) => member.name).join(", ");
  throw new StepFailure("failure.drill_not_whole", { params: { members: names } });
}

/** Whether a member says of itself that it is out of the group; false where it does not say. */
async function isOut(
  { worker }: StepContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const account = await getAccount(worker.db, loaded.cluster.id, "admin");
  try {
    const state = await withOwnServer(getMember(loaded, memberId), account, signal, async (connection) =>
      ownState(await readGroup(connection, { signal })),
    );
    return state === "ERROR" || state === "OFFLINE";
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return false;
    throw error;
  }
}

/** Starts Group Replication anew on a member that was expelled and does not come back by itself. Throws `StepFailure`. */
async function rejoin(
  context: StepContext,
  loaded: LoadedCluster,
  memberId: string,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const clusterId = loaded.cluster.id;
  const member = getMember(loaded, memberId);
  const account = await getAccount(worker.db, clusterId, "admin");
  await context.log("info", message("log.restart_joins", { member: nameOf(member) }));
  await stopMember(member, account, signal);
  const { serverUuid, hostId } = member;
  const party = { clusterId, memberId, serverUuid, name: nameOf(member), hostId };
  await requirePassed(context, await look(context, party, toStart, signal));
  const watch = await watchJoin(worker, loaded, member, await readLogStarts(worker, loaded, signal));
  await startMember(member, account, { watch, isFirst: false }, signal);
}
