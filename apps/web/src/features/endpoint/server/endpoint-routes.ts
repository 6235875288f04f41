import { isRefusal, problemDetail, refuse, withPort } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { measureEndpoints } from "@primacy/core/endpoint";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { requireCluster } from "../../cluster/server/find-cluster";
import { readEndpoints } from "./read-endpoints";

/** The ways to a cluster's database, and where each leads. */
export const endpointRoutes = {
  listEndpoints: route(endpoints.listEndpoints, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    const listed = await readEndpoints(database, cluster);
    return { items: [...measureEndpoints(listed, await database.endpoints.findLooks(cluster.id))] };
  }),
  addEndpoint: route(endpoints.addEndpoint, ({ context, caller, facts, params, body }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const cluster = await requireCluster(unit, params.id);
      if (isRefusal(cluster)) return cluster;
      const known = await readEndpoints(unit, cluster);
      if (known.some(({ address, port }) => address === body.address && port === body.port)) {
        const what = withPort(body.address, body.port);
        return refuse("already_exists", [problemDetail("/address", "already_exists", { what })], { what });
      }
      const created = await unit.endpoints.create(cluster.id, body);
      if (isRefusal(created)) return created;
      const { id, name } = cluster;
      await unit.audit.record({
        action: "endpoint.add",
        target: { kind: "cluster", id, name },
        detail: { ...body, id: created.id },
      });
      return created;
    }),
  ),
  removeEndpoint: route(endpoints.removeEndpoint, ({ context, caller, facts, params }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const cluster = await requireCluster(unit, params.id);
      if (isRefusal(cluster)) return cluster;
      const removed = await unit.endpoints.remove(cluster.id, params.endpointId);
      if (removed === null) return refuse("not_found", [], { what: "endpoint" });
      const { name, address, port } = removed;
      await unit.audit.record({
        action: "endpoint.remove",
        target: { kind: "cluster", id: cluster.id, name: cluster.name },
        detail: { name, address, port },
      });
      return {};
    }),
  ),
};
