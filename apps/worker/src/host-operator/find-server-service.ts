import type { AgentTarget } from "../agent-client/agent-client";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";
import { type OperatorScope, OperatorSession } from "./operator-session";

const lookMs = 60_000;
/** By which name the service manager may know the server. */
const services = ["mysql", "mysqld", "mariadb"] as const;

/**
 * The service that runs on a host, of those that are a MySQL server; null where none does. Throws `AgentFailure`, and `StepFailure` where
 * the host operator is off or silent.
 */
export async function findServerService(
  worker: Pick<WorkerContext, "agents" | "certificates">,
  target: AgentTarget,
  scope: Omit<OperatorScope, "kinds" | "forMs">,
  signal: AbortSignal,
): Promise<string | null> {
  const session = await OperatorSession.open(
    worker,
    target,
    { ...scope, kinds: ["service"], forMs: lookMs },
    signal,
  );
  for (const service of services) {
    try {
      if ((await session.readService(service, signal)) === "running") return service;
    } catch (error) {
      signal.throwIfAborted();
      // The host has none of that name, or it is on its way.
      if (!(error instanceof StepFailure)) throw error;
    }
  }
  return null;
}
