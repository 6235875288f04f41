import { z } from "zod";
import { endpoint } from "../api/endpoint";
import { PageQuery, pageOf } from "../primitives/page";
import { Id } from "../primitives/scalar";
import { Incident, IncidentDetail } from "./incident";

const params = z.strictObject({ id: Id });
const tag = "incidents";

/** The calls for what happened unplanned. */
export const incidentEndpoints = {
  listIncidents: endpoint("get", "/clusters/{id}/incidents", {
    access: "viewer",
    tag,
    summary: "The unplanned failovers of a cluster that the console observed, newest first",
    params,
    query: PageQuery,
    answer: pageOf(Incident),
  }),
  getIncident: endpoint("get", "/incidents/{id}", {
    access: "viewer",
    tag,
    summary: "An unplanned failover with its timeline, as far as it has come",
    params,
    answer: IncidentDetail,
  }),
};
