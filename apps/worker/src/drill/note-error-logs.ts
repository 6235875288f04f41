import type { DrillInput, LogReading } from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { DrillRecorder } from "./drill-recorder";
import { readErrorLog } from "./read-error-log";

/**
 * Asks every server at once for what it logged since a moment before the fault, and has it recorded; does nothing before the fault is ordered.
 * No drill fails by it: what cannot be read is told with why.
 */
export async function noteErrorLogs(
  worker: WorkerContext,
  { drillId, clusterId }: Pick<DrillInput, "drillId" | "clusterId">,
  recorder: DrillRecorder,
  signal: AbortSignal,
): Promise<void> {
  const { armedForMs } = recorder;
  if (armedForMs === null) return;
  const sinceMs = performance.now() - armedForMs;
  try {
    const { members } = await worker.db.clusters.get(clusterId);
    const account = await getAccount(worker.db, clusterId, "admin");
    const read = members.map((member) => readMember(member, account, sinceMs, signal));
    recorder.noteLogs(await Promise.all(read));
  } catch (error) {
    signal.throwIfAborted();
    worker.log.warn({ drillId, err: error }, "the error logs were not read");
  }
}

async function readMember(
  member: MemberRecord,
  account: ServerAccount,
  sinceMs: number,
  signal: AbortSignal,
): Promise<LogReading> {
  const server = nameOfMember(member);
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      return { server, told: await readErrorLog(connection, sinceMs, signal) };
    } finally {
      connection.leave();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    return { server, told: { kind: "unread", reason: error.explanation } };
  }
}
