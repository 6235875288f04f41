import { type Refusal, refuse, type Vip, type VipMigrationOrder } from "@primacy/contract";
import { findMigrationReason } from "@primacy/core/vip-migration";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation } from "../../cluster/server/find-cluster";
import type { Readable } from "../../operation/server/order-route";

/** Why a VIP is not given to another provider, before any host is asked. */
export async function refuseVipMigration(
  readers: Pick<Readers, "vips">,
  { cluster, vip }: { readonly cluster: ClusterRecord; readonly vip: Vip },
  { to, confirm }: Readable<VipMigrationOrder>,
): Promise<Refusal | null> {
  const { address, enabled, paused } = vip;
  const vips = await readers.vips.listByCluster(cluster.id);
  const reason = to === undefined ? null : findMigrationReason(vip, to, vips);
  return joinRefusals([
    refuseInvalid(checkConfirmation(cluster, confirm)),
    reason === null ? null : refuse(reason.code, reason.details, reason.params),
    enabled ? null : refuse("vip_disabled", [], { address }),
    paused === undefined ? null : refuse("vip_paused", [], { address }),
  ]);
}
