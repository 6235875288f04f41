import { benchmarkOperations } from "./benchmark";
import { clusterOperations } from "./cluster";
import type { WorkerContext, WorkerService } from "./context";
import { DrillSeriesService, drillOperations } from "./drill";
import { fixOperations } from "./fix";
import { hostOperations } from "./host/host-operations";
import { memberOperations } from "./member";
import type { OperationDefinitions } from "./operation/definition";
import { proxyOperations } from "./proxy";
import { recoveryOperations } from "./recovery";
import { restartOperations } from "./restart";
import { switchoverOperations } from "./switchover";
import { variablesOperations } from "./variables";
import { vipOperations } from "./vip";
import { HostSightings, WatchService } from "./watch";

/** What each feature can carry out; a kind of operation without a definition does not compile. */
export const allOperations: OperationDefinitions = {
  ...hostOperations,
  ...clusterOperations,
  ...vipOperations,
  ...switchoverOperations,
  ...recoveryOperations,
  ...restartOperations,
  ...fixOperations,
  ...memberOperations,
  ...benchmarkOperations,
  ...proxyOperations,
  ...drillOperations,
  ...variablesOperations,
};

/** What runs as long as the worker does, beyond its skeleton. */
export function listServices(worker: WorkerContext): readonly WorkerService[] {
  return [new WatchService(worker), new HostSightings(worker), new DrillSeriesService(worker)];
}
