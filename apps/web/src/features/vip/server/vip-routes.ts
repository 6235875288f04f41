import {
  type AuditTargetKind,
  ConfirmedRequest,
  isRefusal,
  type ProblemDetail,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
  VipCheckRequest,
  VipOrderFields,
  VipRelease,
  VipRequest,
  VipResume,
} from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord, Readers, UnitOfWork } from "@primacy/db";
import { joinRefusals, reasonsOf } from "../../../server/api/join-refusals";
import { answerList } from "../../../server/api/list";
import { hasField, readFields } from "../../../server/api/read-fields";
import { route } from "../../../server/api/route";
import { checkAboutCluster, checkConfirmation, requireCluster } from "../../cluster/server/find-cluster";
import { type OperationStart, startOperation } from "../../operation/server/start-operation";
import { refuseVip, refuseVipCheck, refuseVipOrder } from "./refuse-vip";

/** VIPs: checked, applied, changed and removed. What the last look at the group already forbids is refused at once. */
export const vipRoutes = {
  listVips: route(endpoints.listVips, async ({ context, params, query }) => {
    const cluster = await requireCluster(context.database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => context.database.vips.list(cluster.id, page));
  }),
  checkVip: route(
    endpoints.checkVip,
    (call) =>
      startOperation(call, "vip.check", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const refusal = await refuseVipCheck(unit, cluster, call.body);
        return refusal ?? { kind: "vip.check", input: call.body, ...aboutVip(cluster, call.body.address) };
      }),
    ({ context, params, body }) =>
      checkAboutCluster(context.database, params.id, (cluster) =>
        refuseVipCheck(context.database, cluster, readFields(VipCheckRequest.partial(), body) ?? {}),
      ),
  ),
  applyVip: route(
    endpoints.applyVip,
    (call) =>
      startOperation(call, "vip.apply", async (unit) => {
        const cluster = await requireCluster(unit, call.params.id);
        if (isRefusal(cluster)) return cluster;
        const refusal = await refuseVip(unit, cluster, call.body);
        return refusal ?? { kind: "vip.apply", input: call.body, ...aboutVip(cluster, call.body.address) };
      }),
    ({ context, params, body }) =>
      checkAboutCluster(context.database, params.id, (cluster) =>
        refuseVip(context.database, cluster, readFields(VipRequest.partial(), body) ?? {}),
      ),
  ),
  changeVip: route(
    endpoints.changeVip,
    (call) =>
      startOperation(call, "vip.change", async (unit) => {
        const found = await findVip(unit, call.params);
        if (found === null) return refuse("not_found", [], { what: "VIP" });
        const { cluster, vip } = found;
        const { confirm, ...change } = call.body;
        const refusal = await refuseVipOrder(unit, cluster, vip, call.body);
        const input = { vipId: vip.id, change };
        return refusal ?? { kind: "vip.change", input, ...aboutVip(cluster, vip.address, vip.id) };
      }),
    async ({ context, params, body }) => {
      const found = await findVip(context.database, params);
      const order = readFields(VipOrderFields, body);
      const refusal =
        found && order && (await refuseVipOrder(context.database, found.cluster, found.vip, order));
      return refusal === null ? [] : reasonsOf(refusal);
    },
  ),
  removeVip: route(
    endpoints.removeVip,
    (call) =>
      startOperation(call, "vip.remove", async (unit) => {
        const found = await findVip(unit, call.params);
        if (found === null) return refuse("not_found", [], { what: "VIP" });
        const { cluster, vip } = found;
        const problems = checkConfirmation(cluster, call.body.confirm);
        if (problems.length > 0) return refuse("validation_failed", problems);
        return { kind: "vip.remove", input: { vipId: vip.id }, ...aboutVip(cluster, vip.address, vip.id) };
      }),
    async ({ context, params, body }) => {
      const cluster = await context.database.clusters.find(params.id);
      return checkConfirmation(cluster, readFields(ConfirmedRequest.partial(), body)?.confirm);
    },
  ),
  releaseVip: route(
    endpoints.releaseVip,
    (call) =>
      startOperation(call, "vip.release", (unit) => planForHost(unit, "vip.release", call.params, call.body)),
    async ({ context, params, body }) => {
      const cluster = await context.database.clusters.find(params.id);
      return checkForHost(cluster, readFields(VipRelease.partial(), body) ?? {});
    },
  ),
  pauseVip: route(
    endpoints.pauseVip,
    (call) =>
      startOperation(call, "vip.pause", (unit) =>
        planPause(unit, "vip.pause", call.params, call.body.confirm),
      ),
    async ({ context, params, body }) => {
      const found = await findVip(context.database, params);
      const confirm = readFields(ConfirmedRequest.partial(), body)?.confirm;
      const refusal = found && refusePause("vip.pause", found.cluster, found.vip, confirm);
      return refusal === null ? [] : reasonsOf(refusal);
    },
  ),
  resumeVip: route(
    endpoints.resumeVip,
    (call) => {
      const { hostId } = call.body;
      return hostId === undefined
        ? startOperation(call, "vip.unpause", (unit) => planPause(unit, "vip.unpause", call.params))
        : startOperation(call, "vip.resume", (unit) =>
            planForHost(unit, "vip.resume", call.params, { hostId }),
          );
    },
    async ({ context, params, body }) => {
      const found = await findVip(context.database, params);
      if (found === null) return [];
      const { cluster, vip } = found;
      if (hasField(body, "hostId")) return checkForHost(cluster, readFields(VipResume.partial(), body) ?? {});
      const refusal = refusePause("vip.unpause", cluster, vip, undefined);
      return refusal === null ? [] : reasonsOf(refusal);
    },
  ),
};

/** A VIP that is paused as a whole, or follows the primary again. */
async function planPause<K extends "vip.pause" | "vip.unpause">(
  unit: UnitOfWork,
  kind: K,
  params: { readonly id: string; readonly vipId: string },
  confirm?: string,
): Promise<(OperationStart<"vip.pause" | "vip.unpause"> & { readonly kind: K }) | Refusal> {
  const found = await findVip(unit, params);
  if (found === null) return refuse("not_found", [], { what: "VIP" });
  const { cluster, vip } = found;
  const refusal = refusePause(kind, cluster, vip, confirm);
  return refusal ?? { ...aboutVip(cluster, vip.address, vip.id), kind, input: { vipId: vip.id } };
}

/** Why a VIP is not paused as a whole, or not let follow again, before any host is asked. */
function refusePause(
  kind: "vip.pause" | "vip.unpause",
  cluster: ClusterRecord,
  { address, enabled, paused }: Vip,
  confirm: string | undefined,
): Refusal | null {
  const problems = checkConfirmation(cluster, confirm);
  const isPausing = kind === "vip.pause";
  return joinRefusals([
    ...(problems.length > 0 ? [refuse("validation_failed", problems)] : []),
    ...(isPausing && !enabled ? [refuse("vip_disabled", [], { address })] : []),
    ...(isPausing && paused !== undefined ? [refuse("vip_paused", [], { address })] : []),
    ...(!isPausing && paused === undefined ? [refuse("vip_not_paused", [], { address })] : []),
  ]);
}

/** One host of the cluster that is told to stay without a VIP, or to take part again. */
async function planForHost<K extends "vip.release" | "vip.resume">(
  unit: UnitOfWork,
  kind: K,
  params: { readonly id: string; readonly vipId: string },
  body: { readonly hostId: string; readonly confirm?: string },
): Promise<(OperationStart<"vip.release" | "vip.resume"> & { readonly kind: K }) | Refusal> {
  const found = await findVip(unit, params);
  if (found === null) return refuse("not_found", [], { what: "VIP" });
  const { cluster, vip } = found;
  const member = cluster.members.find((one) => one.hostId === body.hostId);
  const problems = checkForHost(cluster, body);
  if (problems.length > 0) return refuse("validation_failed", problems);
  const about = aboutVip(cluster, vip.address, vip.id);
  const title = { address: vip.address, host: member?.hostName ?? body.hostId };
  return { ...about, kind, title, input: { vipId: vip.id, hostId: body.hostId } };
}

function checkForHost(
  cluster: ClusterRecord | null,
  { hostId, confirm }: { readonly hostId?: string | undefined; readonly confirm?: string | undefined },
): ProblemDetail[] {
  if (cluster === null) return [];
  const isForeign = hostId !== undefined && cluster.members.every((one) => one.hostId !== hostId);
  return [
    ...(isForeign ? [problemDetail("/hostId", "host_not_of_cluster")] : []),
    ...checkConfirmation(cluster, confirm),
  ];
}

async function findVip(
  unit: Pick<Readers, "clusters" | "vips">,
  { id, vipId }: { readonly id: string; readonly vipId: string },
): Promise<{ cluster: ClusterRecord; vip: Vip } | null> {
  const [cluster, vip] = [await unit.clusters.find(id), await unit.vips.find(vipId)];
  return cluster === null || vip === null || vip.clusterId !== id ? null : { cluster, vip };
}

function aboutVip(
  { id, name }: ClusterRecord,
  address: string,
  vipId: string | null = null,
): {
  title: { cluster: string; address: string };
  clusterId: string;
  target: { kind: AuditTargetKind; id: string | null; name: string };
} {
  return {
    title: { cluster: name, address },
    clusterId: id,
    target: { kind: "vip", id: vipId, name: address },
  };
}
