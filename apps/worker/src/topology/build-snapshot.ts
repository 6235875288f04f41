import type { Host } from "@primacy/contract";
import type { GroupFacts } from "@primacy/core/check";
import { findDifferences, findKept, type HeldDocument } from "@primacy/core/plan";
import type { ServerSight, SshReach, TopologySnapshot } from "@primacy/core/topology";
import type { LoadedCluster } from "../cluster-record/load-cluster";
import { hashText, toHolding } from "../observe/held-document";
import type { ObservationCache } from "../observe/observation-cache";

/** What a watcher knows of a cluster at one moment. */
export interface WatchedCluster {
  readonly loaded: LoadedCluster;
  /** Hosts beside the cluster that ask for its VIPs too. */
  readonly observers: readonly Host[];
  readonly sights: ObservationCache;
  /** What is known of agents of another protocol. */
  readonly unread: readonly HeldDocument[];
  readonly ssh: readonly SshReach[];
  readonly servers: readonly ServerSight[];
  /** What decides how long a failover takes; null: not known yet. */
  readonly failover?: GroupFacts | null;
  /** How the plugin that moves a VIP stands; null: no plugin moves one. */
  readonly plugin?: TopologySnapshot["plugin"];
}

/** Everything that the picture is assembled from, at `nowMs` of this process's monotonic clock. */
export function buildSnapshot(watched: WatchedCluster, nowMs: number, observedAt: Date): TopologySnapshot {
  const { loaded, sights } = watched;
  return {
    clusterId: loaded.cluster.id,
    clusterName: loaded.cluster.name,
    epoch: loaded.cluster.epoch,
    ...compareHeld(watched),
    nowMs,
    observedAt: observedAt.toISOString(),
    members: loaded.cluster.members.map(({ id, serverUuid, address, port, hostId }) => ({
      memberId: id,
      serverUuid,
      address,
      port,
      hostId,
    })),
    hosts: loaded.hosts.map((host) => ({
      hostId: host.id,
      name: host.name,
      address: host.address,
      agentState: host.agentState,
      agentVersion: host.agentVersion,
      macs: loaded.wanted.hosts.find((one) => one.hostId === host.id)?.macs ?? [],
    })),
    observers: watched.observers.map((host) => ({
      hostId: host.id,
      name: host.name,
      macs: (host.facts?.nics ?? []).flatMap((nic) => nic.mac ?? []),
    })),
    vips: loaded.vips.map(
      ({ id, kind, provider, reads, guard, address, prefixLength, port, enabled, paused }) => ({
        vipId: id,
        kind,
        provider,
        ...(reads === undefined ? {} : { reads }),
        ...(guard === true ? { isGuarded: true } : {}),
        address,
        prefixLength,
        port,
        isEnabled: enabled,
        ...(paused === undefined ? {} : { paused }),
      }),
    ),
    agents: sights.list(),
    ssh: watched.ssh,
    servers: watched.servers,
    wire: sights.listWire(),
    failover: watched.failover ?? null,
    plugin: watched.plugin ?? null,
  };
}

/** Also what a host held that is silent now: it holds that still. */
function compareHeld({
  loaded,
  sights,
  unread,
}: WatchedCluster): Pick<TopologySnapshot, "differences" | "kept"> {
  const held = loaded.wanted.hosts.flatMap(({ hostId }): readonly HeldDocument[] => {
    const sight = sights.find(hostId);
    const since = unread.filter((one) => one.hostId === hostId && one.epoch !== sight?.status.epoch);
    return sight === null || since.length > 0 ? since : [toHolding(hostId, sight.status, true)];
  });
  return {
    differences: findDifferences(loaded.wanted, held, hashText),
    kept: findKept(loaded.wanted, held).map((one) => one.difference),
  };
}
