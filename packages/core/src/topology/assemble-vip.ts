import type { MessageParams, TopologyVip, WireVerdict } from "@primacy/contract";
import { freshSight } from "./fresh-sight";
import type { GroupState } from "./group-state";
import { findHoldingEvidence } from "./holding-evidence";
import { isSameVip, ruleWire } from "./rule-wire";
import type { AgentSight, KnownVip, TopologySnapshot } from "./snapshot";
import { judgeVip, tellVip, toneOfVip, type VipSituation } from "./vip-situation";
import { findBelievedHost, findPrimaryHost } from "./where-it-belongs";
import { describeWire } from "./wire-verdict";

/** One VIP of the picture with its situation and the names that its sentences need. */
export interface AssembledVip {
  readonly vip: TopologyVip;
  readonly situation: VipSituation;
  readonly params: MessageParams;
}

/** What an address is judged by besides what was heard of it. */
export interface VipScene {
  /** What was said of the wire in the picture before. */
  readonly before: WireVerdict | null;
  /** The hosts whose server answers nobody. */
  readonly muteHostIds: readonly string[];
  /** The primary has been so for less than an address needs to follow it. */
  readonly isPrimaryNew: boolean;
}

/**
 * Puts the three facts of an address side by side: what the database believes, the kernels hold, the wire answers.
 */
export function assembleVip(
  snapshot: TopologySnapshot,
  group: GroupState,
  known: KnownVip,
  { before, muteHostIds, isPrimaryNew }: VipScene,
): AssembledVip {
  const sights = snapshot.hosts.flatMap((host) => freshSight(snapshot, host.hostId) ?? []);
  const kernelHostIds = sights.filter((sight) => isHeldBy(sight, known)).map((sight) => sight.hostId);
  const primaryHostId = findPrimaryHost(snapshot, group);
  const believedHostId = findBelievedHost(snapshot, group, known);
  const ruled = ruleWire(snapshot, known, believedHostId, before);
  const wireVerdict = describeWire(known, ruled, before, snapshot.observedAt);
  const { ruling } = ruled;
  const wire = ruling.owners
    .flatMap(({ macs, hostId }) => macs.map((mac) => ({ mac, hostId })))
    .sort((a, b) => (a.mac < b.mac ? -1 : 1));
  const memberHostIds = snapshot.hosts.map((host) => host.hostId);
  const state = ruling.state;
  const draining = findDraining(sights, known);
  const situation = judgeVip({
    known,
    sights,
    kernelHostIds,
    believedHostId,
    primaryHostId,
    wire,
    state,
    memberHostIds,
    isDraining: draining !== null,
    muteHostIds,
    isPrimaryNew,
  });
  const nameOf = (hostId: string | null): string =>
    ruled.hosts.find((host) => host.hostId === hostId)?.name ?? "-";
  const answerers = wire.map(({ mac, hostId }) => (hostId === null ? mac : nameOf(hostId)));
  const params: MessageParams = {
    address: known.address,
    holder: kernelHostIds.map(nameOf).join(", "),
    primary: nameOf(primaryHostId),
    assigned: nameOf(believedHostId),
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
      tone: toneOfVip(known, situation),
      summary: tellVip(known, situation, params),
    },
  };
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

function isHeldBy({ status }: AgentSight, known: KnownVip): boolean {
  const own = status.vips.filter((vip) => isSameVip(vip, known));
  return findHoldingEvidence(status, own, known.address) !== null;
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
