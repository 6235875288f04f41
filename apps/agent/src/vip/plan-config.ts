import { ipv4ToNumber, isIpv4 } from "@primacy/contract";
import type { AgentDocument, MaintenanceMode } from "@primacy/contract/agent";
import {
  DEFAULT_VIP_TIMINGS,
  type MaintenanceMode as LoopMaintenance,
  planVipLabel,
  type VipConfig,
  type VipTimings,
} from "@primacy/core/vip";

/** The configuration of each VIP's decision, as the document wants it. `gateways` are this host's, to be told of a move. */
export function planVipConfigs(document: AgentDocument, gateways: readonly string[] = []): VipConfig[] {
  const timings = planTimings(document.timings);
  return document.vips.map((vip) => ({
    vipId: vip.vipId,
    epoch: document.epoch,
    selfHostId: document.hostId,
    target: {
      address: vip.address,
      prefixLength: 32,
      nic: vip.nic,
      // By the address alone: another VIP that comes or goes must not rename, and so move, this one.
      label: planVipLabel(vip.nic, ipv4ToNumber(vip.address).toString(36)),
    },
    guardedPorts: vip.ports,
    neighbours: [...new Set([...gateways, ...document.peers.map((peer) => peer.address)])].filter(isIpv4),
    peers: document.peers.map((peer) => ({ hostId: peer.hostId, macs: peer.macs, mustProve: true })),
    mayBind: document.mayAcquire,
    policy: { multiPrimary: "refuse", strangers: "require" },
    timings,
  }));
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
