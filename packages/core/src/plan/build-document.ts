import { hostPrefixLength } from "@primacy/contract";
import { type AgentDocument, agentProtocol, type MaintenanceMode } from "@primacy/contract/agent";
import { accountUsers } from "../cluster/accounts";
import type { WantedCluster, WantedHost } from "./wanted";

/** What a host may take by its document: everything, nothing, or everything but one VIP of which the hosts are being told. */
export type DocumentRight = boolean | { readonly butVipId: string };

/**
 * What a host that has the right to the cluster's addresses may take while all are being told of a VIP: nothing where that
 * is the only one in force, and else all others, which must not move because of it.
 */
export function rightWhileJoining(wanted: WantedCluster, vipId: string): DocumentRight {
  const hasOthers = wanted.vips.some((vip) => vip.enabled && vip.id !== vipId);
  return hasOthers ? { butVipId: vipId } : false;
}

/**
 * The whole document of one host at the cluster's epoch. Disabled VIPs are left out, so are those that another provider
 * moves, and so is a VIP for which no interface of this host is known: an agent never guesses. Throws where the host is none of the cluster's (a bug).
 */
export function buildDocument(wanted: WantedCluster, hostId: string, right: DocumentRight): AgentDocument {
  const host = wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) throw new TypeError("buildDocument: the host carries no member of this cluster");
  const { member } = host;
  return {
    protocol: agentProtocol,
    clusterId: wanted.clusterId,
    clusterName: wanted.clusterName,
    epoch: wanted.epoch,
    hostId,
    hostName: host.name,
    mayAcquire: right !== false,
    mysql: {
      serverUuid: member.serverUuid,
      address: member.address,
      port: member.port,
      adminAddress: member.adminAddress,
      adminPort: member.adminAddress === null ? null : member.adminPort,
      user: accountUsers.agent,
    },
    peers: wanted.hosts.filter((one) => one.hostId !== hostId).map(toPeer),
    vips: wanted.vips.flatMap((vip) => {
      const nic = vip.nics[hostId];
      if (!vip.enabled || vip.provider !== "agent" || nic === undefined) return [];
      return [
        {
          vipId: vip.id,
          kind: vip.kind,
          address: vip.address,
          prefixLength: vip.prefixLength,
          nic,
          ports: [vip.port],
          maintenance: maintenanceOf(vip, hostId),
          ...(vip.onRelease === "leave" ? { onRelease: vip.onRelease } : {}),
          ...(vip.reads === undefined ? {} : { reads: vip.reads }),
          ...(typeof right === "object" && right.butVipId === vip.id ? { isJoining: true } : {}),
          ...(vip.kind === "read" && vip.paused !== undefined ? { isPinned: true } : {}),
        },
      ];
    }),
    timings: wanted.timings,
    ...guardsOf(wanted, host),
  };
}

/** The plugin's addresses that the host guards, on the interface that the plugin there was given. */
function guardsOf({ vips }: WantedCluster, { hostId, member }: WantedHost): Pick<AgentDocument, "guards"> {
  const guards = vips.flatMap(({ id, provider, guard, enabled, address, prefixLength, nics }) => {
    const nic = nics[hostId];
    if (!enabled || provider !== "greatdb_ha" || guard !== true || nic === undefined) return [];
    const labelForm = "greatdb_ha" as const;
    return [{ vipId: id, address, prefixLength, nic, labelForm, serverPort: member.port }];
  });
  return guards.length === 0 ? {} : { guards };
}

/** The document for an agent of an earlier release, which would refuse one that speaks of guards. */
export function withoutGuards({ guards: _, ...document }: AgentDocument): AgentDocument {
  return document;
}

/** A paused VIP stays on its host, which keeps its right to it; no other host takes it. */
function maintenanceOf({ paused }: WantedCluster["vips"][number], hostId: string): MaintenanceMode {
  return paused === undefined || paused.hostId === hostId ? "none" : "hold";
}

function toPeer(host: WantedHost): AgentDocument["peers"][number] {
  return {
    hostId: host.hostId,
    name: host.name,
    address: host.agentAddress,
    port: host.agentPort,
    macs: [...host.macs],
  };
}

/** The part of a document that people want to see before it is sent. */
export function showDocument(wanted: WantedCluster, hostId: string, right: DocumentRight): string {
  const { mayAcquire, peers, vips, guards } = buildDocument(wanted, hostId, right);
  return JSON.stringify({
    mayAcquire,
    vips: vips.map(({ address, nic, ports, maintenance, onRelease, reads, isJoining }) => ({
      address: `${address}/${hostPrefixLength(address)}`,
      nic,
      ports,
      ...(maintenance === "none" ? {} : { maintenance }),
      ...(onRelease === undefined ? {} : { onRelease }),
      ...(reads === undefined ? {} : { reads }),
      ...(isJoining === undefined ? {} : { isJoining }),
    })),
    ...(guards === undefined
      ? {}
      : {
          guards: guards.map(({ address, prefixLength, nic }) => ({
            address: `${address}/${prefixLength}`,
            nic,
          })),
        }),
    peers: peers.map((peer) => peer.name),
  });
}
