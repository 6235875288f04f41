import { familyOf, hostPrefixLength } from "@primacy/contract";
import type { AgentDocument, MaintenanceMode } from "@primacy/contract/agent";
import {
  DEFAULT_VIP_TIMINGS,
  type MaintenanceMode as LoopMaintenance,
  type PersistedVip,
  planAddressLabel,
  type VipConfig,
  type VipTimings,
} from "@primacy/core/vip";

/** The configuration of each VIP's decision, as the document wants it. `gateways` are this host's, to be told of a move. */
export function planVipConfigs(document: AgentDocument, gateways: readonly string[] = []): VipConfig[] {
  const timings = planTimings(document.timings);
  return document.vips.map((vip) => ({
    vipId: vip.vipId,
    ...(vip.kind === "read" ? { right: "assigned" as const } : {}),
    epoch: document.epoch,
    selfHostId: document.hostId,
    target: {
      address: vip.address,
      prefixLength: hostPrefixLength(vip.address),
      nic: vip.nic,
      label: planAddressLabel(vip.nic, vip.address),
    },
    guardedPorts: vip.ports,
    neighbours: [...new Set([...gateways, ...document.peers.map((peer) => peer.address)])].filter(
      (neighbour) => familyOf(neighbour) === familyOf(vip.address),
    ),
    peers: document.peers.map((peer) => ({ hostId: peer.hostId, macs: peer.macs, mustProve: true })),
    mayBind: document.mayAcquire && vip.isJoining !== true,
    ...(vip.maintenance === "hold" ? { isPaused: true } : {}),
    policy: { multiPrimary: "refuse", strangers: "require", onRelease: vip.onRelease ?? "cut" },
    timings,
  }));
}

/** A document that comes into force for one VIP. */
export interface DocumentChange {
  readonly vipId: string;
  readonly document: AgentDocument;
  /** The document before it; null when the agent has just started. */
  readonly before: AgentDocument | null;
  /** What the agent kept of the VIP over a restart. */
  readonly persisted: PersistedVip | null;
}

/**
 * The maintenance mode that a document gives its host anew; null where the host's own stays as it is. A paused VIP (`hold`)
 * is part of the configuration and sets none.
 */
export function findNewMaintenance(change: DocumentChange): MaintenanceMode | null {
  const { vipId, document, before, persisted } = change;
  const said = findMaintenance(document, vipId);
  const own = ownOf(said ?? "none");
  const saidBefore = before === null ? undefined : findMaintenance(before, vipId);
  if (saidBefore !== undefined) return ownOf(saidBefore) === own ? null : own;
  return persisted === null ? own : null;
}

function findMaintenance(document: AgentDocument, vipId: string): MaintenanceMode | undefined {
  return document.vips.find((vip) => vip.vipId === vipId)?.maintenance;
}

function ownOf(mode: MaintenanceMode): MaintenanceMode {
  return mode === "hold" ? "none" : mode;
}

/** The decision's word for a maintenance mode. */
export function planMaintenance(mode: MaintenanceMode): LoopMaintenance {
  const modes: Record<MaintenanceMode, LoopMaintenance> = {
    none: "off",
    hold: "no-acquire",
    release: "release",
  };
  return modes[mode];
}

/** The protocol's word for a maintenance mode. */
export function describeMaintenance(mode: LoopMaintenance): MaintenanceMode {
  const modes: Record<LoopMaintenance, MaintenanceMode> = {
    off: "none",
    "no-acquire": "hold",
    release: "release",
  };
  return modes[mode];
}

/** The decision's own form of a document's timings. */
export function planTimings(timings: AgentDocument["timings"]): VipTimings {
  return {
    ...DEFAULT_VIP_TIMINGS,
    pollMs: timings.pollMs,
    roleReadMs: timings.rolePollMs,
    probeDeadlineMs: timings.probeDeadlineMs,
    evidenceMaxAgeMs: timings.evidenceMaxAgeMs,
    actMs: timings.actMs,
    releaseAfterMs: timings.releaseAfterMs,
    leaseMs: timings.leaseSeconds * 1000,
    expirySlackMs: timings.kernelSlackMs,
    guardMs: timings.proofGuardMs,
    rpcTimeoutMs: timings.rpcTimeoutMs,
    cooldownMs: timings.cooldownMs,
    tombstoneMs: timings.tombstoneSeconds * 1000,
    strangerClearMaxAgeMs: timings.strangerMaxAgeMs,
  };
}
