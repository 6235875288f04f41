import {
  type AgentInstall,
  HostFacts,
  type OperationKind,
  operationKinds,
  type Refusal,
} from "@primacy/contract";
import {
  type AgentRelease,
  type HostStep,
  type HostUse,
  type PlannableHost,
  planAgentInstall,
  planAgentRemove,
  planAgentRepair,
  planAgentUpgrade,
  planHostTest,
  planOperatorDisable,
  planOperatorEnable,
} from "@primacy/core/host";
import type { PlannedOperation } from "@primacy/core/operation";
import { z } from "zod";
import {
  defineOperation,
  type OperationDefinition,
  type OperationDefinitions,
} from "../operation/definition";
import type { ExecutorMap } from "../operation/executor";
import type { OperationContext } from "../operation/operation-context";
import { readAgentRelease } from "./agent-package";
import { settleAgentState } from "./agent-state";
import { certifyStep } from "./certify-step";
import { connectStep, observeStep } from "./look-steps";
import {
  disableOperatorStep,
  enableOperatorStep,
  verifyOperatorOffStep,
  verifyOperatorRunningStep,
} from "./operator-steps";
import { placeStep } from "./place-step";
import { pruneReleases } from "./prune-releases";
import { deleteStep, releaseStep, stopStep, verifyGoneStep } from "./remove-steps";
import { helloStep, startStep } from "./start-steps";

const executors: ExecutorMap<HostStep> = {
  "host.connect": connectStep,
  "host.observe": observeStep,
  "agent.place": placeStep,
  "agent.certify": certifyStep,
  "agent.start": startStep,
  "agent.hello": helloStep,
  "agent.release": releaseStep,
  "agent.stop": stopStep,
  "agent.delete": deleteStep,
  "agent.verify_gone": verifyGoneStep,
  "operator.enable": enableOperatorStep,
  "operator.verify_running": verifyOperatorRunningStep,
  "operator.disable": disableOperatorStep,
  "operator.verify_off": verifyOperatorOffStep,
};

type HostKind = Extract<OperationKind, `host.${string}` | `agent.${string}` | `operator.${string}`>;
type Plan<I> = (
  context: OperationContext,
  host: PlannableHost,
  input: I,
) => Promise<PlannedOperation<HostStep> | Refusal>;

const pruneMs = 30_000;
/** How long an agent that an undone operation started again may take until it answers. */
const restartedMs = 15_000;

const AgentAnswer = z.object({ version: z.string(), protocol: z.number() });

/** Everything that is done to a host. */
export const hostOperations: OperationDefinitions<HostKind> = {
  "host.test": define("host.test", async (_context, host) => planHostTest(host)),
  "agent.install": defineWith<AgentInstall>(
    "agent.install",
    operationKinds["agent.install"].input,
    withRelease(planAgentInstall),
  ),
  "agent.upgrade": define("agent.upgrade", withRelease(planAgentUpgrade)),
  "agent.repair": define("agent.repair", withRelease(planAgentRepair)),
  "agent.remove": define("agent.remove", async ({ worker }, host) => {
    const uses: HostUse[] = [];
    for (const clusterId of host.clusterIds) {
      const cluster = await worker.db.clusters.find(clusterId);
      const vips = cluster === null ? [] : await worker.db.vips.listByCluster(clusterId);
      if (cluster !== null)
        uses.push({ clusterName: cluster.name, vipAddresses: vips.map((vip) => vip.address) });
    }
    return planAgentRemove(host, uses);
  }),
  "operator.enable": define("operator.enable", async (_context, host) => planOperatorEnable(host)),
  "operator.disable": define("operator.disable", async (_context, host) => planOperatorDisable(host)),
};

/** What brings the release of this console to the host, and is tidied up after. */
const placing: readonly HostKind[] = ["agent.install", "agent.upgrade", "agent.repair"];

function withRelease<I>(
  plan: (host: PlannableHost, release: AgentRelease, input: I) => PlannedOperation<HostStep> | Refusal,
): Plan<I> {
  return async ({ worker }, host, input) =>
    plan(host, await readAgentRelease(worker.agentPackagePath), input);
}

function define(
  kind: Exclude<HostKind, "agent.install">,
  plan: Plan<Record<string, never>>,
): OperationDefinition {
  return defineWith(kind, operationKinds[kind].input, plan);
}

function defineWith<I>(kind: HostKind, input: z.ZodType<I>, plan: Plan<I>): OperationDefinition {
  return defineOperation<I, HostStep>({
    input,
    timeoutMs: 30_000,
    plan: async (context, given) =>
      plan(context, await context.worker.db.hosts.get(getHostId(context)), given),
    executors,
    finish: async (context) => {
      const [facts] = await context.listOutputs("host.observe", HostFacts);
      const [agent] = await context.listOutputs("agent.hello", AgentAnswer);
      return { facts: facts?.output ?? null, agent: agent?.output ?? null };
    },
    settle: async (context, _input, state) => {
      if (kind === "host.test") return;
      const hostId = getHostId(context);
      const isUndone = state === "undone";
      const patienceMs = isUndone ? restartedMs : 0;
      if (state !== "succeeded")
        await settleAgentState(context.worker, hostId, {
          patienceMs,
          isUndone,
          isNew: kind === "agent.install",
          signal: context.signal,
        });
      else if (placing.includes(kind))
        await pruneReleases(context.worker, hostId, AbortSignal.timeout(pruneMs));
    },
  });
}

function getHostId({ operation }: OperationContext): string {
  if (operation.hostId === null) throw new Error(`${operation.kind} is about a host, and names none`);
  return operation.hostId;
}
