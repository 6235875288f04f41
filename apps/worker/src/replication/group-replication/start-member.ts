import { type Message, paramsWith } from "@primacy/contract";
import { explainJoin, type LogLine, startStatement } from "@primacy/core/member";
import type { MemberRecord } from "@primacy/db";
import { getAccount, type LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import type { ServerAccount } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import { nameOf, type ReachableMember, reasonOf, withMember, withOwnServer } from "./observe-member";
import { readErrors, readNow } from "./read-member";

/** MySQL waits a minute for the group's answer, and some time for its own parts. */
export const startLimitMs = 100_000;

/** By member, the instant of its own server's clock since when the errors in its log belong to a join. */
export type LogStarts = Readonly<Record<string, string>>;

/** Tells why a join failed, as far as the servers' logs say. */
export interface JoinWatch {
  explain(reason: Message, errno: number | null, signal: AbortSignal): Promise<StepFailure>;
}

/** Asks every member for the present instant of its clock, before a join. A server that cannot be asked is left out. */
export async function readLogStarts(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  signal: AbortSignal,
): Promise<LogStarts> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const all = await Promise.all(
    cluster.members.map(async ({ id, ...member }) => {
      const now = await quietly(member, account, signal, (connection) => readNow(connection, { signal }));
      return now === null ? [] : [[id, now] as const];
    }),
  );
  return Object.fromEntries(all.flat());
}

/** Watches the error logs of a member and of the others since `starts`. */
export async function watchJoin(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  member: MemberRecord,
  starts: LogStarts,
): Promise<JoinWatch> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const readLog = async (one: MemberRecord, signal: AbortSignal): Promise<readonly LogLine[]> => {
    const since = starts[one.id];
    if (since === undefined) return [];
    const lines = await quietly(one, account, signal, (connection) =>
      readErrors(connection, since, { signal }),
    );
    return lines ?? [];
  };
  return {
    async explain(reason, errno, signal) {
      const others = cluster.members.filter((one) => one.id !== member.id);
      const ownLog = await readLog(member, signal);
      const groupLog = (await Promise.all(others.map((one) => readLog(one, signal)))).flat();
      const explained = explainJoin({ errno, reason, ownLog, groupLog });
      return new StepFailure(explained.code, {
        params: paramsWith({ member: nameOf(member) }, { reason: explained.reason }),
      });
    },
  };
}

/** Asks a member; null where it cannot be asked. */
async function quietly<T>(
  member: ReachableMember,
  account: ServerAccount,
  signal: AbortSignal,
  use: Parameters<typeof withMember<T>>[3],
): Promise<T | null> {
  try {
    return await withMember(member, account, signal, use);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return null;
    throw error;
  }
}

/**
 * Starts Group Replication on a member, and returns when the group has let it in: it is RECOVERING then, or ONLINE.
 * Throws `StepFailure` with the cause, as the servers' logs tell it; on the `isFirst` attempt, a server that is joining
 * already was started by somebody else, and the failure says that nothing was changed.
 */
export async function startMember(
  member: MemberRecord,
  account: ServerAccount,
  { watch, isFirst }: { readonly watch: JoinWatch; readonly isFirst: boolean },
  signal: AbortSignal,
): Promise<void> {
  try {
    await withOwnServer(member, account, signal, (connection) =>
      connection.query(startStatement, { signal, timeoutMs: startLimitMs }),
    );
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    const failure = await watch.explain(reasonOf(error), error.errno, signal);
    if (!isFirst || failure.code !== "member_join_running") throw failure;
    const { params } = failure.explanation;
    throw new StepFailure("failure.member_join_running", { params, changedNothing: true });
  }
}
