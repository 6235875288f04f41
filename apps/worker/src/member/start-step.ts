import { message } from "@primacy/contract";
import { isVoter } from "@primacy/core/cluster";
import {
  expelLimitSeconds,
  findOwnServer,
  isInGroup,
  type MemberParty,
  type MemberSnapshot,
  startOutcomeInGroup,
} from "@primacy/core/member";
import { z } from "zod";
import { getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { StepContext, StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { type CheckedAction, inGroup, look, requirePassed } from "../replication/group-replication/judge-now";
import { getMember, nameOf } from "../replication/group-replication/observe-member";
import { readLogStarts, startMember, watchJoin } from "../replication/group-replication/start-member";

/** What the start knew, for the wait. */
export const StartOutput = z.object({
  missing: z.string(),
  missingCount: z.number(),
  /** On this worker's own clock; null where nobody had to be started. */
  startedAtMs: z.number().nullable(),
  /** Since when the errors in each server's log belong to this start. */
  logStarts: z.record(z.string(), z.string()),
});
export type StartOutput = z.output<typeof StartOutput>;

/** Lets a member join its group, once that holds its old connection no more. Judges anew before it acts. */
export async function startStep(
  context: StepContext,
  input: MemberParty,
  how: CheckedAction,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const snapshot = await awaitExpelled(context, input, how, signal);
  if (isInGroup(snapshot)) return alreadyInGroup(context, snapshot);
  // A start of an earlier attempt is this step's, also where it goes on unseen.
  const isFirst = context.step.attempt === 1;
  const { compared } = await requirePassed(context, snapshot, { changedNothing: isFirst });
  const missing = compared?.missing ?? "";
  const missingCount = compared?.difference.missingCount ?? 0;
  const name = nameOf(member);
  await context.log("info", message("log.member_compared", { member: name, missing: missingCount }));
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const startedAtMs = performance.timeOrigin + performance.now();
  const logStarts = await readLogStarts(worker, loaded, signal);
  const watch = await watchJoin(worker, loaded, member, logStarts);
  await startMember(member, account, { watch, isFirst }, signal);
  const output: StartOutput = { missing, missingCount, startedAtMs, logStarts };
  return {
    kind: "done",
    detail: message("detail.member_joined", { member: name, missing: missingCount }),
    output,
  };
}

/** It may be in the group because the worker died after it had started it: then that is this step's, and can be taken back. */
async function alreadyInGroup(context: StepContext, snapshot: MemberSnapshot): Promise<StepOutcome> {
  const kind = startOutcomeInGroup(context.step.attempt);
  if (kind === "done") {
    const params = { member: snapshot.name, state: findOwnServer(snapshot)?.state ?? "-" };
    await context.log("info", message("log.member_taken_over", params));
  }
  return inGroup(snapshot, kind);
}

/** A join that is asked for while the group expels the member's old connection hangs; so that is waited for. */
async function awaitExpelled(
  context: StepContext,
  input: MemberParty,
  how: CheckedAction,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  let isTold = false;
  const limits = { everyMs: 500, limitMs: expelLimitSeconds * 1_000, signal };
  const ready = await poll(limits, async () => {
    const seen = await look(context, input, how, signal);
    if (isInGroup(seen) || !isVoter(seen.group.listedState)) return seen;
    const params = { member: seen.name, listed: seen.group.listedState ?? "-" };
    if (!isTold) await context.waitFor(message("detail.member_listed", params));
    isTold = true;
    return null;
  });
  if (ready !== null) return ready;
  const { name: member, group } = await look(context, input, how, signal);
  const params = { member, listed: group.listedState ?? "-", seconds: expelLimitSeconds };
  throw new StepFailure("failure.member_still_listed", { params });
}
