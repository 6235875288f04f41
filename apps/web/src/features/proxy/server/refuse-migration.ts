import {
  type MigrationOrder,
  type MigrationRequest,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";
import { joinRefusals, refuseInvalid } from "../../../server/api/join-refusals";
import { checkConfirmation } from "../../cluster/server/find-cluster";
import type { Readable } from "../../operation/server/order-route";

/** Why an address is not migrated, before any host is asked. */
export async function refuseMigration(
  readers: Readers,
  cluster: ClusterRecord,
  { migration, confirm }: Readable<MigrationOrder>,
): Promise<Refusal | null> {
  const confirmation = refuseInvalid(checkConfirmation(cluster, confirm));
  if (migration === undefined) return confirmation;
  return joinRefusals([await refuseAddress(readers, cluster, migration), confirmation]);
}

async function refuseAddress(
  readers: Readers,
  cluster: ClusterRecord,
  { to, address }: MigrationRequest,
): Promise<Refusal | null> {
  if (to === "keepalived") {
    const record = await readers.migrations.findByAddress(address);
    return record?.clusterId === cluster.id ? null : refuse("not_found", [], { what: "migration" });
  }
  const vip = await readers.vips.findByAddress(address);
  const owner = vip === null ? null : await readers.clusters.find(vip.clusterId);
  const isOfProxy = (await readers.proxies.findByAddress(address)) !== null;
  const path = "/migration/address";
  const details = [
    ...(vip === null
      ? []
      : [problemDetail(path, "proxy_address_vip", { address, cluster: owner?.name ?? "-" })]),
    ...(isOfProxy ? [problemDetail(path, "migration_of_proxy", { address })] : []),
  ];
  return details.length === 0 ? null : refuse("already_exists", details, { what: address });
}
