import {
  findWithin,
  joinMessages,
  message,
  messageWith,
  paramsWith,
  quote,
  type RecoveryMethod,
} from "@primacy/contract";
import { parseFenceOrder } from "@primacy/contract/agent";
import { startStatement, stopStatement } from "@primacy/core/member";
import {
  bootstrapStatement,
  checkRecovery,
  countServing,
  type FenceInput,
  type ForceInput,
  forceStatements,
  onlineStatement,
  type RecoveryInput,
  type RecoveryStep,
} from "@primacy/core/recovery";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { getAdministrator } from "../cluster-record/administrator";
import { getAccount, type LoadedCluster, loadCluster, targetOf } from "../cluster-record/load-cluster";
import type { ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { getMember, reasonOf, withOwnServer } from "../replication/group-replication/observe-member";
import { readMember } from "../replication/group-replication/read-member";
import { observeRecovery } from "./observe-recovery";

/** Group Replication starts and stops within this, or not at all. */
const groupLimitMs = 90_000;
const servingLimitMs = 60_000;
const belatedLimitMs = 30_000;
const clearLimitMs = 30_000;
const clearAnywayLimitMs = 10_000;
const statementLimitMs = 30_000;

const party = {
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
  user: z.string().nullable(),
  ground: z.object({
    stayingIds: z.array(z.string()),
    orderedIds: z.array(z.string()),
    notAfter: z.string().nullable(),
  }),
};
const BootstrapInput: z.ZodType<RecoveryInput> = z.object(party);
const ForceStepInput: z.ZodType<ForceInput> = z.object({ ...party, localAddresses: z.array(z.string()) });
const FenceStepInput: z.ZodType<FenceInput> = z.object({
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  order: z.object({ text: z.string(), signature: z.string() }),
});

/** What a group is after it was brought back, for the result. */
export const RecoveredOutput = z.object({
  memberId: z.string(),
  name: z.string(),
  onlineCount: z.number().int(),
});

/**
 * How the steps of a recovery are done. None is taken back, and a cancel waits for the one that is under way: a server
 * that was told to found a group must not be left with that.
 */
export const recoveryExecutors: Pick<
  ExecutorMap<RecoveryStep>,
  "recovery.fence" | "recovery.force" | "recovery.bootstrap"
> = {
  "recovery.fence": defineStep<FenceInput>({
    input: FenceStepInput,
    timeoutMs: 20_000,
    maxAttempts: 3,
    // What an agent was told ends by itself, and serves this operation alone.
    undo: { kind: "nothing" },
    execute: giveOrder,
  }),
  "recovery.force": defineStep<ForceInput>({
    input: ForceStepInput,
    timeoutMs: 2 * groupLimitMs + 2 * belatedLimitMs + servingLimitMs + 4 * statementLimitMs,
    onCancel: "finishes",
    undo: { kind: "impossible" },
    execute: (context, input, signal) => recover(context, input, "force", force(input), signal),
  }),
  "recovery.bootstrap": defineStep<RecoveryInput>({
    input: BootstrapInput,
    timeoutMs: 3 * groupLimitMs + belatedLimitMs + servingLimitMs + 4 * statementLimitMs,
    onCancel: "finishes",
    undo: { kind: "impossible" },
    execute: (context, input, signal) => recover(context, input, "bootstrap", bootstrap, signal),
  }),
};

async function giveOrder(
  context: StepContext,
  { clusterId, hostId, hostName: host, order }: FenceInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker, operation } = context;
  const { wanted } = await loadCluster(worker.db, clusterId);
  const told = wanted.hosts.find((one) => one.hostId === hostId);
  if (told === undefined) throw new StepFailure("failure.member_unknown", { params: { name: host } });
  try {
    const client = worker.agents.clientFor(targetOf(told));
    const {
      signedBy: signer,
      isRepeated,
      orderId,
    } = await client.call("fence", { ...order, operationId: operation.id }, { signal });
    await context.log(
      "info",
      message("log.recovery_signed", { orderId, signer, hosts: namesIn(order.text) }),
    );
    const code = isRepeated ? "detail.recovery_ordered_before" : "detail.recovery_ordered";
    return { kind: "done", detail: message(code, { signer }) };
  } catch (error) {
    if (!(error instanceof AgentFailure) || error.refusal?.code !== "order_refused") throw error;
    const params = paramsWith({ host }, { details: joinMessages(error.refusal.details) });
    throw new StepFailure("failure.recovery_order_refused", { params, cause: error });
  }
}

function namesIn(text: string): string {
  return (parseFenceOrder(text)?.hosts ?? []).map(({ name }) => name).join(", ");
}

/** The two sessions that bring a group back: the console's own account, and the administrator's. */
interface Hands {
  readonly name: string;
  readonly member: MemberRecord;
  readonly account: ServerAccount;
  readonly administrator: ServerAccount;
  readonly signal: AbortSignal;
}

/** Judges, right now, whether the ground on which it was planned still holds. Throws `StepFailure` where it does not. */
type Judge = () => Promise<void>;
type Act = (hands: Hands, judge: Judge) => Promise<void>;

/**
 * Judges again, acts, and waits until the member serves; a group that serves already is what was wanted. What the act sets
 * is taken back whatever comes of it, also where the worker is told to stop in its midst, and before a later attempt judges.
 */
async function recover(
  context: StepContext,
  input: RecoveryInput,
  method: RecoveryMethod,
  act: Act,
  signal: AbortSignal,
): Promise<StepOutcome> {
  const { worker, step } = context;
  const { clusterId, memberId, name } = input;
  const loaded = await loadCluster(worker.db, clusterId);
  const member = getMember(loaded, memberId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const administrator = await getAdministrator(context, clusterId, input.user);
  const hands: Hands = { name, member, account, administrator, signal };
  const isAgain = step.attempt > 1;
  // An attempt before may have ended before it could take back what it had set; and its order to MySQL may go on still.
  if (isAgain) await clear(hands, method, groupLimitMs);
  const isDone = isAgain && (await pollServing(hands, belatedLimitMs)).onlineCount !== null;
  if (!isDone) {
    const judge: Judge = () => requireStillSo(context, loaded, input, method, signal);
    await judge();
    try {
      await told(name, signal, () => act(hands, judge));
    } catch (error) {
      await clearAnyway(context, hands, method);
      throw error;
    }
    await clear(hands, method, clearLimitMs);
  }
  const onlineCount = await awaitServing(hands, name);
  if (method === "bootstrap") await letClientsIn(context, hands);
  return {
    kind: "done",
    detail: message("detail.recovered", { member: name, count: onlineCount }),
    output: { memberId, name, onlineCount },
  };
}

async function requireStillSo(
  context: StepContext,
  loaded: LoadedCluster,
  { memberId, name: member, ground }: RecoveryInput,
  method: RecoveryMethod,
  signal: AbortSignal,
): Promise<void> {
  const judged = checkRecovery(await observeRecovery(context.worker, loaded, memberId, signal));
  const failed = judged.report.checks.filter((check) => check.result === "fail");
  for (const check of failed) await context.log("error", check.evidence);
  const [first] = failed;
  if (first !== undefined)
    throw new StepFailure("failure.recovery_refused", { params: { member, check: `${first.code}.title` } });
  const staying = judged.staying.map((one) => one.memberId);
  const isSameGround =
    judged.method === method &&
    staying.toSorted().join() === ground.stayingIds.toSorted().join() &&
    judged.unproven.every((one) => ground.orderedIds.includes(one.memberId));
  if (!isSameGround) throw new StepFailure("failure.recovery_other_ground", { params: { member } });
  const { notAfter: at } = ground;
  if (at !== null && judged.unproven.length > 0 && Date.parse(at) <= Date.now())
    throw new StepFailure("failure.recovery_order_ended", { params: { member, at } });
}

/**
 * Lets those that are left go on without the others. It takes MySQL about a minute where nothing at all answers at the
 * others' addresses, which is as long as it waits itself: what it then calls a failure may still come about.
 */
function force({ localAddresses }: ForceInput): Act {
  const [set] = forceStatements(localAddresses);
  return async (hands) => {
    const { member, administrator, signal } = hands;
    try {
      await withOwnServer(member, administrator, signal, (connection) =>
        connection.query(set, { signal, timeoutMs: groupLimitMs }),
      );
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure) || (await pollServing(hands, belatedLimitMs)).onlineCount === null)
        throw error;
    }
  };
}

/**
 * Founds the group anew. MySQL takes a minute to let go of a group that it lost, in which that may have come back: so it is
 * judged once more before the group is founded, and a member that is in it again is not stopped.
 */
async function bootstrap(
  { name, member, account, administrator, signal }: Hands,
  judge: Judge,
): Promise<void> {
  const isStopped = await withOwnServer(member, account, signal, async (connection) => {
    const { server } = await readMember(connection, { signal });
    if (server.state === "OFFLINE") return false;
    if (server.state !== "ERROR")
      throw new StepFailure("failure.recovery_not_out", {
        params: { member: name, state: server.state ?? "-" },
      });
    await connection.query(stopStatement, { signal, timeoutMs: groupLimitMs });
    return true;
  });
  if (isStopped) await judge();
  await withOwnServer(member, administrator, signal, (setting) =>
    setting.query(bootstrapStatement(true), { signal }),
  );
  await withOwnServer(member, account, signal, (connection) =>
    connection.query(startStatement, { signal, timeoutMs: groupLimitMs }),
  );
}

/**
 * Takes back what the act set: a later start must never found another group. Tried again while MySQL refuses it because
 * Group Replication is just starting or stopping. Throws the last failure.
 */
async function clear(
  { name, member, administrator, signal }: Hands,
  method: RecoveryMethod,
  limitMs: number,
): Promise<void> {
  const [, clearForce] = forceStatements([]);
  const statement = method === "force" ? clearForce : bootstrapStatement(false);
  let last: unknown = null;
  const isDone = await poll({ everyMs: 500, limitMs, signal }, async () => {
    try {
      await withOwnServer(member, administrator, signal, (connection) =>
        connection.query(statement, { signal, timeoutMs: statementLimitMs }),
      );
      return true;
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof MysqlFailure)) throw error;
      last = error;
      return null;
    }
  });
  if (isDone !== true) await told(name, signal, () => Promise.reject(last));
}

/** The same where the act failed, or was told to stop: within a time of its own, and what fails is only told. */
async function clearAnyway(context: StepContext, hands: Hands, method: RecoveryMethod): Promise<void> {
  const signal = AbortSignal.timeout(clearAnywayLimitMs);
  try {
    await clear({ ...hands, signal }, method, clearAnywayLimitMs);
  } catch (error) {
    const said = error instanceof StepFailure ? findWithin(error.explanation.params, "reason") : null;
    const told = messageWith("log.recovery_left", { member: hands.name }, { reason: said ?? quote("-") });
    await context.log("error", told).catch(() => undefined);
  }
}

/** Clients that MySQL shut out when the member lost its group are let in again; that it cannot be is only told. */
async function letClientsIn(
  context: StepContext,
  { name, member, administrator, signal }: Hands,
): Promise<void> {
  try {
    await withOwnServer(member, administrator, signal, async (connection) => {
      const { server } = await readMember(connection, { signal });
      if (server.isOfflineMode) await connection.query(onlineStatement, { signal });
    });
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const told = messageWith("log.recovery_offline", { member: name }, { reason: reasonOf(error) });
    await context.log("warning", told);
  }
}

/** Calls `act`, and tells what its server refused. */
async function told(member: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    throw new StepFailure("failure.recovery_sql", {
      params: paramsWith({ member }, { reason: reasonOf(error) }),
      cause: error,
    });
  }
}

async function awaitServing(hands: Hands, member: string): Promise<number> {
  const { state, onlineCount } = await pollServing(hands, servingLimitMs);
  if (onlineCount !== null) return onlineCount;
  throw new StepFailure("failure.recovery_unseen", { params: { member, limitMs: servingLimitMs, state } });
}

/** What a member was last, as soon as it serves, or when the limit is over. */
async function pollServing(hands: Hands, limitMs: number): Promise<Serving> {
  let last: Serving = { state: "-", onlineCount: null };
  await poll({ everyMs: 300, limitMs, signal: hands.signal }, async () => {
    last = await readServing(hands);
    return last.onlineCount;
  });
  return last;
}

interface Serving {
  readonly state: string;
  /** Null: it is not ONLINE in a group that has its majority. */
  readonly onlineCount: number | null;
}

async function readServing({ member, account, signal }: Hands): Promise<Serving> {
  try {
    return await withOwnServer(member, account, signal, async (connection) => {
      const { group, server } = await readMember(connection, { signal });
      return { state: server.state ?? "-", onlineCount: countServing(group.view) };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return { state: "-", onlineCount: null };
    throw error;
  }
}
