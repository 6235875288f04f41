import {
  isRefusal,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
  type VipProvider,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import {
  aboutCluster,
  checkConfirmation,
  requireCluster,
  requireClusterOf,
} from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import type { OperationStart } from "../../operation/server/start-operation";
import { refuseFixed, refuseRebind, refuseVip, refuseVipCheck, refuseVipOrder } from "./refuse-vip";
import { refuseVipMigration } from "./refuse-vip-migration";

interface FoundVip {
  readonly cluster: ClusterRecord;
  readonly vip: Vip;
}

interface Confirmed {
  readonly confirm?: string | undefined;
}

interface ForHost extends Confirmed {
  readonly hostId?: string | undefined;
}

/** VIPs: checked, applied, changed and removed. What the last look at the group already forbids is refused at once. */
export const vipRoutes = {
  listVips: route(endpoints.listVips, async ({ context, params, query }) => {
    const cluster = await requireCluster(context.database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => context.database.vips.list(cluster.id, page));
  }),
  checkVip: orderRoute(endpoints.checkVip, {
    kind: "vip.check",
    find: requireClusterOf,
    refuse: refuseVipCheck,
    start: (cluster, input) => ({ ...aboutNewVip(cluster, input.address), input }),
  }),
  applyVip: orderRoute(endpoints.applyVip, {
    kind: "vip.apply",
    find: requireClusterOf,
    refuse: refuseVip,
    start: (cluster, input) => ({ ...aboutNewVip(cluster, input.address), input }),
  }),
  changeVip: orderRoute(endpoints.changeVip, {
    kind: "vip.change",
    find: findVip,
    refuse: (readers, { cluster, vip }, order) => refuseVipOrder(readers, cluster, vip, order),
    start: (found, { confirm, ...change }) => ({
      ...aboutVip(found),
      input: { vipId: found.vip.id, change },
    }),
  }),
  removeVip: orderRoute(endpoints.removeVip, {
    kind: "vip.remove",
    find: findVip,
    refuse: (_, { cluster }, { confirm }) => refuseInvalid(checkConfirmation(cluster, confirm)),
    start: (found) => ({ ...aboutVip(found), input: { vipId: found.vip.id } }),
  }),
  checkVipRemoval: orderRoute(endpoints.checkVipRemoval, {
    kind: "vip.check_removal",
    find: findVip,
    start: (found) => ({ ...aboutVip(found), input: { vipId: found.vip.id } }),
  }),
  releaseVip: orderRoute(endpoints.releaseVip, {
    kind: "vip.release",
    find: findVip,
    refuse: (_, found, order) => joinRefusals([refuseForHost(found, order), refuseFixed(found.vip)]),
    start: (found, { hostId }) => ({ ...aboutVip(found, hostId), input: { vipId: found.vip.id, hostId } }),
  }),
  pauseVip: orderRoute(endpoints.pauseVip, {
    kind: "vip.pause",
    find: findVip,
    refuse: (_, found, order) => refusePause(found, order),
    start: (found) => ({ ...aboutVip(found), input: { vipId: found.vip.id } }),
  }),
  rebindVip: orderRoute(endpoints.rebindVip, {
    kind: "vip.rebind",
    find: findVip,
    refuse: (_, { vip }) => refuseRebind(vip),
    start: (found) => ({ ...aboutVip(found), input: { vipId: found.vip.id } }),
  }),
  checkVipMigration: orderRoute(endpoints.checkVipMigration, {
    kind: "vip.check_migration",
    find: findVip,
    refuse: refuseVipMigration,
    start: (found, { to }) => ({ ...aboutMigration(found, to), input: { vipId: found.vip.id, to } }),
  }),
  migrateVip: orderRoute(endpoints.migrateVip, {
    kind: "vip.migrate",
    find: findVip,
    refuse: refuseVipMigration,
    start: (found, { to }) => ({ ...aboutMigration(found, to), input: { vipId: found.vip.id, to } }),
  }),
  resumeVip: orderRoute(endpoints.resumeVip, {
    kind: ({ hostId }) => (hostId === undefined ? "vip.unpause" : "vip.resume"),
    find: findVip,
    refuse: (_, found, order, isSent) =>
      isSent("hostId")
        ? joinRefusals([refuseForHost(found, order), refuseFixed(found.vip)])
        : refuseUnpause(found),
    start: (found, { hostId }) => {
      const vipId = found.vip.id;
      return { ...aboutVip(found, hostId), input: hostId === undefined ? { vipId } : { vipId, hostId } };
    },
  }),
};

/** Why a VIP is not paused as a whole, before any host is asked. */
function refusePause({ cluster, vip }: FoundVip, { confirm }: Confirmed): Refusal | null {
  const { address, enabled, paused } = vip;
  return joinRefusals([
    refuseInvalid(checkConfirmation(cluster, confirm)),
    refuseFixed(vip),
    enabled ? null : refuse("vip_disabled", [], { address }),
    paused === undefined ? null : refuse("vip_paused", [], { address }),
  ]);
}

/** Why a VIP is not let follow the primary again. */
function refuseUnpause({ vip: { address, paused } }: FoundVip): Refusal | null {
  return paused === undefined ? refuse("vip_not_paused", [], { address }) : null;
}

/** Why one host is not told to stay without a VIP, or to take part again. */
function refuseForHost({ cluster }: FoundVip, { hostId, confirm }: ForHost): Refusal | null {
  const isForeign = hostId !== undefined && cluster.members.every((one) => one.hostId !== hostId);
  return refuseInvalid([
    ...(isForeign ? [problemDetail("/hostId", "host_not_of_cluster")] : []),
    ...checkConfirmation(cluster, confirm),
  ]);
}

async function findVip(
  readers: Readers,
  { id, vipId }: { readonly id: string; readonly vipId: string },
): Promise<FoundVip | Refusal> {
  const [cluster, vip] = [await readers.clusters.find(id), await readers.vips.find(vipId)];
  const isThere = cluster !== null && vip !== null && vip.clusterId === id;
  return isThere ? { cluster, vip } : refuse("not_found", [], { what: "VIP" });
}

type About = Pick<OperationStart<"vip.check">, "title" | "clusterId" | "target">;

function aboutNewVip(cluster: ClusterRecord, address: string): About {
  return {
    ...aboutCluster(cluster),
    title: { cluster: cluster.name, address },
    target: { kind: "vip", id: null, name: address },
  };
}

function aboutMigration(found: FoundVip, provider: VipProvider): About {
  const about = aboutVip(found);
  return { ...about, title: { ...about.title, provider } };
}

/** With a host, the title names that one in the place of the cluster. */
function aboutVip({ cluster, vip: { id, address } }: FoundVip, hostId?: string): About {
  const member = cluster.members.find((one) => one.hostId === hostId);
  return {
    clusterId: cluster.id,
    title:
      hostId === undefined
        ? { cluster: cluster.name, address }
        : { address, host: member?.hostName ?? hostId },
    target: { kind: "vip", id, name: address },
  };
}
