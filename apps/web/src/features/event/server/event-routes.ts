import { refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import { answerList } from "../../../server/api/list";
import { route } from "../../../server/api/route";

/** What happened to a cluster. */
export const eventRoutes = {
  listEvents: route(endpoints.listEvents, async ({ context, params, query }) => {
    if ((await context.database.clusters.find(params.id)) === null) {
      return refuse("not_found", [], { what: "cluster" });
    }
    return answerList(query, (page) => context.database.events.list(params.id, query.kind ?? null, page));
  }),
};
