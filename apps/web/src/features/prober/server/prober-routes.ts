import { isRefusal, problemDetail, refuse, withPort } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { proberLaneAt, proberLaneOf } from "@primacy/core/prober";
import { route } from "../../../server/api/route";
import { toActor } from "../../../server/auth/caller";
import { requireCluster } from "../../cluster/server/find-cluster";
import { readEndpoints } from "../../endpoint/server/read-endpoints";

/** The standing probers of a cluster. */
export const proberRoutes = {
  listProbers: route(endpoints.listProbers, async ({ context: { database }, params }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return { items: [...(await database.probers.list(cluster.id))] };
  }),
  switchProber: route(endpoints.switchProber, ({ context, caller, facts, params, body }) =>
    context.database.transact(toActor(caller, facts), async (unit) => {
      const cluster = await requireCluster(unit, params.id);
      if (isRefusal(cluster)) return cluster;
      const { address, port, isOn } = body;
      const isHere = (one: { readonly address: string; readonly port: number }): boolean =>
        one.address === address && one.port === port;
      const here = (await readEndpoints(unit, cluster)).map((one) => ({ ...one, lane: proberLaneOf(one) }));
      const lane = proberLaneAt(here, body);
      const listed = here.find((one) => isHere(one) && one.lane === lane);
      // One whose endpoint is gone can still be switched off.
      const known = listed ?? (isOn ? undefined : (await unit.probers.list(cluster.id)).find(isHere));
      if (known === undefined) {
        const what = "endpoint";
        return refuse("not_found", [problemDetail("/address", "not_found", { what })], { what });
      }
      const { name, way } = known;
      const clusterId = cluster.id;
      const id = await unit.probers.switch({ clusterId, address, port, name, way, lane: known.lane, isOn });
      await unit.audit.record({
        action: isOn ? "prober.on" : "prober.off",
        target: { kind: "cluster", id: cluster.id, name: cluster.name },
        detail: { endpoint: withPort(address, port) },
      });
      return { id };
    }),
  ),
};
