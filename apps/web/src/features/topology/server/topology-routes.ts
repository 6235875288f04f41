import { refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { route, streamRoute } from "../../../server/api/route";
import { openClusterStream } from "./cluster-stream";
import { listSamples } from "./list-samples";
import { loadTopology } from "./load-topology";

/** The live picture of a cluster, and how it was. */
export const topologyRoutes = {
  getTopology: route(endpoints.getTopology, async ({ context, params }) => {
    const topology = await loadTopology(context, params.id);
    return topology ?? refuse("not_found", [], { what: "cluster" });
  }),
  listSamples: route(endpoints.listSamples, ({ context, params, query }) =>
    listSamples(context, params.id, query),
  ),
  streamCluster: streamRoute(endpoints.streamCluster, async ({ context, caller, params, facts }) => {
    if ((await context.database.clusters.find(params.id)) === null) {
      return refuse("not_found", [], { what: "cluster" });
    }
    return openClusterStream(context, caller, params.id, facts.lastEventId);
  }),
};
