import { MemberState, message } from "@primacy/contract";
import { findOwnServer } from "@primacy/core/member";
import { type RestartInput, restartStatement } from "@primacy/core/restart";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { getAccount, loadCluster } from "../cluster/load-cluster";
import { getAdministrator } from "../fix/administrator";
import { awaitOnline } from "../member/await-online";
import { look, requirePassed, toStart } from "../member/judge-now";
import { getMember, nameOf, reasonOf, withOwnServer } from "../member/look-at-member";
import { type JoinWatch, readLogStarts, startMember, watchJoin } from "../member/start-member";
import type { ServerAccount, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-group";
import { defineStep, type StepContext, type StepExecutor, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../vip/poll";

/** A server that serves many ends its connections and writes its pages first. */
export const stopLimitMs = 300_000;
const orderLimitMs = 30_000;
const lookLimitMs = 30_000;
/** ER_RESTART_SERVER_FAILED: nothing watches the server that would start it again. */
const unsupervisedErrno = 3707;

const Input: z.ZodType<RestartInput> = z.object({
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
  user: z.string().nullable(),
  limitSeconds: z.number().int(),
});

/** How a server came back, for the result. */
export const RestartOutput = z.object({
  memberId: z.string(),
  name: z.string(),
  state: MemberState.nullable(),
  onlineAfterMs: z.number().nullable(),
});

/** How a server is restarted. Nothing is to be taken back: it is as it was. */
export const restartStep: StepExecutor<RestartInput> = defineStep<RestartInput>({
  input: Input,
  // Its own limits end it; this one is above the longest that can be asked for.
  timeoutMs: 86_400_000 + stopLimitMs + orderLimitMs + lookLimitMs,
  undo: { kind: "nothing" },
  execute: restart,
});

async function restart(context: StepContext, input: RestartInput, signal: AbortSignal): Promise<StepOutcome> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const logStarts = await readLogStarts(worker, loaded, signal);
  const begunAtMs = performance.now();
  const before = await readServer(member, account, signal);
  // One that is not ONLINE was stopped by the attempt before; one that is, is restarted (again): that harms nobody.
  const isOrdered = context.step.attempt === 1 || before?.isOnline === true;
  if (isOrdered) {
    await requirePassed(context, await look(context, input, toRestart, signal));
    await order(context, input, member, signal);
    await awaitStop(
      context,
      member,
      account,
      { uptimeSeconds: before?.uptimeSeconds ?? 0, begunAtMs },
      signal,
    );
  }
  const watch = await watchJoin(worker, loaded, member, logStarts);
  const limitMs = input.limitSeconds * 1_000;
  await awaitStart(context, member, account, limitMs, signal);
  await letJoin(context, input, { member, account, watch }, signal);
  const awaited = { member, account, missing: "", missingCount: 0, limitMs };
  const { state } = await awaitOnline(context, awaited, watch, signal);
  const ms = context.step.attempt === 1 ? Math.round(performance.now() - begunAtMs) : null;
  const name = nameOf(member);
  return {
    kind: "done",
    detail:
      ms === null
        ? message("detail.restarted_untimed", { member: name })
        : message("detail.restarted", { member: name, ms }),
    output: { memberId: member.id, name, state, onlineAfterMs: ms },
  };
}

/** The same stands against a restart as against leaving the group: the primary, and the last majority. */
const toRestart = { action: "stop", isPrimaryAllowed: false, isCloneAllowed: false } as const;

async function order(
  context: StepContext,
  { clusterId, user }: RestartInput,
  member: MemberRecord,
  signal: AbortSignal,
): Promise<void> {
  const administrator = await getAdministrator(context, clusterId, user);
  try {
    await withOwnServer(member, administrator, signal, (connection) =>
      connection.query(restartStatement, { signal, timeoutMs: orderLimitMs }),
    );
  } catch (error) {
    signal.throwIfAborted();
    // A server that obeys closes the connection, mostly without an answer.
    if (!(error instanceof MysqlFailure)) throw error;
    if (error.code === "mysql_unreachable" && error.errno === null) return;
    const params = { member: nameOf(member), reason: reasonOf(error) };
    const code =
      error.errno === unsupervisedErrno ? "failure.restart_unsupervised" : "failure.restart_refused";
    throw new StepFailure(code, { params, cause: error });
  }
}

/** A server that ran for so long at an instant of this worker's clock. */
interface Run {
  readonly uptimeSeconds: number;
  readonly begunAtMs: number;
}

/** Returns when another run of the server answers, or none does. */
async function awaitStop(
  context: StepContext,
  member: MemberRecord,
  account: ServerAccount,
  run: Run,
  signal: AbortSignal,
): Promise<void> {
  const name = nameOf(member);
  await context.waitFor(message("detail.restart_stops", { member: name }));
  const isOver = await poll({ everyMs: 300, limitMs: stopLimitMs, signal }, async () => {
    const now = await readServer(member, account, signal);
    return now === null || now.uptimeSeconds < uptimeNow(run) ? true : null;
  });
  if (isOver === true) return;
  const params = { member: name, seconds: stopLimitMs / 1_000 };
  throw new StepFailure("failure.restart_unseen", { params });
}

/** Returns when a server answers, which it does before it joins its group. */
async function awaitStart(
  context: StepContext,
  member: MemberRecord,
  account: ServerAccount,
  limitMs: number,
  signal: AbortSignal,
): Promise<void> {
  const name = nameOf(member);
  await context.waitFor(message("detail.restart_starts", { member: name }));
  const isUp = await poll({ everyMs: 300, limitMs, signal }, async () =>
    (await readServer(member, account, signal)) === null ? null : true,
  );
  if (isUp !== true) throw new StepFailure("failure.restart_silent", { params: { member: name, limitMs } });
}

/** A member that is to join its group. */
interface Joining {
  readonly member: MemberRecord;
  readonly account: ServerAccount;
  readonly watch: JoinWatch;
}

/** Starts Group Replication on a server whose settings leave that to somebody else, as they are after its start. */
async function letJoin(
  context: StepContext,
  input: RestartInput,
  { member, account, watch }: Joining,
  signal: AbortSignal,
): Promise<void> {
  const variables = await withOwnServer(member, account, signal, (connection) =>
    readVariables(connection, [startVariable], { signal }),
  );
  if (variables[startVariable] !== "OFF") return;
  const seen = await look(context, input, toStart, signal);
  if (findOwnServer(seen)?.state !== "OFFLINE") return;
  await context.log("info", message("log.restart_joins", { member: nameOf(member) }));
  await requirePassed(context, seen);
  await startMember(member, account, watch, signal);
}
const startVariable = "group_replication_start_on_boot";

/** What the same run would say of itself now, less what whole seconds and a busy worker may miss. */
function uptimeNow({ uptimeSeconds, begunAtMs }: Run): number {
  return uptimeSeconds + (performance.now() - begunAtMs) / 1_000 - uptimeToleranceSeconds;
}
const uptimeToleranceSeconds = 2;

const RunRow = z.object({ uptime: z.coerce.number(), state: z.string().nullable() });

/** Since when a server runs, and whether it is ONLINE; null where it does not answer. */
async function readServer(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<{ readonly uptimeSeconds: number; readonly isOnline: boolean } | null> {
  const read = async (connection: ServerConnection): Promise<z.output<typeof RunRow>> => {
    const [row] = await connection.query(
      "SELECT VARIABLE_VALUE AS uptime, (SELECT MEMBER_STATE FROM performance_schema.replication_group_members" +
        " WHERE MEMBER_ID = @@server_uuid) AS state" +
        " FROM performance_schema.global_status WHERE VARIABLE_NAME = 'Uptime'",
      { signal },
    );
    return RunRow.parse(row);
  };
  try {
    const { uptime, state } = await withOwnServer(member, account, signal, read);
    return { uptimeSeconds: uptime, isOnline: state === "ONLINE" };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return null;
    throw error;
  }
}
