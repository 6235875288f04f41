import { type Message, message } from "@primacy/contract";
import {
  HostOperatorGrant,
  HostOperatorOrder,
  type HostOperatorRequest,
  longestGrantMs,
} from "@primacy/contract/agent";
import { judgeSignature, type SignerFacts } from "../address-helper/judge-grant";

/** Against what a request is judged. */
export interface RequestFacts extends SignerFacts {
  readonly hostId: string;
  readonly bootId: string;
  readonly monotonicMs: number;
  /** The highest epoch that a grant of the cluster had; 0 where there was none. */
  floorOf(clusterId: string): number;
}

/** A request that counts. */
export interface ValidRequest {
  readonly kind: "valid";
  readonly grant: HostOperatorGrant;
  readonly order: HostOperatorOrder;
}

/** What a request is worth. `reasons` has all that speaks against it. */
export type RequestVerdict =
  | ValidRequest
  | { readonly kind: "refused"; readonly reasons: readonly Message[] };

/**
 * Judges a request: both texts are signed by this host's console, the grant is for this host and this boot, of no lower epoch than
 * was seen, in force, and covers the order, which belongs to it and has come in time. What the order is about is not looked at.
 */
export function judgeRequest(request: HostOperatorRequest, facts: RequestFacts): RequestVerdict {
  const grant = HostOperatorGrant.safeParse(parseJson(request.grant.text));
  const order = HostOperatorOrder.safeParse(parseJson(request.order.text));
  const reasons = [
    ...judgeSignature(request.grant, facts),
    ...(judgeSignature(request.order, facts).length === 0 ? [] : [message("operator.order_signature")]),
    ...(grant.success ? [] : [message("grant.unknown_form")]),
    ...(order.success ? [] : [message("operator.order_form")]),
    ...(grant.success ? judgeGrant(grant.data, facts) : []),
    ...(grant.success && order.success ? judgeOrder(order.data, grant.data, facts) : []),
  ];
  if (!grant.success || !order.success || reasons.length > 0) return { kind: "refused", reasons };
  return { kind: "valid", grant: grant.data, order: order.data };
}

function judgeGrant(grant: HostOperatorGrant, facts: RequestFacts): Message[] {
  const floor = facts.floorOf(grant.clusterId);
  const isOfThisBoot = grant.bootId === facts.bootId;
  const isOver = grant.untilMs <= facts.monotonicMs || grant.untilMs > facts.monotonicMs + longestGrantMs;
  return [
    ...(grant.hostId === facts.hostId ? [] : [message("operator.other_host")]),
    ...(isOfThisBoot ? [] : [message("operator.rebooted")]),
    ...(isOfThisBoot && isOver ? [message("operator.expired")] : []),
    ...(grant.epoch >= floor ? [] : [message("operator.epoch", { epoch: grant.epoch, floor })]),
  ];
}

function judgeOrder(order: HostOperatorOrder, grant: HostOperatorGrant, facts: RequestFacts): Message[] {
  const { task } = order;
  const kind = kindOf(task);
  return [
    ...(order.grantId === grant.grantId ? [] : [message("operator.other_grant")]),
    ...(order.notAfterMs >= facts.monotonicMs ? [] : [message("operator.late")]),
    ...(kind === null || grant.kinds.includes(kind) ? [] : [message("operator.kind", { kind })]),
    ...(task.verb === "act" && task.undoAtMs > grant.untilMs ? [message("operator.deadline")] : []),
  ];
}

/** Of an act that is there already, its own kind counts; null. */
function kindOf(task: HostOperatorOrder["task"]): HostOperatorGrant["kinds"][number] | null {
  switch (task.verb) {
    case "act":
      return task.action.kind;
    case "read_service":
      return "service";
    case "read_file":
      return "file";
    case "read_output":
      return "process";
    case "stage":
      return "library";
    case "undo":
    case "keep":
      return null;
  }
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}
