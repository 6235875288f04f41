import { MemberState, message } from "@primacy/contract";
import { startStatement, stopStatement } from "@primacy/core/member";
import {
  bootstrapStatement,
  checkRecovery,
  type FenceInput,
  type ForceInput,
  forceStatements,
  onlineStatement,
  type RecoveryInput,
  type RecoveryMethod,
  type RecoveryStep,
} from "@primacy/core/recovery";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { getAccount, type LoadedCluster, loadCluster, targetOf } from "../cluster/load-cluster";
import { getAdministrator } from "../fix/administrator";
import { getMember, reasonOf, withOwnServer } from "../member/look-at-member";
import { readMember } from "../member/read-member";
import type { ServerAccount, ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { defineStep, type ExecutorMap, type StepContext, type StepOutcome } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../vip/poll";
import { lookAtRecovery } from "./look-at-recovery";

/** Group Replication starts and stops within this, or not at all. */
const groupLimitMs = 90_000;
const servingLimitMs = 60_000;
const belatedLimitMs = 30_000;
const statementLimitMs = 30_000;

const party = {
  clusterId: z.string(),
  memberId: z.string(),
  serverUuid: z.string(),
  name: z.string(),
  hostId: z.string().nullable(),
  user: z.string().nullable(),
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
    undo: { kind: "impossible" },
    execute: giveOrder,
  }),
  "recovery.force": defineStep<ForceInput>({
    input: ForceStepInput,
    timeoutMs: groupLimitMs + belatedLimitMs + servingLimitMs + 2 * statementLimitMs,
    onCancel: "finishes",
    undo: { kind: "impossible" },
    execute: (context, input, signal) => recover(context, input, "force", force(input), signal),
  }),
  "recovery.bootstrap": defineStep<RecoveryInput>({
    input: BootstrapInput,
    timeoutMs: 2 * groupLimitMs + servingLimitMs + 2 * statementLimitMs,
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
  const { worker } = context;
  const { wanted } = await loadCluster(worker.db, clusterId);
  const told = wanted.hosts.find((one) => one.hostId === hostId);
  if (told === undefined) throw new StepFailure("failure.member_unknown", { params: { name: host } });
  try {
    const client = worker.agents.clientFor(targetOf(told));
    const { signedBy: signer, isRepeated, orderId } = await client.call("fence", order, { signal });
    await context.log(
      "info",
      message("log.recovery_signed", { orderId, signer, hosts: namesIn(order.text) }),
    );
    const code = isRepeated ? "detail.recovery_ordered_before" : "detail.recovery_ordered";
    return { kind: "done", detail: message(code, { signer }) };
  } catch (error) {
    if (!(error instanceof AgentFailure) || error.refusal?.code !== "order_refused") throw error;
    const params = { host, details: error.refusal.details.join("; ") };
    throw new StepFailure("failure.recovery_order_refused", { params, cause: error });
  }
}

function namesIn(text: string): string {
  return [...text.matchAll(/^host \S+ \S+ (.*)$/gm)].map(([, name]) => name ?? "-").join(", ");
}

/** The two sessions that bring a group back: the console's own account, and the administrator's. */
interface Hands {
  readonly member: MemberRecord;
  readonly account: ServerAccount;
  readonly administrator: ServerAccount;
  readonly signal: AbortSignal;
}

type Act = (hands: Hands) => Promise<void>;

/** Judges again, acts, and waits until the member serves. A group that serves already is what was wanted. */
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
  const hands: Hands = { member, account, administrator, signal };
  // An attempt before may have done it, and ended before it could say so, or take back what it had set.
  const isDone = step.attempt > 1 && (await readServing(hands)).onlineCount !== null;
  if (!isDone) {
    await requireStillSo(context, loaded, { memberId, name }, method, signal);
    await told(name, signal, () => act(hands));
  }
  await told(name, signal, () => clear(hands));
  const onlineCount = await awaitServing(hands, name);
  return {
    kind: "done",
    detail: message("detail.recovered", { member: name, count: onlineCount }),
    output: { memberId, name, onlineCount },
  };
}

async function requireStillSo(
  context: StepContext,
  loaded: LoadedCluster,
  { memberId, name: member }: Pick<RecoveryInput, "memberId" | "name">,
  method: RecoveryMethod,
  signal: AbortSignal,
): Promise<void> {
  const judged = checkRecovery(await lookAtRecovery(context.worker, loaded, memberId, signal));
  const failed = judged.report.checks.filter((check) => check.result === "fail");
  for (const check of failed) await context.log("error", check.evidence);
  const [first] = failed;
  if (first === undefined && judged.method === method) return;
  const check = `${first?.code ?? "recovery_target"}.title`;
  throw new StepFailure("failure.recovery_refused", { params: { member, check } });
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

/** Founds the group anew. What founds it is taken back whatever happens: a later start must never found another one. */
async function bootstrap({ member, account, administrator, signal }: Hands): Promise<void> {
  await withOwnServer(member, account, signal, async (connection) => {
    const { server } = await readMember(connection, { signal });
    if (server.state !== "OFFLINE")
      await connection.query(stopStatement, { signal, timeoutMs: groupLimitMs });
  });
  await withOwnServer(member, administrator, signal, async (setting) => {
    await setting.query(bootstrapStatement(true), { signal });
    try {
      await withOwnServer(member, account, signal, async (connection) => {
        await connection.query(startStatement, { signal, timeoutMs: groupLimitMs });
      });
    } finally {
      await setting.query(bootstrapStatement(false), { signal });
    }
  });
}

/** Nothing of the act stays: neither who was forced, nor that a start founds a group, nor that clients are shut out. */
async function clear({ member, administrator, signal }: Hands): Promise<void> {
  const [, clearForce] = forceStatements([]);
  await withOwnServer(member, administrator, signal, async (connection: ServerConnection) => {
    const { server } = await readMember(connection, { signal });
    for (const statement of [
      clearForce,
      bootstrapStatement(false),
      ...(server.isOfflineMode ? [onlineStatement] : []),
    ])
      await connection.query(statement, { signal, timeoutMs: statementLimitMs });
  });
}

/** Calls `act`, and tells what its server refused. */
async function told(member: string, signal: AbortSignal, act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    throw new StepFailure("failure.recovery_sql", {
      params: { member, reason: reasonOf(error) },
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
      const states = group.view.members.map((row) => MemberState.safeParse(row.state).data ?? null);
      const online = states.filter((state) => state === "ONLINE").length;
      const isServing = server.state === "ONLINE" && online * 2 > states.length;
      return { state: server.state ?? "-", onlineCount: isServing ? online : null };
    });
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return { state: "-", onlineCount: null };
    throw error;
  }
}
