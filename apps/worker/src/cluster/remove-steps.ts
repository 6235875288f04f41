import { isRefusal, message } from "@primacy/contract";
import { accountPurposes, dropAccountStatements } from "@primacy/core/cluster";
import type { RemoveStep } from "@primacy/core/plan";
import { z } from "zod";
import type { WorkerContext } from "../context";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
import { defineStep, type ExecutorMap } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { isGroupGone, onPrimary, readAgentHosts } from "../vip-steps/schema-steps";
import { vipExecutors } from "../vip-steps/vip-executors";
import { agentForget } from "./refresh-steps";

const ClusterInput = z.object({ clusterId: z.string() });

/** How each step of the end of a cluster's management is done and taken back. */
export const removeExecutors: ExecutorMap<RemoveStep> = {
  ...vipExecutors,
  "agent.forget": agentForget,
  "account.drop": defineStep<z.output<typeof ClusterInput>>({
    input: ClusterInput,
    timeoutMs: 60_000,
    maxAttempts: 3,
    // Without its accounts nothing of the cluster can be taken back any more.
    onCancel: "finishes",
    undo: { kind: "impossible" },
    async execute({ worker }, { clusterId }, signal) {
      if (await dropAccounts(worker, clusterId, signal)) return { kind: "done" };
      return { kind: "skipped", detail: message("detail.accounts_left") };
    },
  }),
  "cluster.forget": defineStep<z.output<typeof ClusterInput>>({
    input: ClusterInput,
    timeoutMs: 15_000,
    onCancel: "completes",
    undo: { kind: "impossible" },
    async execute({ worker }, { clusterId }) {
      const refusal = await worker.db.transact(worker.actor, (unit) => unit.clusters.remove(clusterId));
      if (isRefusal(refusal) && refusal.code !== "not_found")
        throw new StepFailure("problem.in_use", { params: refusal.message.params });
      return { kind: "done" };
    },
  }),
};

/**
 * Drops the accounts through the primary, Primacy's own last. False where no server of the group answers at all, or
 * none that can be verified.
 */
async function dropAccounts(worker: WorkerContext, clusterId: string, signal: AbortSignal): Promise<boolean> {
  try {
    await onPrimary(worker, clusterId, signal, async (connection) => {
      const agentHosts = await readAgentHosts(connection, signal);
      for (const purpose of [...accountPurposes].reverse())
        await connection.run(dropAccountStatements(purpose, agentHosts), { signal });
    });
    return true;
  } catch (error) {
    signal.throwIfAborted();
    // The step runs again after a crash: an account that is refused now was dropped then.
    if (error instanceof MysqlFailure && error.code === "mysql_denied") return true;
    const mayBeGone = error instanceof StepFailure || isUntrusted(error);
    if (mayBeGone && (await isGroupGone(worker, clusterId, signal))) return false;
    throw error;
  }
}
