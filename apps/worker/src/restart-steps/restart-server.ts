import { type MemberState, message, paramsWith } from "@primacy/contract";
import { findOwnServer } from "@primacy/core/member";
import { type RestartInput, restartStatement } from "@primacy/core/restart";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { getAdministrator } from "../cluster-record/administrator";
import { getAccount, loadCluster } from "../cluster-record/load-cluster";
import type { ServerAccount, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { awaitOnline } from "../replication/group-replication/await-online";
import { look, requirePassed, toStart } from "../replication/group-replication/judge-now";
import { getMember, nameOf, reasonOf, withOwnServer } from "../replication/group-replication/observe-member";
import {
  type JoinWatch,
  readLogStarts,
  startMember,
  watchJoin,
} from "../replication/group-replication/start-member";
import { rejoinMember } from "./rejoin-member";

const orderLimitMs = 30_000;
const lookLimitMs = 30_000;
/** ER_RESTART_SERVER_FAILED: nothing watches the server that would start it again. */
const unsupervisedErrno = 3707;
/** ER_SERVER_SHUTDOWN: it is stopping. */
const shutdownErrno = 1053;

/** The longest that a restart takes beyond the limit that was asked for. */
export const restartSpareMs = orderLimitMs + 2 * lookLimitMs;

/** A server that came back. */
export interface RestartedServer {
  readonly member: MemberRecord;
  readonly state: MemberState | null;
  readonly ms: number;
}

/** What may be done to a server. */
export interface RestartTerms {
  /** It was not ordered before: one that is not ONLINE is ordered too, and refused. */
  readonly isFirst: boolean;
  /** False: nothing is ordered, and the server is only brought back into its group. */
  readonly mayOrder: boolean;
  /** What restarts the server; absent: the administrator's statement. It is not given where something stands against it. */
  readonly order?: () => Promise<void>;
}

/**
 * Restarts a server and waits until it is ONLINE again. Where an order was given before, one that is not ONLINE is only waited
 * for. Throws `StepFailure`, which names the member.
 */
export async function restartServer(
  context: StepContext,
  input: RestartInput,
  { isFirst, mayOrder, order: orderOtherwise }: RestartTerms,
  signal: AbortSignal,
): Promise<RestartedServer> {
  const { worker } = context;
  const loaded = await loadCluster(worker.db, input.clusterId);
  const member = getMember(loaded, input.memberId);
  const account = await getAccount(worker.db, input.clusterId, "admin");
  const logStarts = await readLogStarts(worker, loaded, signal);
  const before = await readServer(member, account, signal);
  const begunAtMs = performance.now();
  // An attempt before may have stopped one that is not ONLINE; one that is, is restarted (again): that harms nobody.
  const isOrdered = mayOrder && (isFirst || (isRun(before) && before.isOnline));
  const limitMs = input.limitSeconds * 1_000;
  let run: Run | null = null;
  if (isOrdered) {
    await requirePassed(context, await look(context, input, toRestart, signal));
    if (!isRun(before)) throw before;
    await (orderOtherwise?.() ?? order(context, input, member, signal));
    run = { uptimeSeconds: before.uptimeSeconds, begunAtMs };
  }
  const watch = await watchJoin(worker, loaded, member, logStarts);
  await awaitNextRun(context, { member, account, run, limitMs }, signal);
  await letJoin(context, input, { member, account, watch }, signal);
  const leftMs = Math.max(lookLimitMs, limitMs - (performance.now() - begunAtMs));
  const joinAgain = () => rejoinMember(context, loaded, member.id, signal);
  const awaited = { member, account, missing: "", missingCount: 0, limitMs: Math.round(leftMs), joinAgain };
  const { state } = await awaitOnline(context, awaited, watch, signal);
  return { member, state, ms: Math.round(performance.now() - begunAtMs) };
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
  let isSent = false;
  try {
    await withOwnServer(member, administrator, signal, (connection) => {
      isSent = true;
      return connection.query(restartStatement, { signal, timeoutMs: orderLimitMs });
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    // A server that obeys closes the connection, mostly without an answer.
    const isClosed = error.code === "mysql_unreachable" && error.errno === null;
    if (isSent && (isClosed || error.errno === shutdownErrno)) return;
    const params = paramsWith({ member: nameOf(member) }, { reason: reasonOf(error) });
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

/** What is waited for. */
interface NextRun {
  readonly member: MemberRecord;
  readonly account: ServerAccount;
  /** The run that was ordered to end; null where an attempt before gave the order, and any run will do. */
  readonly run: Run | null;
  readonly limitMs: number;
}

/**
 * Returns when another run of the server answers, which it does before it joins its group. Silence alone proves nothing: a
 * server that only did not answer in time is the same run afterwards.
 */
async function awaitNextRun(
  context: StepContext,
  { member, account, run, limitMs }: NextRun,
  signal: AbortSignal,
): Promise<void> {
  const name = nameOf(member);
  let silence: MysqlFailure | null = null;
  await context.waitFor(message("detail.restart_stops", { member: name }));
  const isOver = await poll({ everyMs: 300, limitMs, signal }, async () => {
    // Before the question: what the server says is not older than this.
    const limitSeconds = run === null ? Number.POSITIVE_INFINITY : uptimeNow(run);
    const now = await readServer(member, account, signal);
    if (isRun(now)) {
      silence = null;
      return now.uptimeSeconds < limitSeconds ? true : null;
    }
    if (silence === null) await context.waitFor(message("detail.restart_starts", { member: name }));
    silence = now;
    return null;
  });
  if (isOver === true) return;
  throw notSeen(name, limitMs, silence);
}

function notSeen(member: string, limitMs: number, silence: MysqlFailure | null): StepFailure {
  if (silence === null) return new StepFailure("failure.restart_unseen", { params: { member, limitMs } });
  const params = paramsWith({ member, limitMs }, { reason: reasonOf(silence) });
  return new StepFailure("failure.restart_silent", { params });
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
  const isLeftOut = await poll({ everyMs: 500, limitMs: lookLimitMs, signal }, async () => {
    try {
      const { [startVariable]: value } = await withOwnServer(member, account, signal, (connection) =>
        readVariables(connection, [startVariable], { signal }),
      );
      return { value: value === "OFF" };
    } catch (error) {
      signal.throwIfAborted();
      // It may have ended once more: who waits for it to be ONLINE says so.
      if (error instanceof MysqlFailure) return null;
      throw error;
    }
  });
  if (isLeftOut?.value !== true) return;
  const seen = await look(context, input, toStart, signal);
  if (findOwnServer(seen)?.state !== "OFFLINE") return;
  await context.log("info", message("log.restart_joins", { member: nameOf(member) }));
  await requirePassed(context, seen);
  await startMember(member, account, { watch, isFirst: false }, signal);
}
const startVariable = "group_replication_start_on_boot";

/** What the same run would say of itself now, less what whole seconds and a busy worker may miss. */
function uptimeNow({ uptimeSeconds, begunAtMs }: Run): number {
  return uptimeSeconds + (performance.now() - begunAtMs) / 1_000 - uptimeToleranceSeconds;
}
const uptimeToleranceSeconds = 2;

const RunRow = z.object({ uptime: z.coerce.number(), state: z.string().nullable() });

/** Since when a server runs, and whether it is ONLINE; or why it does not say. */
async function readServer(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<SeenRun | MysqlFailure> {
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
    if (error instanceof MysqlFailure) return error;
    throw error;
  }
}

interface SeenRun {
  readonly uptimeSeconds: number;
  readonly isOnline: boolean;
}

function isRun(seen: SeenRun | MysqlFailure): seen is SeenRun {
  return !(seen instanceof MysqlFailure);
}
