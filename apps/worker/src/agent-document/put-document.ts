import type { AgentCredential, AgentDocument, DocumentAccepted } from "@primacy/contract/agent";
import { buildGrant } from "@primacy/core/plan";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { signGrant } from "../certificate/sign-grant";
import type { WorkerContext } from "../context";

type Agents = Pick<WorkerContext, "agents">;

/**
 * Permits an agent's host what its document needs, signed with the console's own key. Throws `AgentFailure`, as `putDocument`
 * does.
 */
export async function putGrant(
  worker: Pick<WorkerContext, "agents" | "certificates">,
  target: AgentTarget,
  document: AgentDocument,
  signal: AbortSignal,
): Promise<void> {
  const signed = signGrant(buildGrant(document), worker.certificates.identity);
  await worker.agents.clientFor(target).call("putGrant", signed, { signal, timeoutMs: 15_000 });
}

/** Gives an agent its document. Throws `AgentFailure`; `refusal.code` `epoch_too_low` carries the epoch to reach. */
export async function putDocument(
  worker: Agents,
  target: AgentTarget,
  document: AgentDocument,
  signal: AbortSignal,
): Promise<DocumentAccepted> {
  return worker.agents.clientFor(target).call("putDocument", document, { signal, timeoutMs: 15_000 });
}

/** Gives an agent the password of its account. Throws `AgentFailure`. */
export async function putCredential(
  worker: Agents,
  target: AgentTarget,
  credential: AgentCredential,
  signal: AbortSignal,
): Promise<void> {
  await worker.agents.clientFor(target).call("putCredential", credential, { signal });
}

/**
 * The epoch to reach where an agent refused for that reason: of the document that it holds, or of the permit that it once held.
 * Null for any other error.
 */
export function findHeldEpoch(error: unknown): number | null {
  if (!(error instanceof AgentFailure) || error.refusal?.code !== "epoch_too_low") return null;
  return error.refusal.epoch;
}
