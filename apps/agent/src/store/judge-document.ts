import { createHash } from "node:crypto";
import { type Message, message, messageWith } from "@primacy/contract";
import { type AgentDocument, type AgentRefusal, documentText } from "@primacy/contract/agent";
import { checkTimings, checkVipConfig } from "@primacy/core/vip";
import { planTimings, planVipConfigs } from "../vip/plan-config";

/** Whether a document may replace the one before it. */
export type DocumentVerdict =
  | { readonly kind: "accepted" }
  /** It is the one that is held already. */
  | { readonly kind: "repeated" }
  | { readonly kind: "refused"; readonly code: AgentRefusal["code"]; readonly details: readonly Message[] };

/** Judges a document against the agent's own identity and the document that it holds. All reasons at once. */
export function judgeDocument(
  held: AgentDocument | null,
  next: AgentDocument,
  ownHostId: string,
): DocumentVerdict {
  if (held !== null && held.clusterId !== next.clusterId) {
    const detail = message("refusal.forget_first", { clusterId: held.clusterId });
    return { kind: "refused", code: "wrong_cluster", details: [detail] };
  }
  if (held !== null && held.epoch === next.epoch && isSame(held, next)) {
    return { kind: "repeated" };
  }
  if (held !== null && next.epoch <= held.epoch) {
    const detail = message("refusal.epoch_not_above", { epoch: next.epoch, held: held.epoch });
    return { kind: "refused", code: "epoch_too_low", details: [detail] };
  }
  const details = [
    ...(next.hostId === ownHostId ? [] : [message("refusal.other_host", { hostId: ownHostId })]),
    // Also where there is no VIP yet: the next document may bring one, and these timings are in force by then.
    ...checkTimings(planTimings(next.timings)).map((problem) => problem.message),
    ...planVipConfigs(next).flatMap((config) =>
      checkVipConfig(config).map((problem) =>
        messageWith("config.of_vip", { address: config.target.address }, { problem: problem.message }),
      ),
    ),
    ...findRepeated(next.vips.map((vip) => vip.address)).map((address) =>
      message("refusal.address_twice", { address }),
    ),
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
