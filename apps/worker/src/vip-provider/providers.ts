import type { VipStep } from "@primacy/core/plan";
import type { ExecutorMap } from "../operation/executor";
import { agentProvider } from "./agent/agent-provider";
import { pluginProvider } from "./greatdb-ha/plugin-provider";
import type { VipProviders } from "./vip-provider";

/** The providers of this version. */
export const vipProviders: VipProviders = { agent: agentProvider, greatdb_ha: pluginProvider };

/** How the steps of all providers are done; each has step codes of its own. */
export const providerExecutors = {
  ...agentProvider.executors,
  ...pluginProvider.executors,
} satisfies Partial<ExecutorMap<VipStep>>;
