import type { Host } from "@primacy/contract";
import { type KeepalivedSight, type ProxyHostSight, proxyFiles } from "@primacy/core/proxy";
import { AgentFailure } from "../../agent-client/agent-failure";
import { agentOf, type LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { OperatorSession } from "../../host-operator/operator-session";
import { greetAgent } from "../../observe/greet-agent";
import { findExplainedFailure } from "../../operation/failure";

/** For whom Keepalived is read. */
export interface MigrationTask {
  readonly worker: WorkerContext;
  readonly loaded: LoadedCluster;
  readonly operationId: string;
  readonly requestedBy: string;
}

/** Whether a host can be acted on, and what Keepalived there is configured to do. */
export interface KeepalivedHost {
  readonly operator: ProxyHostSight["operator"];
  /** Null: nobody could ask. */
  readonly keepalived: KeepalivedSight | null;
}

const lookMs = 60_000;

/** Reads Keepalived of one host. Changes nothing; a host that does not answer is part of the answer. */
export async function observeKeepalived(
  task: MigrationTask,
  host: Host,
  signal: AbortSignal,
): Promise<KeepalivedHost> {
  try {
    const hello = await greetAgent(task.worker, agentOf(host, null), signal);
    const operator = hello.operator?.state ?? "off";
    return { operator, keepalived: operator === "running" ? await read(task, host, signal) : null };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { operator: { kind: "agent", reason: error.explanation }, keepalived: null };
  }
}

async function read(
  { worker, loaded, operationId, requestedBy }: MigrationTask,
  host: Host,
  signal: AbortSignal,
): Promise<KeepalivedSight> {
  const { id: clusterId, epoch } = loaded.cluster;
  const grantedTo = { who: requestedBy, operationId };
  const kinds = ["file", "service"] as const;
  try {
    const scope = { clusterId, epoch, grantedTo, kinds, forMs: lookMs };
    const session = await OperatorSession.open(worker, agentOf(host, null), scope, signal);
    const text = (await session.readFile(proxyFiles.keepalived, signal))?.text ?? null;
    // Where there is no file there may be no service either.
    const service = text === null ? null : await session.readService("keepalived", signal);
    return { kind: "read", text, service };
  } catch (error) {
    signal.throwIfAborted();
    const explained = error instanceof AgentFailure ? error : findExplainedFailure(error);
    if (explained === null) throw error;
    return { kind: "unread", reason: explained.explanation };
  }
}
