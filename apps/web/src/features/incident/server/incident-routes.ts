import { isRefusal, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";
import { requireCluster } from "../../cluster/server/find-cluster";

const noIncident: Refusal = refuse("not_found", [], { what: "incident" });

/** What happened unplanned. */
export const incidentRoutes = {
  listIncidents: route(endpoints.listIncidents, async ({ context: { database }, params, query }) => {
    const cluster = await requireCluster(database, params.id);
    if (isRefusal(cluster)) return cluster;
    return answerList(query, (page) => database.incidents.list(cluster.id, page));
  }),
  getIncident: route(
    endpoints.getIncident,
    async ({ context, params }) => (await context.database.incidents.find(params.id)) ?? noIncident,
  ),
};
