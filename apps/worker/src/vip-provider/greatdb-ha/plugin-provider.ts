import type { Vip } from "@primacy/contract";
import { checkPlugin, planPluginApply, planPluginRebind, planPluginRemove } from "@primacy/core/greatdb-ha";
import type { PluginStep } from "@primacy/core/plan";
import { vipCapabilities } from "@primacy/core/vip-provider";
import type { LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import type { ExecutorMap } from "../../operation/executor";
import { observeCluster } from "../agent/observe-cluster";
import type { ObservedCluster, ObservedClusterVip, VipProviderPort } from "../vip-provider";
import { capabilitiesStep, capableStep, removeDropInsStep } from "./capability-steps";
import { fileStep, keepStep } from "./file-steps";
import { findApplied } from "./find-applied";
import { leftStep } from "./left-address";
import { libraryStep, removeLibrariesStep } from "./library-steps";
import { listBinders } from "./list-binders";
import { agreeStep, loadStep, unloadStep } from "./load-steps";
import { observePluginMembers } from "./observe-plugin";
import { awaitOneStep, rebindStep } from "./rebind-steps";

const executors: ExecutorMap<PluginStep> = {
  "plugin.library": libraryStep,
  "plugin.library_remove": removeLibrariesStep,
  "plugin.capabilities": capabilitiesStep,
  "plugin.capable": capableStep,
  "plugin.capabilities_remove": removeDropInsStep,
  "plugin.file": fileStep,
  "plugin.load": loadStep,
  "plugin.agree": agreeStep,
  "plugin.keep": keepStep,
  "plugin.unload": unloadStep,
  "plugin.await_released": leftStep,
  "plugin.rebind": rebindStep,
  "plugin.await_one": awaitOneStep,
};

/** GreatSQL's and GreatDB's own plugin. Its VIP is not changed or paused: routes refuse that before any plan is made. */
export const pluginProvider = {
  name: "greatdb_ha",
  capabilities: vipCapabilities.greatdb_ha,
  observe,
  observeRemoval: async (worker, loaded, vip, signal) => {
    const { goal, libraries: placed, dropIns } = await removalOf(worker, vip);
    return { plugin: { ...(await observePluginMembers(worker, loaded, goal, signal)), placed, dropIns } };
  },
  check: checkPlugin,
  checkAddress: checkPlugin,
  planApply: planPluginApply,
  planChange: unsupported,
  planRemove: planPluginRemove,
  planPause: unsupported,
  planUnpause: unsupported,
  planRebind: planPluginRebind,
  listBinders,
  executors,
} satisfies VipProviderPort;

/** What every provider's checks judge, and beside it the plugin on each member. */
async function observe(
  worker: WorkerContext,
  loaded: LoadedCluster,
  asked: ObservedClusterVip,
  signal: AbortSignal,
): Promise<ObservedCluster> {
  const seen = await observeCluster(worker, loaded, asked, signal);
  const goal = { kind: "apply", request: asked.request, sights: seen.members } as const;
  return { ...seen, plugin: await observePluginMembers(worker, loaded, goal, signal) };
}

async function removalOf(worker: WorkerContext, vip: Vip) {
  const { edits: applied, ...placed } = await findApplied(worker, vip);
  return { goal: { kind: "remove", vip, applied }, ...placed } as const;
}

function unsupported(): never {
  throw new TypeError("a VIP of greatdb_ha is not changed or paused");
}
