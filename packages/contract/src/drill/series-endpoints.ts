import { z } from "zod";
import { endpoint } from "../api/endpoint";
import { PageQuery, pageOf } from "../primitives/page";
import { Id } from "../primitives/scalar";
import { DrillComparison } from "./compare";
import { DrillSeries, DrillSeriesCreate } from "./series";

const params = z.strictObject({ id: Id });
const tag = "drills";

/** The calls for series of drills, and for what drills beside each other say. */
export const drillSeriesEndpoints = {
  createDrillSeries: endpoint("post", "/clusters/{id}/drill-series", {
    access: "operator",
    tag,
    summary:
      "Order a series of drills, at once or by a schedule; each begins only when the group is whole. Repeats the cluster's name",
    params,
    body: DrillSeriesCreate,
    status: 201,
    answer: DrillSeries,
    refusals: ["drills_not_allowed", "drills_stopped"],
  }),
  listDrillSeries: endpoint("get", "/clusters/{id}/drill-series", {
    access: "viewer",
    tag,
    summary: "The series of drills of a cluster, newest first",
    params,
    query: PageQuery,
    answer: pageOf(DrillSeries),
  }),
  getDrillSeries: endpoint("get", "/drill-series/{id}", {
    access: "viewer",
    tag,
    summary: "A series of drills: how far its round is, when the next begins, and why it waits",
    params,
    answer: DrillSeries,
  }),
  stopDrillSeries: endpoint("delete", "/drill-series/{id}", {
    access: "operator",
    tag,
    summary: "Begin no further drill of a series; the one under way continues to its verdict",
    params,
    answer: DrillSeries,
  }),
  compareDrills: endpoint("get", "/clusters/{id}/drills/comparison", {
    access: "viewer",
    tag,
    summary:
      "The drills of a cluster or of one series by fault and endpoint: every run, the median and the worst",
    params,
    query: z.strictObject({ series: Id.optional() }),
    answer: DrillComparison,
  }),
};
