import { z } from "zod";
import { endpoint } from "../api/endpoint";
import type { StartEndpoint } from "../api/start-endpoint";
import { ReportQuery } from "../benchmark/samples";
import { PageQuery, pageOf } from "../primitives/page";
import { Id } from "../primitives/scalar";
import { Drill, DrillDetail, DrillOrder, DrillRequest } from "./drill";
import { DrillLever, DrillLeverOrder } from "./lever";
import { DrillSamples } from "./probe";

const params = z.strictObject({ id: Id });
const tag = "drills";

/** The calls for failover drills. */
export function drillEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    checkDrill: start("drill.check", ["post", "/clusters/{id}/drills/check"], {
      tag,
      summary:
        "Run the checks of a drill, and make its plan with the outage that is predicted; changes nothing",
      params,
      body: DrillRequest,
    }),
    startDrill: start("drill", ["post", "/clusters/{id}/drills"], {
      tag,
      summary:
        "Make the fault, measure what clients meet, heal it, and judge. Only where drills are allowed for the cluster; repeats its name",
      params,
      body: DrillOrder,
      refusals: ["drills_not_allowed", "drills_stopped"],
    }),
    getDrillLever: endpoint("get", "/drill-lever", {
      access: "viewer",
      tag,
      summary: "Whether all drills are stopped, by whom and why, and the drills that run",
      answer: DrillLever,
    }),
    setDrillLever: endpoint("put", "/drill-lever", {
      access: "operator",
      tag,
      summary:
        "Stop every drill, heal, and refuse new ones until it is released. Operators hold it; administrators release it",
      body: DrillLeverOrder,
      answer: DrillLever,
      refusals: ["revision_conflict"],
    }),
    listDrills: endpoint("get", "/clusters/{id}/drills", {
      access: "viewer",
      tag,
      summary: "The drills of a cluster, newest first",
      params,
      query: PageQuery,
      answer: pageOf(Drill),
    }),
    getDrill: endpoint("get", "/drills/{id}", {
      access: "viewer",
      tag,
      summary: "A drill with its timeline, as far as it has come; its id is that of its operation",
      params,
      answer: DrillDetail,
    }),
    getDrillGate: endpoint("get", "/drills/{id}/gate", {
      access: "viewer",
      tag,
      summary:
        "The drill if it passed and the cluster is healed; else a refusal that says why. For pipelines: while it runs the answer is 503 with `Retry-After`, after which `curl --retry` asks again",
      params,
      answer: DrillDetail,
      refusals: ["drill_running", "drill_not_passed"],
    }),
    getDrillReport: endpoint("get", "/drills/{id}/report", {
      access: "viewer",
      tag,
      summary:
        "A drill as one HTML file that loads nothing: verdict, figures, timeline, phases, setup, plan, and a hash",
      params,
      query: ReportQuery,
      file: "text/html",
      answer: z.string(),
    }),
    getDrillSamplesCsv: endpoint("get", "/drills/{id}/samples.csv", {
      access: "viewer",
      tag,
      summary: "Every attempt of every client of a drill that has ended, a line each, as a CSV file",
      params,
      file: "text/csv",
      refusals: ["conflict"],
      answer: z.string(),
    }),
    getDrillSamples: endpoint("get", "/drills/{id}/samples.json", {
      access: "viewer",
      tag,
      summary: "Every attempt of every client of a drill that has ended, as a JSON file",
      params,
      file: "application/json",
      refusals: ["conflict"],
      answer: DrillSamples,
    }),
  };
}
