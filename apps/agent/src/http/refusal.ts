import { type Message, message } from "@primacy/contract";
import type { AgentRefusal } from "@primacy/contract/agent";

/** The agent says no; the server turns it into the refusal of the protocol. */
export class RefusalError extends Error {
  readonly code: AgentRefusal["code"];
  readonly details: readonly Message[];
  readonly retryable: boolean;
  /** What a grant must reach, where that is more than the agent holds. */
  readonly epoch: number | null;

  constructor(code: AgentRefusal["code"], details: readonly Message[], epoch: number | null = null) {
    super(`${code}: ${details.map(({ text }) => text).join(" ")}`);
    this.name = "RefusalError";
    this.code = code;
    this.details = details;
    this.epoch = epoch;
    this.retryable = code === "rate_limited";
  }
}

/** It is asked of a part of the agent that is of another cluster, or of none (null). */
export function refuseCluster(ownId: string | null): RefusalError {
  const told =
    ownId === null
      ? message("refusal.asked_of_none")
      : message("refusal.asked_of_cluster", { clusterId: ownId });
  return new RefusalError("wrong_cluster", [told]);
}

/** The HTTP status of each refusal: the one place that chooses it. 404 is for paths of other protocol versions only. */
export const refusalStatus: Record<AgentRefusal["code"], number> = {
  bad_request: 400,
  wrong_role: 403,
  wrong_cluster: 409,
  not_a_peer: 403,
  epoch_too_low: 409,
  unconfigured: 409,
  unknown_vip: 409,
  rate_limited: 429,
  order_refused: 409,
  not_found: 404,
  internal_error: 500,
};
