import { z } from "zod";
import {
  Cluster,
  ClusterChange,
  ClusterRefresh,
  ClusterRegister,
  ClusterSort,
  ConfirmedRequest,
  DiscoverRequest,
  Member,
} from "../cluster/cluster";
import { ClusterEvent, EventKind, EventSort } from "../event/event";
import { MemberCheckRequest, MemberStartOrder, MemberStopOrder } from "../member/member";
import { PageQuery, pageOf, SortOrder } from "../primitives/page";
import { Id } from "../primitives/scalar";
import { RecoveryOrder, RecoveryRequest } from "../recovery/recovery";
import { SampleHistory, SampleQuery } from "../sample/sample";
import { SwitchoverOrder, SwitchoverRequest } from "../switchover/switchover";
import { Topology } from "../topology/topology";
import { VipMigrationOrder, VipMigrationQuestion } from "../vip/migration";
import {
  Vip,
  VipChangeOrder,
  VipCheckRequest,
  VipRebind,
  VipRelease,
  VipRemovalQuestion,
  VipRequest,
  VipResume,
} from "../vip/vip";
import { endpoint } from "./endpoint";
import { startEndpoint } from "./start";

const byId = z.strictObject({ id: Id });
/** Times begin with the newest where it is absent. */
const order = SortOrder.optional();
const byMember = z.strictObject({ id: Id, memberId: Id });
const byVip = z.strictObject({ id: Id, vipId: Id });

/** One event of a cluster's stream: the picture whenever it changes, and each event. */
export const ClusterStreamItem = z.discriminatedUnion("kind", [
  z.object({ kind: z.literal("topology"), topology: Topology }),
  z.object({ kind: z.literal("event"), event: ClusterEvent }),
]);
export type ClusterStreamItem = z.infer<typeof ClusterStreamItem>;

/** Clusters, their topology, VIPs, switchover and events. */
export const clusterEndpoints = {
  discoverCluster: startEndpoint("cluster.discover", ["post", "/clusters/discover"], {
    tag: "clusters",
    summary:
      "Look at a group from one member: its members, the hosts they match, the SQL that registering would run",
    body: DiscoverRequest,
  }),
  registerCluster: startEndpoint("cluster.register", ["post", "/clusters"], {
    tag: "clusters",
    summary: "Register a group from one member",
    body: ClusterRegister,
    refusals: ["already_exists"],
  }),
  listClusters: endpoint("get", "/clusters", {
    access: "viewer",
    tag: "clusters",
    summary: "Clusters",
    query: PageQuery.extend({ sort: ClusterSort.default("name"), order }),
    answer: pageOf(Cluster),
  }),
  getCluster: endpoint("get", "/clusters/{id}", {
    access: "viewer",
    tag: "clusters",
    summary: "One cluster",
    params: byId,
    answer: Cluster,
  }),
  changeCluster: endpoint("patch", "/clusters/{id}", {
    access: "admin",
    tag: "clusters",
    summary: "Rename a cluster, mark it as production, allow drills on it, or set their objective",
    params: byId,
    body: ClusterChange,
    answer: Cluster,
    refusals: ["conflict", "revision_conflict", "already_exists"],
  }),
  removeCluster: startEndpoint("cluster.remove", ["delete", "/clusters/{id}"], {
    tag: "clusters",
    summary: "Remove a cluster from management: its VIPs, accounts and schema go",
    params: byId,
    body: ConfirmedRequest,
  }),
  refreshCluster: startEndpoint("cluster.refresh", ["post", "/clusters/{id}/refresh"], {
    tag: "clusters",
    summary:
      "Discover the members again and match them to hosts; with `overrule`, put in force what a restored console has",
    params: byId,
    body: ClusterRefresh,
  }),
  listMembers: endpoint("get", "/clusters/{id}/members", {
    access: "viewer",
    tag: "clusters",
    summary: "Registered members",
    params: byId,
    query: PageQuery,
    answer: pageOf(Member),
  }),
  checkMember: startEndpoint("member.check", ["post", "/clusters/{id}/members/{memberId}/check"], {
    tag: "members",
    summary:
      "Compare a member with its group, and look at what stands against starting, stopping or rejoining it; changes nothing",
    params: byMember,
    body: MemberCheckRequest,
  }),
  startMember: startEndpoint("member.start", ["post", "/clusters/{id}/members/{memberId}/start"], {
    tag: "members",
    summary:
      "Let a member that is OFFLINE or in ERROR join its group; stopped again where it does not come ONLINE, unless it is cloned",
    params: byMember,
    body: MemberStartOrder,
  }),
  stopMember: startEndpoint("member.stop", ["post", "/clusters/{id}/members/{memberId}/stop"], {
    tag: "members",
    summary: "Let a member leave its group; its server goes on, read-only",
    params: byMember,
    body: MemberStopOrder,
  }),
  rejoinMember: startEndpoint("member.rejoin", ["post", "/clusters/{id}/members/{memberId}/rejoin"], {
    tag: "members",
    summary: "Stop and start a member that is in ERROR or was expelled",
    params: byMember,
    body: MemberStartOrder,
  }),
  getTopology: endpoint("get", "/clusters/{id}/topology", {
    access: "viewer",
    tag: "topology",
    summary: "The live picture, with the age of what it shows",
    params: byId,
    answer: Topology,
  }),
  streamCluster: endpoint("get", "/clusters/{id}/stream", {
    access: "viewer",
    tag: "topology",
    summary: "Server-sent events: the picture and what happens; resumes with Last-Event-ID",
    params: byId,
    answer: ClusterStreamItem,
    isStream: true,
  }),
  listEvents: endpoint("get", "/clusters/{id}/events", {
    access: "viewer",
    tag: "topology",
    summary: "What happened; newest first unless the order is asked for",
    params: byId,
    query: PageQuery.extend({ kind: EventKind.optional(), sort: EventSort.default("at"), order }),
    answer: pageOf(ClusterEvent),
  }),
  listSamples: endpoint("get", "/clusters/{id}/samples", {
    access: "viewer",
    tag: "topology",
    summary:
      "How its members were: roles, queues and lag of each, summed up in at most 500 intervals of a part of the past",
    params: byId,
    query: SampleQuery,
    answer: SampleHistory,
  }),
  listVips: endpoint("get", "/clusters/{id}/vips", {
    access: "viewer",
    tag: "vip",
    summary: "VIPs as they are configured",
    params: byId,
    query: PageQuery,
    answer: pageOf(Vip),
  }),
  checkVip: startEndpoint("vip.check", ["post", "/clusters/{id}/vips/check"], {
    tag: "vip",
    summary: "Run the pre-checks on every member and make the plan; changes nothing",
    params: byId,
    body: VipCheckRequest,
    refusals: ["provider_not_available", "multi_primary"],
  }),
  applyVip: startEndpoint("vip.apply", ["post", "/clusters/{id}/vips"], {
    tag: "vip",
    summary: "Check, apply and verify a VIP; undone as a whole where a step fails",
    params: byId,
    body: VipRequest,
    refusals: ["provider_not_available", "multi_primary"],
  }),
  changeVip: startEndpoint("vip.change", ["patch", "/clusters/{id}/vips/{vipId}"], {
    tag: "vip",
    summary: "Change, disable or enable a VIP",
    params: byVip,
    body: VipChangeOrder,
    refusals: ["vip_paused"],
  }),
  removeVip: startEndpoint("vip.remove", ["delete", "/clusters/{id}/vips/{vipId}"], {
    tag: "vip",
    summary: "Remove a VIP; nothing is left behind",
    params: byVip,
    body: ConfirmedRequest,
  }),
  checkVipRemoval: startEndpoint("vip.check_removal", ["post", "/clusters/{id}/vips/{vipId}/removal/check"], {
    tag: "vip",
    summary: "Make the plan of a VIP's removal by what its hosts have now; changes nothing",
    params: byVip,
    body: VipRemovalQuestion,
  }),
  releaseVip: startEndpoint("vip.release", ["post", "/clusters/{id}/vips/{vipId}/release"], {
    tag: "vip",
    summary: "Release a VIP on one host, until the host takes part again",
    params: byVip,
    body: VipRelease,
  }),
  resumeVip: startEndpoint(["vip.resume", "vip.unpause"], ["post", "/clusters/{id}/vips/{vipId}/resume"], {
    tag: "vip",
    summary:
      "Let a paused VIP follow the primary again, or one host that stays without a VIP take it again when it is the primary",
    params: byVip,
    body: VipResume,
    refusals: ["vip_not_paused"],
  }),
  pauseVip: startEndpoint("vip.pause", ["post", "/clusters/{id}/vips/{vipId}/pause"], {
    tag: "vip",
    summary: "Pause a VIP: it stays where it is, and no other host takes it until it is resumed",
    params: byVip,
    body: ConfirmedRequest,
    refusals: ["vip_disabled", "vip_paused"],
  }),
  rebindVip: startEndpoint("vip.rebind", ["post", "/clusters/{id}/vips/{vipId}/rebind"], {
    tag: "vip",
    summary:
      "Have the plugin greatdb_ha bind its VIP again on the primary, and await that no other host has the address",
    params: byVip,
    body: VipRebind,
    refusals: ["conflict"],
  }),
  checkVipMigration: startEndpoint(
    "vip.check_migration",
    ["post", "/clusters/{id}/vips/{vipId}/migration/check"],
    {
      tag: "vip",
      summary: "Run the checks of another provider for a VIP and make the plan; changes nothing",
      params: byVip,
      body: VipMigrationQuestion,
      refusals: ["provider_not_available", "vip_disabled", "vip_paused"],
    },
  ),
  migrateVip: startEndpoint("vip.migrate", ["post", "/clusters/{id}/vips/{vipId}/migration"], {
    tag: "vip",
    summary:
      "Give a VIP to another provider and measure how long no write came through; no moment with two owners, undone where a step fails",
    params: byVip,
    body: VipMigrationOrder,
    refusals: ["provider_not_available", "vip_disabled", "vip_paused"],
  }),
  checkSwitchover: startEndpoint("switchover.check", ["post", "/clusters/{id}/switchover/check"], {
    tag: "switchover",
    summary: "Run the checks of a switchover",
    params: byId,
    body: SwitchoverRequest,
    refusals: ["multi_primary", "vip_paused"],
  }),
  switchOver: startEndpoint("switchover", ["post", "/clusters/{id}/switchover"], {
    tag: "switchover",
    summary: "Make another member the primary; the VIP follows",
    params: byId,
    body: SwitchoverOrder,
    refusals: ["multi_primary", "vip_paused"],
  }),
  checkRecovery: startEndpoint("recovery.check", ["post", "/clusters/{id}/recovery/check"], {
    tag: "members",
    summary:
      "Look at how a group that serves nobody could go on from a member, and make the plan and the order to sign; changes nothing",
    params: byId,
    body: RecoveryRequest,
  }),
  recoverCluster: startEndpoint("recovery", ["post", "/clusters/{id}/recovery"], {
    tag: "members",
    summary:
      "Bring back a group that serves nobody: let those that are left go on without the others, or found it anew",
    params: byId,
    body: RecoveryOrder,
    refusals: ["credentials_missing"],
  }),
};
