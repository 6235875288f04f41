import { isRefusal } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { ClusterRecord } from "@primacy/db";
import { route } from "../../../server/api/route";
import { aboutCluster, requireCluster, requireClusterOf } from "../../cluster/server/find-cluster";
import { orderRoute } from "../../operation/server/order-route";
import { refuseMigration } from "./refuse-migration";

/** Addresses that go between Keepalived and a VIP. */
export const migrationRoutes = {
  listMigrations: route(endpoints.listMigrations, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const stored = await database.migrations.listByCluster(cluster.id);
    const items = stored.map(({ hosts, ...migration }) => ({
      ...migration,
      hosts: hosts.map(({ hostId, name }) => ({ hostId, name })),
    }));
    return { items };
  }),
  checkMigration: orderRoute(endpoints.checkMigration, {
    kind: "migration.check",
    find: requireClusterOf,
    refuse: refuseMigration,
    start: (cluster, { migration }) => ({ ...aboutAddress(cluster, migration), input: { migration } }),
  }),
  migrateAddress: orderRoute(endpoints.migrateAddress, {
    kind: "migration.run",
    find: requireClusterOf,
    refuse: refuseMigration,
    start: (cluster, { migration }) => ({ ...aboutAddress(cluster, migration), input: { migration } }),
  }),
};

function aboutAddress(cluster: ClusterRecord, { address }: { readonly address: string }) {
  return { ...aboutCluster(cluster), title: { cluster: cluster.name, address } };
}
