import { type GtidDifference, MemberState, message } from "@primacy/contract";
import {
  checkMember,
  expelLimitSeconds,
  formatRanges,
  isInGroup,
  isVoting,
  type MemberAwaitInput,
  type MemberParty,
  type MemberSnapshot,
  type MemberStep,
  type MemberStopInput,
} from "@primacy/core/member";
import { z } from "zod";
import { getAccount, type LoadedCluster, loadCluster } from "../cluster/load-cluster";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../vip/poll";
import { awaitOnline } from "./await-online";
import { getMember, lookAtMember, nameOf } from "./look-at-member";
import { readLogStarts, startLimitMs, startMember, watchJoin } from "./start-member";
import { type StoppedMember, stopLimitMs, stopMember } from "./stop-member";
import { takeBackStart } from "./take-back-start";

const Party = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
}) satisfies z.ZodType<MemberParty>;
const StopInput: z.ZodType<MemberStopInput> = Party.extend({
  purpose: z.enum(["leave", "return"]),
  isPrimaryAllowed: z.boolean(),
});
const AwaitInput: z.ZodType<MemberAwaitInput> = Party.extend({ limitSeconds: z.number().int() });
/** Where the member was before it was started: one that was in its group is not stopped again. */
const Before = z.object({ wasInGroup: z.boolean() });

/** How a step left the member, for the result. */
export const MemberOutput = z.object({
  state: MemberState.nullable(),
  isSuperReadOnly: z.boolean(),
  afterMs: z.number().nullable(),
});
/** What the start knew, for the wait. */
const StartOutput = z.object({
  missing: z.string(),
  missingCount: z.number(),
  /** On this worker's own clock; null where nobody had to be started. */
  startedAtMs: z.number().nullable(),
  /** Since when the errors in each server's log belong to this start. */
  logStarts: z.record(z.string(), z.string()),
});
type StartOutput = z.output<typeof StartOutput>;

const lookLimitMs = 30_000;
const leftLimitMs = 5_000;

/** How the steps of actions on a member are done. A start is taken back; a stop is as it was wanted. */
export const memberExecutors: ExecutorMap<MemberStep> = {
  "member.stop": defineStep<MemberStopInput>({
    input: StopInput,
    timeoutMs: stopLimitMs + lookLimitMs,
    undo: { kind: "nothing" },
    execute: stop,
  }),
  "member.start": defineStep<MemberParty, z.output<typeof Before>>({
    input: Party,
    timeoutMs: expelLimitSeconds * 1_000 + startLimitMs + stopLimitMs + lookLimitMs,
    undo: {
      kind: "recorded",
      record: Before,
      async prepare(context, input, signal) {
        return { wasInGroup: isInGroup(await look(context, input, "start", false, signal)) };
      },
      async undo(context, input, { wasInGroup }, signal) {
        if (!wasInGroup) await takeBackStart(context, input, signal);
      },
    },
    execute: start,
  }),
  "member.await_online": defineStep<MemberAwaitInput>({
    input: AwaitInput,
    // Its own limit ends it; this one is above the longest that can be asked for.
    timeoutMs: 86_400_000 + lookLimitMs,
    undo: { kind: "nothing" },
    execute: awaitIt,
  }),
};

async function stop(context: StepContext, input: MemberStopInput, signal: AbortSignal): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const isReturn = input.purpose === "return";
  const before = await look(context, input, isReturn ? "rejoin" : "stop", input.isPrimaryAllowed, signal);
  if (isReturn && isInGroup(before)) return inGroup(before);
  // The step runs again after a crash: what was ordered then may be done.
  const { server } = before;
  if (server.kind === "answering" && server.state === "OFFLINE")
    return stopped(context, input, server, null, signal);
  if (!isReturn) refuseFailures(before);
  const begunAtMs = performance.now();
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const left = await stopMember(member, account, signal);
  const afterMs = context.step.attempt === 1 ? Math.round(performance.now() - begunAtMs) : null;
  return stopped(context, input, left, afterMs, signal);
}

async function stopped(
  context: StepContext,
  input: MemberStopInput,
  { state, isSuperReadOnly }: StoppedMember,
  afterMs: number | null,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const after = await awaitLeft(context, input, signal);
  const { name: member, registeredCount: total } = after;
  const online = after.group.onlineCount;
  if (!isSuperReadOnly) await context.log("warning", message("log.member_writable", { member }));
  const readOnly = isSuperReadOnly ? "ON" : "OFF";
  return {
    kind: "done",
    detail: message("detail.member_stopped", { member, state: state ?? "-", readOnly, online, total }),
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
    const now = await look(context, input, "stop", false, signal);
    return isVoting(now.group.listedState) ? null : now;
  });
  return seen ?? look(context, input, "stop", false, signal);
}

async function start(context: StepContext, input: MemberParty, signal: AbortSignal): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const snapshot = await awaitExpelled(context, input, signal);
  if (isInGroup(snapshot)) return inGroup(snapshot);
  const difference = refuseFailures(snapshot);
  const missing = formatRanges(difference?.missing ?? []);
  const missingCount = difference?.missingCount ?? 0;
  const name = nameOf(member);
  await context.log("info", message("log.member_compared", { member: name, missing: missingCount }));
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const startedAtMs = performance.timeOrigin + performance.now();
  const logStarts = await readLogStarts(worker, loaded, signal);
  await startMember(member, account, await watchJoin(worker, loaded, member, logStarts), signal);
  const output: StartOutput = { missing, missingCount, startedAtMs, logStarts };
  return {
    kind: "done",
    detail: message("detail.member_joined", { member: name, missing: missingCount }),
    output,
  };
}

/** A join that is asked for while the group expels the member's old connection hangs; so that is waited for. */
async function awaitExpelled(
  context: StepContext,
  input: MemberParty,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  let isTold = false;
  const limits = { everyMs: 500, limitMs: expelLimitSeconds * 1_000, signal };
  const ready = await poll(limits, async () => {
    const seen = await look(context, input, "start", false, signal);
    if (isInGroup(seen) || !isVoting(seen.group.listedState)) return seen;
    const params = { member: seen.name, listed: seen.group.listedState ?? "-" };
    if (!isTold) await context.waitFor(message("detail.member_listed", params));
    isTold = true;
    return null;
  });
  if (ready !== null) return ready;
  const { name: member, group } = await look(context, input, "start", false, signal);
  const params = { member, listed: group.listedState ?? "-", seconds: expelLimitSeconds };
  throw new StepFailure("failure.member_still_listed", { params });
}

async function awaitIt(
  context: StepContext,
  input: MemberAwaitInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const [started] = await context.listOutputs("member.start", StartOutput);
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const { missing = "", missingCount = 0, startedAtMs = null, logStarts = {} } = started?.output ?? {};
  const watch = await watchJoin(worker, loaded, member, logStarts);
  const awaited = { member, account, missing, missingCount, limitMs: input.limitSeconds * 1_000 };
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

function inGroup({ name: member, server }: MemberSnapshot): StepOutcome {
  const state = server.kind === "answering" ? (server.state ?? "-") : "-";
  return { kind: "skipped", detail: message("detail.member_in_group", { member, state }) };
}

/** What was planned is judged again at the moment of the act: servers may have changed since. */
function refuseFailures(snapshot: MemberSnapshot): GtidDifference | null {
  const { report, difference } = checkMember(snapshot);
  if (!report.hasFailures) return difference;
  const { name: member } = snapshot;
  if (difference !== null && difference.errantCount > 0) {
    const params = { member, errant: difference.errantCount, gtids: formatRanges(difference.errant) };
    throw new StepFailure("failure.member_errant", { params });
  }
  const failed = report.checks.filter((check) => check.result === "fail");
  const reasons = failed.map((check) => check.evidence.text).join(" ");
  throw new StepFailure("failure.member_refused", { params: { member, reasons } });
}

async function look(
  { worker }: Pick<StepContext, "worker">,
  { clusterId, memberId }: MemberParty,
  action: MemberSnapshot["action"],
  isPrimaryAllowed: boolean,
  signal: AbortSignal,
): Promise<MemberSnapshot> {
  const loaded: LoadedCluster = await loadCluster(worker.db, clusterId);
  return lookAtMember(worker, loaded, { memberId, action, isPrimaryAllowed }, signal);
}
