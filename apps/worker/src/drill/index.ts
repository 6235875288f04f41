import type { OperationDefinitions } from "../operation/definition";
import { drillOperation } from "./drill-operation";
import { drillCheckOperation } from "./look-operation";

export { DrillSeriesService } from "./series/series-service";

/** The operations of failover drills. */
export const drillOperations: OperationDefinitions<"drill.check" | "drill"> = {
  "drill.check": drillCheckOperation,
  drill: drillOperation,
};
