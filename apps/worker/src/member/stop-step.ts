import { message } from "@primacy/contract";
import { isVoter } from "@primacy/core/cluster";
import {
  findOwnServer,
  isInGroup,
  type MemberParty,
  type MemberSnapshot,
  type MemberStopInput,
} from "@primacy/core/member";
import { getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { StepContext, StepOutcome } from "../operation/executor";
import { poll } from "../operation/poll";
import { type CheckedAction, inGroup, look, requirePassed } from "../replication/group-replication/judge-now";
import { getMember } from "../replication/group-replication/observe-member";
import { type StoppedMember, stopMember } from "../replication/group-replication/stop-member";

const leftLimitMs = 5_000;
/** For what is asked of its state alone. */
const toLook: CheckedAction = { action: "stop", isPrimaryAllowed: false, isCloneAllowed: false };

/** Lets a member leave its group; one that is to return may be in it again, and is left then. Judges anew before it acts. */
export async function stopStep(
  context: StepContext,
  input: MemberStopInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const { isPrimaryAllowed, isCloneAllowed } = input;
  const isReturn = input.purpose === "return";
  const wanted: CheckedAction = { action: isReturn ? "rejoin" : "stop", isPrimaryAllowed, isCloneAllowed };
  // What an attempt before ordered may be under way still.
  if (context.step.attempt > 1) await awaitLeft(context, input, signal);
  const before = await look(context, input, wanted, signal);
  if (isReturn && isInGroup(before)) return inGroup(before, "skipped");
  const server = findOwnServer(before);
  // What an attempt before this one did is done; else there was nothing to do.
  const isFirst = context.step.attempt === 1;
  if (server?.state === "OFFLINE")
    return stopped(context, input, server, { afterMs: null, isFound: isFirst }, signal);
  await requirePassed(context, before);
  const begunAtMs = performance.now();
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const left = await stopMember(member, account, signal);
  const afterMs = isFirst ? Math.round(performance.now() - begunAtMs) : null;
  return stopped(context, input, left, { afterMs, isFound: false }, signal);
}

/** How a member came to be out of its group. */
interface Stop {
  /** How long it took; null: another attempt did it, or nobody had to. */
  readonly afterMs: number | null;
  /** It was out of its group before anything was ordered. */
  readonly isFound: boolean;
}

async function stopped(
  context: StepContext,
  input: MemberStopInput,
  left: StoppedMember,
  stop: Stop,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const after = await awaitLeft(context, input, signal);
  if (!left.isSuperReadOnly)
    await context.log("warning", message("log.member_writable", { member: after.name }));
  return describeStop(after, left, stop);
}

/** What came of a stop: one that found its member out of the group had nothing to do. */
export function describeStop(
  { name: member, registeredCount: total, group }: Pick<MemberSnapshot, "name" | "registeredCount" | "group">,
  { state, isSuperReadOnly }: StoppedMember,
  { afterMs, isFound }: Stop,
): StepOutcome {
  const readOnly = isSuperReadOnly ? "ON" : "OFF";
  const params = { member, state: state ?? "-", readOnly, online: group.onlineCount, total };
  return {
    kind: isFound ? "skipped" : "done",
    detail: message(isFound ? "detail.member_stopped_before" : "detail.member_stopped", params),
    output: { state, isSuperReadOnly, afterMs },
  };
}

/** The others install the view without the member within moments of its own; how they are is told as they say it then. */
async function awaitLeft(
  context: StepContext,
  input: MemberParty,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  const seen = await poll({ everyMs: 300, limitMs: leftLimitMs, signal }, async () => {
    const now = await look(context, input, toLook, signal);
    return isVoter(now.group.listedState) ? null : now;
  });
  return seen ?? look(context, input, toLook, signal);
}
