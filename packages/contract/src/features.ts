import type { z } from "zod";
import { agentMessages } from "./agent/messages";
import type { StartEndpoint } from "./api/start-endpoint";
import { benchmarkEndpoints } from "./benchmark/endpoints";
import { benchmarkHygieneMessages } from "./benchmark/hygiene-messages";
import { benchmarkKinds } from "./benchmark/kinds";
import { benchmarkMessages } from "./benchmark/messages";
import { benchmarkToolMessages } from "./benchmark/tool-messages";
import { clusterKinds } from "./cluster/kinds";
import { clusterMessages } from "./cluster/messages";
import { drillEndpoints } from "./drill/endpoints";
import { drillFindingMessages } from "./drill/finding-messages";
import { drillKinds } from "./drill/kinds";
import { drillLeverMessages } from "./drill/lever-messages";
import { drillMessages } from "./drill/messages";
import { drillOrderMessages } from "./drill/order-messages";
import { drillReaderMessages } from "./drill/reader-messages";
import { drillSeriesEndpoints } from "./drill/series-endpoints";
import { drillSeriesMessages } from "./drill/series-messages";
import { endpointEndpoints } from "./endpoint/endpoints";
import { endpointMessages } from "./endpoint/messages";
import { fixKinds } from "./fix/kinds";
import { fixMessages } from "./fix/messages";
import { pluginCapabilityMessages } from "./greatdb-ha/capability-messages";
import { pluginCheckMessages } from "./greatdb-ha/check-messages";
import { pluginDriftMessages } from "./greatdb-ha/drift-messages";
import { pluginLibraryEndpoints } from "./greatdb-ha/endpoints";
import { pluginGuardMessages } from "./greatdb-ha/guard-messages";
import { pluginLibraryMessages } from "./greatdb-ha/library-messages";
import { pluginMessages } from "./greatdb-ha/messages";
import { pluginPathMessages } from "./greatdb-ha/path-messages";
import { pluginRebindMessages } from "./greatdb-ha/rebind-messages";
import { pluginRestartMessages } from "./greatdb-ha/restart-messages";
import { hostFaultMessages } from "./host/fault-messages";
import { hostKinds } from "./host/kinds";
import { hostMessages } from "./host/messages";
import { incidentEndpoints } from "./incident/endpoints";
import { incidentMessages } from "./incident/messages";
import { memberCheckMessages } from "./member/check-messages";
import { memberKinds } from "./member/kinds";
import { memberMessages } from "./member/messages";
import { optionFileMessages } from "./option-file/messages";
import { proberEndpoints } from "./prober/endpoints";
import { proberMessages } from "./prober/messages";
import { proxyEndpoints } from "./proxy/endpoints";
import { proxyKinds } from "./proxy/kinds";
import { proxyMessages } from "./proxy/messages";
import { recoveryKinds } from "./recovery/kinds";
import { recoveryMessages } from "./recovery/messages";
import { restartEndpoints } from "./restart/endpoints";
import { restartKinds } from "./restart/kinds";
import { restartMessages } from "./restart/messages";
import { switchoverKinds } from "./switchover/kinds";
import { switchoverMessages } from "./switchover/messages";
import { variablesEndpoints } from "./variables/endpoints";
import { variablesKinds } from "./variables/kinds";
import { variablesMessages } from "./variables/messages";
import { readVipsMessages } from "./variables/read-vips-messages";
import { vipKinds } from "./vip/kinds";
import { vipMessages } from "./vip/messages";
import { vipMigrationMessages } from "./vip/migration-messages";

/**
 * Every kind of long-running action; what each is stands in its feature's `kinds.ts`. Pure: a program that uses none of them, as
 * the agent, is bundled without them.
 */
export const operationKinds = /* @__PURE__ */ (() => ({
  ...hostKinds,
  ...clusterKinds,
  ...vipKinds,
  ...switchoverKinds,
  ...restartKinds,
  ...recoveryKinds,
  ...fixKinds,
  ...memberKinds,
  ...benchmarkKinds,
  ...proxyKinds,
  ...drillKinds,
  ...variablesKinds,
}))();

/** The texts that travel with the data of each feature. */
export const featureMessages = {
  en: {
    ...agentMessages.en,
    ...hostMessages.en,
    ...hostFaultMessages.en,
    ...clusterMessages.en,
    ...vipMessages.en,
    ...vipMigrationMessages.en,
    ...switchoverMessages.en,
    ...restartMessages.en,
    ...recoveryMessages.en,
    ...fixMessages.en,
    ...memberMessages.en,
    ...memberCheckMessages.en,
    ...optionFileMessages.en,
    ...pluginMessages.en,
    ...pluginLibraryMessages.en,
    ...pluginCapabilityMessages.en,
    ...pluginDriftMessages.en,
    ...pluginGuardMessages.en,
    ...pluginCheckMessages.en,
    ...pluginPathMessages.en,
    ...pluginRebindMessages.en,
    ...pluginRestartMessages.en,
    ...drillMessages.en,
    ...drillFindingMessages.en,
    ...drillOrderMessages.en,
    ...drillReaderMessages.en,
    ...drillLeverMessages.en,
    ...incidentMessages.en,
    ...drillSeriesMessages.en,
    ...proberMessages.en,
    ...benchmarkMessages.en,
    ...benchmarkHygieneMessages.en,
    ...benchmarkToolMessages.en,
    ...proxyMessages.en,
    ...endpointMessages.en,
    ...variablesMessages.en,
    ...readVipsMessages.en,
  },
  zh: {
    ...agentMessages.zh,
    ...hostMessages.zh,
    ...hostFaultMessages.zh,
    ...clusterMessages.zh,
    ...vipMessages.zh,
    ...vipMigrationMessages.zh,
    ...switchoverMessages.zh,
    ...restartMessages.zh,
    ...recoveryMessages.zh,
    ...fixMessages.zh,
    ...memberMessages.zh,
    ...memberCheckMessages.zh,
    ...optionFileMessages.zh,
    ...pluginMessages.zh,
    ...pluginLibraryMessages.zh,
    ...pluginCapabilityMessages.zh,
    ...pluginDriftMessages.zh,
    ...pluginGuardMessages.zh,
    ...pluginCheckMessages.zh,
    ...pluginPathMessages.zh,
    ...pluginRebindMessages.zh,
    ...pluginRestartMessages.zh,
    ...drillMessages.zh,
    ...drillFindingMessages.zh,
    ...drillOrderMessages.zh,
    ...drillReaderMessages.zh,
    ...drillLeverMessages.zh,
    ...incidentMessages.zh,
    ...drillSeriesMessages.zh,
    ...proberMessages.zh,
    ...benchmarkMessages.zh,
    ...benchmarkHygieneMessages.zh,
    ...benchmarkToolMessages.zh,
    ...proxyMessages.zh,
    ...endpointMessages.zh,
    ...variablesMessages.zh,
    ...readVipsMessages.zh,
  },
};

/** The calls of each feature; `start` declares those that start an operation. */
export function featureEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    ...endpointEndpoints,
    ...pluginLibraryEndpoints,
    ...restartEndpoints(start),
    ...benchmarkEndpoints(start),
    ...proxyEndpoints(start),
    ...drillEndpoints(start),
    ...incidentEndpoints,
    ...drillSeriesEndpoints,
    ...proberEndpoints,
    ...variablesEndpoints(start),
  };
}
