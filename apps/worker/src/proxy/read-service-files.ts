import type { ClusterProxy } from "@primacy/contract";
import { fileOfService, proxyServices, type SeenServiceFile } from "@primacy/core/proxy";
import { AgentFailure } from "../agent-client/agent-failure";
import { findExplainedFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { openSession } from "./haproxy/operator-acts";

/** Reads the file of every service of a proxy, on all hosts at once. One that cannot be read is part of the answer. */
export async function readServiceFiles(
  context: OperationContext,
  { clusterId, kind, hosts }: ClusterProxy,
  signal: AbortSignal,
): Promise<readonly SeenServiceFile[]> {
  const seen = await Promise.all(
    hosts.map(async ({ hostId, name }) => {
      const files: SeenServiceFile[] = [];
      for (const service of proxyServices[kind]) {
        const text = await orReason(signal, async () => {
          const session = await openSession(context, { clusterId, hostId }, signal);
          return (await session.readFile(fileOfService(service), signal))?.text ?? null;
        });
        files.push({ hostId, name, service, text });
      }
      return files;
    }),
  );
  return seen.flat();
}

async function orReason(
  signal: AbortSignal,
  read: () => Promise<string | null>,
): Promise<SeenServiceFile["text"]> {
  try {
    return await read();
  } catch (error) {
    signal.throwIfAborted();
    const explained = error instanceof AgentFailure ? error : findExplainedFailure(error);
    if (explained === null) throw error;
    return { reason: explained.explanation };
  }
}
