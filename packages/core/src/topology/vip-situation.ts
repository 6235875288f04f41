import {
  type Message,
  type MessageParams,
  message,
  type Tone,
  type TopologyVip,
  type WireState,
} from "@primacy/contract";
import type { AgentSight, KnownVip } from "./snapshot";

/** The states of an address in words of one: which sentence and tone it gets. */
export type VipSituation =
  | "ok"
  /** A read VIP for which the primary stands in. */
  | "at_primary"
  | "unanswered"
  | "not_asked"
  | "paused"
  | "paused_nobody"
  | "draining"
  | "nobody"
  /** It follows the primary, which has just changed. */
  | "moving"
  | "answered_unheard"
  | "wrong_host"
  | "two_holders"
  | "duplicate"
  | "stranger"
  | "other_answers"
  /** Its holder's server is proved to answer nobody. */
  | "at_lost"
  | "unknown"
  | "disabled"
  | "disabled_held";

/** What the situation of an address follows from. */
export interface VipEvidence {
  readonly known: KnownVip;
  readonly sights: readonly AgentSight[];
  readonly kernelHostIds: readonly string[];
  /** Where the address belongs. */
  readonly believedHostId: string | null;
  readonly primaryHostId: string | null;
  readonly wire: TopologyVip["wire"];
  readonly state: WireState;
  readonly memberHostIds: readonly string[];
  readonly isDraining: boolean;
  /** The hosts whose server is proved to answer nobody. */
  readonly muteHostIds: readonly string[];
  /** The primary has been so for less than an address needs to follow it. */
  readonly isPrimaryNew: boolean;
}

/** The situation of an address; of several that hold, the worst. */
export function judgeVip(evidence: VipEvidence): VipSituation {
  const { known, sights, kernelHostIds, believedHostId, wire, state, memberHostIds } = evidence;
  const [holder, second] = kernelHostIds;
  if (second !== undefined) return "two_holders";
  if (state === "many") return "duplicate";
  if (wire.some(({ hostId }) => hostId === null || !memberHostIds.includes(hostId))) return "stranger";
  if (!known.isEnabled) return holder === undefined ? "disabled" : "disabled_held";
  if (sights.length === 0) return "unknown";
  const isMoving = evidence.isPrimaryNew && known.kind === "write" && known.paused === undefined;
  if (holder === undefined && isUnheard(wire, sights)) return "answered_unheard";
  if (holder === undefined) return isMoving ? "moving" : nobodyOf(known);
  if (believedHostId !== null && holder !== believedHostId) return isMoving ? "moving" : "wrong_host";
  if (state === "none") return "unanswered";
  if (state !== "unknown" && wire.some((one) => one.hostId !== holder)) return "other_answers";
  if (evidence.muteHostIds.includes(holder)) return "at_lost";
  if (known.paused !== undefined) return "paused";
  if (evidence.isDraining) return "draining";
  if (known.kind === "read" && holder === believedHostId && holder === evidence.primaryHostId)
    return "at_primary";
  return state === "unknown" ? "not_asked" : "ok";
}

/** How loud a situation is. Where a read VIP is nowhere, or leads to nobody, its clients have other ways to read; writes have none. */
export function toneOfVip({ kind }: KnownVip, situation: VipSituation): Tone {
  const isNowhere = ["nobody", "paused_nobody", "at_lost"].includes(situation);
  return kind === "read" && isNowhere ? "warning" : tones[situation];
}

/** The situation in a sentence. A read VIP follows no primary: it is where the group gives it. */
export function tellVip({ kind, reads }: KnownVip, situation: VipSituation, params: MessageParams): Message {
  switch (situation) {
    case "at_primary": {
      const isStandIn = reads?.policy === "to_primary";
      return message(isStandIn ? "topology.read_vip_stands_in" : "topology.read_vip_at_primary", params);
    }
    case "nobody":
    case "paused_nobody":
    case "wrong_host":
      return message(`topology.${kind === "read" ? "read_vip" : "vip"}_${situation}`, params);
    default:
      return message(`topology.vip_${situation}`, params);
  }
}

const tones: Readonly<Record<VipSituation, Tone>> = {
  ok: "ok",
  at_primary: "ok",
  unanswered: "warning",
  not_asked: "ok",
  paused: "warning",
  paused_nobody: "failed",
  draining: "warning",
  nobody: "failed",
  moving: "busy",
  answered_unheard: "warning",
  wrong_host: "warning",
  two_holders: "failed",
  duplicate: "failed",
  stranger: "failed",
  other_answers: "warning",
  at_lost: "failed",
  unknown: "unknown",
  disabled: "unknown",
  disabled_held: "warning",
};

/** Of an address that is paused nobody is to take it, which is why nobody does. */
function nobodyOf({ paused }: KnownVip): VipSituation {
  return paused === undefined ? "nobody" : "paused_nobody";
}

/** One known host answers on the wire, and its agent is the one that this console does not hear. */
function isUnheard(wire: TopologyVip["wire"], sights: readonly AgentSight[]): boolean {
  return wire.length > 0 && wire.every(({ hostId }) => !sights.some((sight) => sight.hostId === hostId));
}
