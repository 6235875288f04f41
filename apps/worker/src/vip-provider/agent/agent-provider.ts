import { checkVip, checkVipAddress } from "@primacy/core/check";
import {
  planVipApply,
  planVipChange,
  planVipPause,
  planVipRemove,
  planVipUnpause,
  type VipStepBase,
  type VipStepOf,
} from "@primacy/core/plan";
import { vipCapabilities } from "@primacy/core/vip-provider";
import { defineStep, type ExecutorMap } from "../../operation/executor";
import { BaseInput } from "../vip-inputs";
import type { VipProviderPort } from "../vip-provider";
import { credentialStep, documentStep } from "./document-steps";
import { observeCluster } from "./observe-cluster";

/** The steps that tell agents. */
type AgentStep = VipStepOf<
  "credential.put" | "document.join" | "document.acquire" | "document.plain" | "epoch.raise"
>;

const executors: ExecutorMap<AgentStep> = {
  "credential.put": credentialStep,
  "document.join": documentStep({ mayAcquire: "joining" }),
  "document.acquire": documentStep({ mayAcquire: true }),
  "document.plain": documentStep({ mayAcquire: "kept" }),
  "epoch.raise": defineStep<VipStepBase>({
    input: BaseInput,
    timeoutMs: 10_000,
    // A higher epoch harms nobody; what is told under it is taken back by the steps that tell it.
    undo: { kind: "nothing" },
    async execute({ worker }, { clusterId }) {
      await worker.db.transact(worker.actor, (unit) => unit.clusters.raiseEpoch(clusterId));
      return { kind: "done" };
    },
  }),
};

/** Primacy's own agents. */
export const agentProvider = {
  name: "agent",
  capabilities: vipCapabilities.agent,
  observe: observeCluster,
  check: checkVip,
  checkAddress: checkVipAddress,
  planApply: planVipApply,
  planChange: planVipChange,
  planRemove: planVipRemove,
  planPause: planVipPause,
  planUnpause: planVipUnpause,
  executors,
} satisfies VipProviderPort;
