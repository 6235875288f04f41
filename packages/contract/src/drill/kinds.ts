import { countReport } from "../operation/counts";
import { changing, looking } from "../operation/declare";
import { DrillCheck, DrillRequest, DrillResult } from "./drill";

/** What is done for a failover drill. */
export const drillKinds = {
  "drill.check": looking("operator", { input: DrillRequest, result: DrillCheck, count: countReport }),
  drill: changing("operator", { input: DrillRequest, result: DrillResult }),
};
