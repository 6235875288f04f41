import { type Message, message } from "@primacy/contract";
import type { DrillInput, LogReading } from "@primacy/core/drill";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { connectServer } from "../mysql/connect-server";
import { explain } from "../operation/explain";
import { untilAborted } from "../operation/until-aborted";
import type { DrillRecorder } from "./drill-recorder";
import { readErrorLog } from "./read-error-log";

/** A server whose error log is read. */
export interface AskedServer {
  readonly server: string;
  /** Throws what was in the way, or the signal's reason. */
  readonly read: (signal: AbortSignal) => Promise<LogReading["told"]>;
}

/** Where nothing waits for it: a server takes 24 s at most. */
const wholeLimitMs = 30_000;

/**
 * Asks every server at once for what it logged since a moment before the fault, and has it recorded; does nothing before the fault is ordered.
 * No drill fails by it: what cannot be read within the limit, in milliseconds, is told with why.
 */
export async function noteErrorLogs(
  worker: WorkerContext,
  { drillId, clusterId }: Pick<DrillInput, "drillId" | "clusterId">,
  recorder: DrillRecorder,
  signal: AbortSignal,
  limitMs = wholeLimitMs,
): Promise<void> {
  const { armedForMs } = recorder;
  if (armedForMs === null) return;
  const sinceMs = performance.now() - armedForMs;
  const list = (): Promise<readonly AskedServer[]> => listServers(worker, clusterId, sinceMs);
  recorder.noteLogs(await readErrorLogs({ log: worker.log, drillId }, list, signal, limitMs));
}

/**
 * Has every server that `list` names read at once: one that throws, or has not told within the limit in milliseconds, is unread with why, beside
 * what the others told. Empty where the list itself fails. Throws the signal's reason alone, as soon as that aborts.
 */
export async function readErrorLogs(
  { log, drillId }: Pick<WorkerContext, "log"> & Pick<DrillInput, "drillId">,
  list: () => Promise<readonly AskedServer[]>,
  signal: AbortSignal,
  limitMs: number,
): Promise<readonly LogReading[]> {
  const limit = AbortSignal.timeout(limitMs);
  const either = AbortSignal.any([signal, limit]);
  const reasonOf = (server: string, error: unknown): Message => {
    if (limit.aborted) return message("network.no_answer_within", { limitMs });
    const { explanation, isBug } = explain(error, drillId);
    if (isBug) log.warn({ drillId, server, err: error }, "an error log was not read");
    return explanation;
  };
  const readOne = async ({ server, read }: AskedServer): Promise<LogReading> => {
    try {
      return { server, told: await untilAborted(read(either), either) };
    } catch (error) {
      signal.throwIfAborted();
      return { server, told: { kind: "unread", reason: reasonOf(server, error) } };
    }
  };
  try {
    const servers = await untilAborted(list(), either);
    return await Promise.all(servers.map(readOne));
  } catch (error) {
    signal.throwIfAborted();
    log.warn({ drillId, err: error }, "the error logs were not read");
    return [];
  }
}

async function listServers(
  { db }: Pick<WorkerContext, "db">,
  clusterId: string,
  sinceMs: number,
): Promise<readonly AskedServer[]> {
  const { members } = await db.clusters.get(clusterId);
  const account = await getAccount(db, clusterId, "admin");
  return members.map((member) => ({
    server: nameOfMember(member),
    read: async (signal) => {
      const connection = await connectServer(endpointOf(member), account, signal);
      try {
        return await readErrorLog(connection, sinceMs, signal);
      } finally {
        connection.leave();
      }
    },
  }));
}
