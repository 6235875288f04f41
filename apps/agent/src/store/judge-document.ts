import { createHash } from "node:crypto";
import { type AgentDocument, type AgentRefusal, documentText } from "@primacy/contract/agent";
import { checkTimings, checkVipConfig } from "@primacy/core/vip";
import { planTimings, planVipConfigs } from "../vip/plan-config";

/** Whether a document may replace the one before it. */
export type DocumentVerdict =
  | { readonly kind: "accepted" }
  /** It is the one that is held already. */
  | { readonly kind: "repeated" }
  | { readonly kind: "refused"; readonly code: AgentRefusal["code"]; readonly details: readonly string[] };

/** Judges a document against the agent's own identity and the document that it holds. All reasons at once. */
export function judgeDocument(
  held: AgentDocument | null,
  next: AgentDocument,
  ownHostId: string,
): DocumentVerdict {
  if (held !== null && held.clusterId !== next.clusterId) {
    const detail = `this agent belongs to cluster ${held.clusterId}; make it forget that one first`;
    return { kind: "refused", code: "wrong_cluster", details: [detail] };
  }
  if (held !== null && held.epoch === next.epoch && isSame(held, next)) {
    return { kind: "repeated" };
  }
  if (held !== null && next.epoch <= held.epoch) {
    const detail = `epoch ${next.epoch} is not above ${held.epoch}, which is held`;
    return { kind: "refused", code: "epoch_too_low", details: [detail] };
  }
  const details = [
    ...(next.hostId === ownHostId ? [] : [`hostId: this agent is ${ownHostId}`]),
    // Also where there is no VIP yet: the next document may bring one, and these timings are in force by then.
    ...checkTimings(planTimings(next.timings)).map(({ field, message }) => `timings.${field}: ${message}`),
    ...planVipConfigs(next).flatMap((config) =>
      checkVipConfig(config).map(
        ({ field, message }) => `vips ${config.target.address} ${field}: ${message}`,
      ),
    ),
    ...findRepeated(next.vips.map((vip) => vip.address)).map((address) => `vips: ${address} is listed twice`),
  ];
  return details.length === 0 ? { kind: "accepted" } : { kind: "refused", code: "bad_request", details };
}

/** A hash of what all agents of a cluster must agree on; the console makes the same one of what it would tell them. */
export function hashDocument(document: AgentDocument): string {
  return createHash("sha256").update(documentText(document)).digest("hex");
}

function isSame(one: AgentDocument, other: AgentDocument): boolean {
  // Both were parsed by the same schema, which fixes the order of the fields.
  return JSON.stringify(one) === JSON.stringify(other);
}

function findRepeated(texts: readonly string[]): string[] {
  return [...new Set(texts.filter((text, position) => texts.indexOf(text) !== position))];
}
