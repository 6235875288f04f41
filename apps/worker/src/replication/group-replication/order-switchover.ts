import { type Message, message, paramsWith } from "@primacy/contract";
import { judgeGroup } from "@primacy/core/cluster";
import {
  type SwitchoverInput,
  type SwitchoverParty,
  switchoverStatement,
  transactionWaitSeconds,
} from "@primacy/core/switchover";
import type { MemberRecord } from "@primacy/db";
import { endpointOf, getAccount } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import {
  connectServer,
  type ServerAccount,
  type ServerConnection,
  type ServerEndpoint,
} from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import { poll } from "../../operation/poll";
import {
  type OrderOptions,
  type OrderOutcome,
  orderLimitMs,
  type ServerReading,
} from "../replication-adapter";
import { isWritablePrimary } from "./find-primary";
import { nameOf } from "./observe-member";
import { readGroup } from "./read-group";

const settleLimitMs = 5_000;

/**
 * Orders the group to make the target its primary, and returns when the target says of itself that it is and accepts
 * writes. What an earlier attempt may have ordered is waited for also where no order may be given any more. Throws
 * `StepFailure` that says who serves now; the group is left with a primary in every case that it can be.
 */
export async function orderSwitchover(
  worker: WorkerContext,
  input: SwitchoverInput,
  signal: AbortSignal,
  { waitSeconds = transactionWaitSeconds, mayOrder = () => true }: OrderOptions = {},
): Promise<OrderOutcome> {
  const access = await openAccess(worker, input);
  const connection = await connectServer(access.to, access.account, signal);
  try {
    // The step runs again after a crash: what was ordered then may be done.
    if (isWritablePrimary(await readGroup(connection, { signal }))) return "already";
    if (!mayOrder()) return (await comesTrue(connection, waitSeconds, signal)) ? "already" : "kept-back";
    const given = await orderWhenFree(connection, access, input, { waitSeconds, mayOrder }, signal);
    if (given === "kept-back") return (await comesTrue(connection, waitSeconds, signal)) ? "already" : given;
    if (await awaitPrimary(connection, signal)) return given;
    const params = { member: input.to.name, seconds: settleLimitMs / 1000 };
    await judgeOutcome(access, input, message("detail.not_writable_yet", params), signal);
    return given;
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const refusal = error.code === "mysql_statement" ? error.explanation : null;
    await judgeOutcome(access, input, refusal, signal);
    return "ordered";
  } finally {
    connection.close();
  }
}

/** How both parties are signed in to. */
interface Access {
  readonly account: ServerAccount;
  readonly from: ServerEndpoint;
  readonly to: ServerEndpoint;
  readonly members: readonly MemberRecord[];
}

async function openAccess(worker: WorkerContext, input: SwitchoverInput): Promise<Access> {
  const { members } = await worker.db.clusters.get(input.clusterId);
  const toEndpoint = ({ memberId, name, address, port }: SwitchoverParty): ServerEndpoint => {
    const member = members.find((one) => one.id === memberId);
    // What a server is verified with is known of members only.
    if (member === undefined) throw new StepFailure("failure.member_unknown", { params: { name } });
    return { address, port, authority: endpointOf(member).authority };
  };
  return {
    account: await getAccount(worker.db, input.clusterId, "admin"),
    from: toEndpoint(input.from),
    to: toEndpoint(input.to),
    members,
  };
}

/**
 * Gives the order as soon as the group carries out nothing else, unless somebody cancelled before that. What the group
 * carries out may be the order of a worker that died: then there is nothing left to order.
 */
async function orderWhenFree(
  connection: ServerConnection,
  access: Access,
  input: SwitchoverInput,
  { waitSeconds, mayOrder }: Required<OrderOptions>,
  signal: AbortSignal,
): Promise<Exclude<OrderOutcome, "already">> {
  const limit = AbortSignal.timeout(orderLimitMs);
  let busy: MysqlFailure | null = null;
  const attempt = async (): Promise<"ordered" | "belated" | "kept-back" | null> => {
    if (!mayOrder()) return "kept-back";
    if (busy !== null && isWritablePrimary(await readGroup(connection, { signal }))) return "belated";
    try {
      await order(connection, access, input, { waitSeconds, limit }, signal);
      return busy === null ? "ordered" : "belated";
    } catch (error) {
      if (!(error instanceof MysqlFailure && isBusy(error))) throw error;
      busy = error;
      return null;
    }
  };
  const limitMs = waitSeconds * 1_000 + settleLimitMs;
  const given = await poll({ everyMs: 200, limitMs, signal }, attempt);
  if (given !== null) return given;
  throw busy ?? new Error("an order without an outcome");
}

async function order(
  connection: ServerConnection,
  access: Access,
  input: SwitchoverInput,
  { waitSeconds, limit }: { readonly waitSeconds: number; readonly limit: AbortSignal },
  signal: AbortSignal,
): Promise<void> {
  try {
    const options = { signal: AbortSignal.any([signal, limit]), timeoutMs: orderLimitMs + 5_000 };
    await connection.query(switchoverStatement(input.to.serverUuid, waitSeconds), options);
  } catch (error) {
    if (!limit.aborted || signal.aborted) throw error;
    const primary = (await findServing(access, input, signal)) ?? "-";
    const params = { member: input.to.name, seconds: orderLimitMs / 1000, primary };
    throw new StepFailure("failure.switchover_timeout", { params, cause: error });
  }
}

/** True where the group carries out something else, in the words of its coordinator of actions. */
function isBusy(error: MysqlFailure): boolean {
  return error.code === "mysql_statement" && /Wait for it to (finish|end)/.test(error.message);
}

/** True where an action that the group carries out already makes the target its primary. */
async function comesTrue(
  connection: ServerConnection,
  waitSeconds: number,
  signal: AbortSignal,
): Promise<boolean> {
  try {
    return await awaitPrimary(connection, signal, waitSeconds * 1_000 + settleLimitMs);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return false;
    throw error;
  }
}

/** False where the target accepts no writes in time. */
async function awaitPrimary(
  connection: ServerConnection,
  signal: AbortSignal,
  limitMs = settleLimitMs,
): Promise<boolean> {
  const isThere = await poll({ everyMs: 20, limitMs, signal }, async () =>
    isWritablePrimary(await readGroup(connection, { signal })) ? true : null,
  );
  return isThere === true;
}

/** Says how the group stands after an order that failed; returns where the target is the primary after all. */
async function judgeOutcome(
  access: Access,
  input: SwitchoverInput,
  refusal: Message | null,
  signal: AbortSignal,
): Promise<void> {
  const serving = await findServing(access, input, signal);
  if (serving === input.to.name) return;
  if (serving === null) throw new StepFailure("failure.switchover_unknown");
  const params = { member: input.to.name, primary: serving };
  if (refusal === null) throw new StepFailure("failure.switchover_lost", { params });
  throw new StepFailure("failure.switchover_refused", { params: paramsWith(params, { reason: refusal }) });
}

/** The name of the member that is the primary by the judgement of both servers; null where neither knows of one. */
async function findServing(
  access: Access,
  { from, to }: SwitchoverInput,
  signal: AbortSignal,
): Promise<string | null> {
  const readings = await Promise.all(
    [access.from, access.to].map(async (endpoint): Promise<ServerReading | null> => {
      try {
        const connection = await connectServer(endpoint, access.account, signal);
        try {
          return await readGroup(connection, { signal });
        } finally {
          connection.close();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof MysqlFailure) return null;
        throw error;
      }
    }),
  );
  const { primaryUuid } = judgeGroup(readings.flatMap((reading) => reading?.view ?? []));
  const party = [from, to].find((one) => one.serverUuid === primaryUuid);
  if (party !== undefined) return party.name;
  const member = access.members.find((one) => one.serverUuid === primaryUuid);
  return member === undefined ? null : nameOf(member);
}
