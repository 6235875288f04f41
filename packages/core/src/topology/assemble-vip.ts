import {
  type Message,
  type MessageParams,
  message,
  type Tone,
  type TopologyVip,
  type WireState,
  type WireVerdict,
} from "@primacy/contract";
import { type GroupState, memberSight } from "./group-state";
import { freshSight } from "./host-condition";
import { isSameVip, ruleWire } from "./rule-wire";
import type { AgentSight, KnownVip, TopologySnapshot } from "./snapshot";
import { describeWire } from "./wire-verdict";

/** The states of an address in words of one: which sentence and tone it gets. */
export type VipSituation =
  | "ok"
  | "unanswered"
  | "not_asked"
  | "paused"
  | "paused_nobody"
  | "draining"
  | "nobody"
  | "answered_unheard"
  | "wrong_host"
  | "two_holders"
  | "duplicate"
  | "stranger"
  | "other_answers"
  | "unknown"
  | "disabled"
  | "disabled_held";

/** One VIP of the picture with its situation and the names that its sentences need. */
export interface AssembledVip {
  readonly vip: TopologyVip;
  readonly situation: VipSituation;
  readonly params: MessageParams;
}

/**
 * Puts the three facts of an address side by side: what the database believes, the kernels hold, the wire answers.
 * `before` is what was said of the wire in the picture before.
 */
export function assembleVip(
  snapshot: TopologySnapshot,
  group: GroupState,
  known: KnownVip,
  before: WireVerdict | null = null,
): AssembledVip {
  const sights = snapshot.hosts.flatMap((host) => freshSight(snapshot, host.hostId) ?? []);
  const kernelHostIds = sights.filter((sight) => isHeldBy(sight, known)).map((sight) => sight.hostId);
  const primary = snapshot.members.find((member) => member.serverUuid === group.judged.primaryUuid);
  const believedHostId = primary?.hostId ?? null;
  const ruled = ruleWire(snapshot, known, believedHostId, before);
  const wireVerdict = describeWire(known, ruled, before, snapshot.observedAt);
  const { ruling } = ruled;
  const wire = ruling.owners
    .flatMap(({ macs, hostId }) => macs.map((mac) => ({ mac, hostId })))
    .sort((a, b) => (a.mac < b.mac ? -1 : 1));
  const memberHostIds = snapshot.hosts.map((host) => host.hostId);
  const state = ruling.state;
  const draining = findDraining(sights, known);
  const situation = situationOf({
    known,
    sights,
    kernelHostIds,
    believedHostId,
    wire,
    state,
    memberHostIds,
    isDraining: draining !== null,
  });
  const nameOf = (hostId: string | null): string =>
    ruled.hosts.find((host) => host.hostId === hostId)?.name ?? "-";
  const answerers = wire.map(({ mac, hostId }) => (hostId === null ? mac : nameOf(hostId)));
  const params: MessageParams = {
    address: known.address,
    holder: kernelHostIds.map(nameOf).join(", "),
    primary: nameOf(believedHostId),
    answerer: answerers.length === 0 ? "-" : [...new Set(answerers)].join(", "),
    macs: wire.length === 0 ? "-" : wire.map((one) => one.mac).join(", "),
    open: draining?.connections ?? "?",
  };
  return {
    situation,
    params,
    vip: {
      ...known,
      ...(draining === null ? {} : { draining }),
      believedHostId,
      kernelHostIds,
      wire,
      wireAgeMs: ruling.ageMs,
      wireAskedBy: ruling.askers.map((asker) => asker.hostId),
      wireVerdict,
      agents: sights.flatMap((sight) => agentOf(sight, known)),
      tone: tones[situation],
      summary: message(`topology.vip_${situation}`, params),
    },
  };
}

const tones: Readonly<Record<VipSituation, Tone>> = {
  ok: "ok",
  unanswered: "warning",
  not_asked: "ok",
  paused: "warning",
  paused_nobody: "failed",
  draining: "warning",
  nobody: "failed",
  answered_unheard: "warning",
  wrong_host: "warning",
  two_holders: "failed",
  duplicate: "failed",
  stranger: "failed",
  other_answers: "warning",
  unknown: "unknown",
  disabled: "unknown",
  disabled_held: "warning",
};

interface Facts {
  readonly known: KnownVip;
  readonly sights: readonly AgentSight[];
  readonly kernelHostIds: readonly string[];
  readonly believedHostId: string | null;
  readonly wire: TopologyVip["wire"];
  readonly state: WireState;
  readonly memberHostIds: readonly string[];
  readonly isDraining: boolean;
}

function situationOf(facts: Facts): VipSituation {
  const { known, sights, kernelHostIds, believedHostId, wire, state, memberHostIds } = facts;
  const [holder, second] = kernelHostIds;
  if (second !== undefined) return "two_holders";
  if (state === "many") return "duplicate";
  if (wire.some(({ hostId }) => hostId === null || !memberHostIds.includes(hostId))) return "stranger";
  if (!known.isEnabled) return holder === undefined ? "disabled" : "disabled_held";
  if (sights.length === 0) return "unknown";
  if (holder === undefined) return isUnheard(wire, sights) ? "answered_unheard" : nobodyOf(known);
  if (believedHostId !== null && holder !== believedHostId) return "wrong_host";
  if (state === "none") return "unanswered";
  if (state !== "unknown" && wire.some((one) => one.hostId !== holder)) return "other_answers";
  if (known.paused !== undefined) return "paused";
  if (facts.isDraining) return "draining";
  return state === "unknown" ? "not_asked" : "ok";
}

/** What the agent that holds the address says of a drain; it ends by itself, and so does this. */
function findDraining(sights: readonly AgentSight[], known: KnownVip): { connections: number | null } | null {
  for (const { status } of sights) {
    const draining = status.vips.find((vip) => isSameVip(vip, known))?.draining;
    if (draining !== undefined && draining.untilMonotonicMs > status.clock.monotonicMs)
      return { connections: draining.connections };
  }
  return null;
}

/** Of an address that is paused nobody is to take it, which is why nobody does. */
function nobodyOf({ paused }: KnownVip): VipSituation {
  return paused === undefined ? "nobody" : "paused_nobody";
}

/** One known host answers on the wire, and its agent is the one that this console does not hear. */
function isUnheard(wire: TopologyVip["wire"], sights: readonly AgentSight[]): boolean {
  return wire.length > 0 && wire.every(({ hostId }) => !sights.some((sight) => sight.hostId === hostId));
}

function isHeldBy({ status }: AgentSight, known: KnownVip): boolean {
  return (
    status.vips.some((vip) => isSameVip(vip, known) && vip.isBound) ||
    status.nics.some((nic) => nic.addresses.some((one) => one.address === known.address))
  );
}

function agentOf({ hostId, status }: AgentSight, known: KnownVip): TopologyVip["agents"] {
  return status.vips
    .filter((vip) => isSameVip(vip, known))
    .map(({ state, isBound, reasons, lastProofs, contest }) => ({
      hostId,
      state,
      isBound,
      reasons: [...reasons],
      lastProofs: [...lastProofs],
      ...(contest === undefined
        ? {}
        : {
            contest: {
              macs: [...contest.macs],
              announcements: contest.announcements,
              isOver: contest.endedMonotonicMs !== null,
            },
          }),
    }));
}

/** Why the address is nowhere, in the words of the agent on the primary's host. */
export function holdingReasons(
  snapshot: TopologySnapshot,
  group: GroupState,
  vip: TopologyVip,
): readonly Message[] {
  const primary = snapshot.members.find((member) => member.serverUuid === group.judged.primaryUuid);
  if (primary === undefined) return [];
  const sight = memberSight(snapshot, primary.memberId);
  return sight?.status.vips.find((one) => isSameVip(one, vip))?.reasons ?? [];
}
