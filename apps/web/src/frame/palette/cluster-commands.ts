import {
  type Cluster,
  MemberAction,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  type Vip,
} from "@primacy/contract";
import type { EndpointName } from "@primacy/contract/api";
import { orderAddress } from "../../client/page-address";
import { listDifferences } from "../../features/cluster/console-differences";
import { findHindrance } from "../../features/member/member-actions";
import { listVipActions, type VipAction } from "../../features/vip/vip-offers";
import { hostActionOf, placeOf, type VipHostActionName } from "../../features/vip/vip-on-host";
import { type Command, type CommandSection, type CommandWord, going } from "./command";

/** A cluster as the palette knows it. */
export interface KnownCluster {
  readonly cluster: Pick<Cluster, "id" | "name" | "members">;
  /** Null: it has none; undefined: that is not known. */
  readonly vip: Vip | null | undefined;
  /** Of the cluster whose pages are open; of others nobody asks for a picture. */
  readonly topology: Topology | undefined;
}

type Own = Omit<Command, "id" | "hint" | "effect"> & { readonly id: string; readonly href: string };

/** The pages of a cluster, and everything that can be done to it, its VIP and its members. */
export function clusterSection(known: KnownCluster): CommandSection {
  const { id, name } = known.cluster;
  const base = `/clusters/${id}`;
  const lead = (own: Own): Command => going({ ...own, id: `${id}/${own.id}` });
  const refresh: Command = {
    id: `${id}/refresh`,
    word: "refresh",
    calls: "refreshCluster",
    effect: { kind: "refresh", clusterId: id },
  };
  const commands = [
    ...pages(base).map(lead),
    lead(order("switchover", "switchOver", "switchOver", `${base}/switchover`)),
    lead(order("restart", "restartCluster", "restartCluster", `${base}/restart`)),
    lead(order("recovery", "recoverCluster", "recoverCluster", `${base}/recovery`)),
    ...vipCommands(base, known.vip).map(lead),
    ...hostCommands(base, known.topology).map(lead),
    ...memberCommands(base, known).map(lead),
    refresh,
    ...(listDifferences(known.topology).length === 0
      ? []
      : [lead(order("overrule", "overrule", "refreshCluster", orderAddress(`${base}/members`, "overrule")))]),
    lead(order("end", "removeCluster", "removeCluster", orderAddress(`${base}/members`, "end"))),
  ];
  return { id, heading: { name }, commands };
}

function order(id: string, word: CommandWord, calls: EndpointName, href: string, name?: string): Own {
  return { id, word, calls, href, ...(name === undefined ? {} : { name }) };
}

function pages(base: string): readonly Own[] {
  return [
    order("topology", "topology", "getTopology", base),
    order("members", "members", "getTopology", `${base}/members`),
    order("vip", "vip", "listVips", `${base}/vip`),
    order("events", "events", "listEvents", `${base}/events`),
  ];
}

const vipWords: Readonly<Record<VipAction, readonly [CommandWord, EndpointName]>> = {
  check: ["checkVip", "checkVip"],
  change: ["changeVip", "changeVip"],
  pause: ["pauseVip", "pauseVip"],
  unpause: ["unpauseVip", "resumeVip"],
  disable: ["disableVip", "changeVip"],
  enable: ["enableVip", "changeVip"],
  remove: ["removeVip", "removeVip"],
};

/** A cluster has one write VIP: it is configured once, and changed after that; neither while it is not known which. */
function vipCommands(base: string, vip: Vip | null | undefined): readonly Own[] {
  if (vip === undefined) return [];
  if (vip === null) return [order("vip/new", "configureVip", "applyVip", `${base}/vip/new`)];
  return listVipActions(vip).map((action) => {
    const [word, calls] = vipWords[action];
    return order(`vip/${action}`, word, calls, orderAddress(`${base}/vip`, action));
  });
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
      const href = orderAddress(`${base}/vip`, action, { host: hostId });
      return [order(`vip/${action}/${hostId}`, word, calls, href, on.hostName)];
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
    const name = member.hostName ?? `${member.address}:${member.port}`;
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
