import {
  type Cluster,
  MemberAction,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  type Vip,
  withPort,
} from "@primacy/contract";
import type { EndpointName } from "@primacy/contract/api";
import { orderAddress } from "../../client/page-address";
import { listDifferences } from "../../features/cluster/console-differences";
import { findHindrance } from "../../features/member/member-actions";
import { addressOfTab, clusterOrders, clusterTabs } from "../../features/screens";
import { sortVips } from "../../features/topology/vip-kinds";
import { listVipActions, type VipAction } from "../../features/vip/vip-offers";
import { hostActionOf, placeOf, type VipHostActionName } from "../../features/vip/vip-on-host";
import { type Command, type CommandSection, type CommandWord, going } from "./command";

/** A cluster as the palette knows it. */
export interface KnownCluster {
  readonly cluster: Pick<Cluster, "id" | "name" | "members">;
  /** Undefined: they are not known. */
  readonly vips: readonly Vip[] | undefined;
  /** Of the cluster whose pages are open; of others nobody asks for a picture. */
  readonly topology: Topology | undefined;
}

type Own = Omit<Command, "id" | "effect"> & { readonly id: string; readonly href: string };

/** The pages of a cluster, and everything that can be done to it, its VIPs and its members. */
export function clusterSection(known: KnownCluster): CommandSection {
  const { id, name } = known.cluster;
  const base = `/clusters/${id}`;
  const lead = (own: Own): Command => going({ ...own, id: `${id}/${own.id}` });
  const commands = [
    ...clusterTabs.map((tab) =>
      lead({ ...order(`tab/${tab.id}`, tab.title, tab.calls, addressOfTab(id, tab)), keyword: tab.id }),
    ),
    ...clusterOrders.map(({ kind, calls, path }) => lead(order(kind, `work.${kind}`, calls, base + path))),
    ...vipCommands(base, known.vips).map(lead),
    ...hostCommands(base, known.topology).map(lead),
    ...memberCommands(base, known).map(lead),
    lead(order("refresh", "refresh", "refreshCluster", orderAddress(`${base}/members`, "refresh"))),
    ...(listDifferences(known.topology).length === 0
      ? []
      : [lead(order("overrule", "overrule", "refreshCluster", orderAddress(`${base}/members`, "overrule")))]),
    lead(order("end", "removeCluster", "removeCluster", orderAddress(`${base}/members`, "end"))),
  ];
  return { id, heading: { name }, commands };
}

function order(id: string, word: Command["word"], calls: EndpointName, href: string, name?: string): Own {
  return { id, word, calls, href, ...(name === undefined ? {} : { name }) };
}

const vipWords: Readonly<Record<VipAction, readonly [CommandWord, EndpointName]>> = {
  check: ["checkVip", "checkVip"],
  change: ["changeVip", "changeVip"],
  pause: ["pauseVip", "pauseVip"],
  unpause: ["unpauseVip", "resumeVip"],
  rebind: ["rebindVip", "rebindVip"],
  migrate: ["migrateVip", "migrateVip"],
  disable: ["disableVip", "changeVip"],
  enable: ["enableVip", "changeVip"],
  remove: ["removeVip", "removeVip"],
};

/** What can be done to each VIP, and one more; nothing while it is not known which there are. */
function vipCommands(base: string, vips: readonly Vip[] | undefined): readonly Own[] {
  if (vips === undefined) return [];
  const own = sortVips(vips).flatMap((vip) =>
    listVipActions(vip).map((action): Own => {
      const [word, calls] = vipWords[action];
      const href = orderAddress(`${base}/vip`, action, { vip: vip.id });
      return { ...order(`vip/${action}/${vip.id}`, word, calls, href), hint: vip.address };
    }),
  );
  return [
    ...own,
    order("vip/new", vips.length === 0 ? "configureVip" : "addVip", "applyVip", `${base}/vip/new`),
  ];
}

const hostWords: Readonly<Record<VipHostActionName, readonly [CommandWord, EndpointName]>> = {
  release: ["releaseVip", "releaseVip"],
  keepAway: ["keepVipAway", "releaseVip"],
  resume: ["resumeVip", "resumeVip"],
};

function hostCommands(base: string, topology: Topology | undefined): readonly Own[] {
  if (topology === undefined) return [];
  return topology.vips.flatMap((vip) =>
    vip.agents.flatMap(({ hostId, state }) => {
      const on = placeOf(topology, vip, hostId, state);
      const action = hostActionOf(on);
      if (action === null) return [];
      const [word, calls] = hostWords[action];
      const href = orderAddress(`${base}/vip`, action, { host: hostId, vip: vip.vipId });
      const own = order(`vip/${action}/${vip.vipId}/${hostId}`, word, calls, href, on.hostName);
      return [{ ...own, hint: vip.address }];
    }),
  );
}

const memberWords: Readonly<Record<MemberAction, readonly [CommandWord, EndpointName]>> = {
  start: ["startMember", "startMember"],
  stop: ["stopMember", "stopMember"],
  rejoin: ["rejoinMember", "rejoinMember"],
};

function memberCommands(base: string, { cluster, topology }: KnownCluster): readonly Own[] {
  return cluster.members.flatMap((member) => {
    const name = member.hostName ?? withPort(member.address, member.port);
    const placed = findPlaced(topology, member.id);
    const own = MemberAction.options.map((action) => {
      const [word, calls] = memberWords[action];
      const href = orderAddress(`${base}/members`, action, { member: member.id });
      const hindrance = placed === null ? null : findHindrance(action, placed);
      return {
        ...order(`member/${action}/${member.id}`, word, calls, href, name),
        ...(hindrance === null ? {} : { hindrance }),
      };
    });
    if (placed?.member.role !== "SECONDARY") return own;
    const href = `${base}/switchover?to=${member.id}`;
    return [order(`primary/${member.id}`, "makePrimary", "switchOver", href, name), ...own];
  });
}

interface PlacedMember {
  readonly topology: Topology;
  readonly host: TopologyHost;
  readonly member: TopologyMember;
}

function findPlaced(topology: Topology | undefined, memberId: string): PlacedMember | null {
  if (topology === undefined) return null;
  for (const host of topology.hosts) {
    const member = host.members.find((one) => one.memberId === memberId);
    if (member !== undefined) return { topology, host, member };
  }
  return null;
}
