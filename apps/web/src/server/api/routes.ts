import { auditRoutes } from "../../features/audit/server/audit-routes";
import { benchmarkRoutes } from "../../features/benchmark/server/benchmark-routes";
import { clusterRoutes } from "../../features/cluster/server/cluster-routes";
import { consoleRoutes } from "../../features/console/server/console-routes";
import { drillFileRoutes } from "../../features/drill/server/drill-file-routes";
import { drillLeverRoutes } from "../../features/drill/server/drill-lever-routes";
import { drillRoutes } from "../../features/drill/server/drill-routes";
import { drillSeriesRoutes } from "../../features/drill-series/server/series-routes";
import { endpointRoutes } from "../../features/endpoint/server/endpoint-routes";
import { eventRoutes } from "../../features/event/server/event-routes";
import { fixRoutes } from "../../features/fix/server/fix-routes";
import { agentRoutes } from "../../features/host/server/agent-routes";
import { hostRoutes } from "../../features/host/server/host-routes";
import { incidentRoutes } from "../../features/incident/server/incident-routes";
import { memberRoutes } from "../../features/member/server/member-routes";
import { operationRoutes } from "../../features/operation/server/operation-routes";
import { proberRoutes } from "../../features/prober/server/prober-routes";
import { migrationRoutes } from "../../features/proxy/server/migration-routes";
import { proxyRoutes } from "../../features/proxy/server/proxy-routes";
import { recoveryRoutes } from "../../features/recovery/server/recovery-routes";
import { restartRoutes } from "../../features/restart/server/restart-routes";
import { retentionRoutes } from "../../features/retention/server/retention-routes";
import { sessionRoutes } from "../../features/session/server/session-routes";
import { signInRoutes } from "../../features/sign-in/server/sign-in-routes";
import { switchoverRoutes } from "../../features/switchover/server/switchover-routes";
import { tokenRoutes } from "../../features/token/server/token-routes";
import { topologyRoutes } from "../../features/topology/server/topology-routes";
import { userRoutes } from "../../features/user/server/user-routes";
import { variablesRoutes } from "../../features/variables/server/variables-routes";
import { pluginLibraryRoutes } from "../../features/vip/server/plugin-library-routes";
import { vipRoutes } from "../../features/vip/server/vip-routes";
import type { Routes } from "./app";

/** Every route of the API. One that the contract declares and nobody serves does not compile. */
export const routes: Routes = {
  ...signInRoutes,
  ...sessionRoutes,
  ...userRoutes,
  ...tokenRoutes,
  ...auditRoutes,
  ...hostRoutes,
  ...agentRoutes,
  ...clusterRoutes,
  ...topologyRoutes,
  ...endpointRoutes,
  ...eventRoutes,
  ...vipRoutes,
  ...pluginLibraryRoutes,
  ...fixRoutes,
  ...switchoverRoutes,
  ...recoveryRoutes,
  ...restartRoutes,
  ...memberRoutes,
  ...benchmarkRoutes,
  ...drillRoutes,
  ...drillFileRoutes,
  ...drillLeverRoutes,
  ...incidentRoutes,
  ...drillSeriesRoutes,
  ...proberRoutes,
  ...proxyRoutes,
  ...migrationRoutes,
  ...operationRoutes,
  ...consoleRoutes,
  ...retentionRoutes,
  ...variablesRoutes,
};
