import { message } from "@primacy/contract";
import { type DocumentRight, findStepVip, type HostStepInput, rightWhileJoining } from "@primacy/core/plan";
import { z } from "zod";
import { AgentFailure } from "../../agent-client/agent-failure";
import { putCredential } from "../../agent-document/put-document";
import { adoptEpochOf, pushDocument } from "../../agent-document/reconcile-agents";
import { getAccount, type LoadedCluster, loadCluster, targetOf } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { greetAgent } from "../../observe/greet-agent";
import { defineStep, type StepExecutor } from "../../operation/executor";
import { StepFailure } from "../../operation/failure";
import { restoreWanted } from "../restore-wanted";
import { HostInput } from "../vip-inputs";

type Nothing = Record<string, never>;

/** Gives an agent the password of its account. The password is the cluster's, so nothing has to be taken back. */
export const credentialStep: StepExecutor<HostStepInput> = defineStep<HostStepInput>({
  input: HostInput,
  timeoutMs: 15_000,
  maxAttempts: 2,
  undo: { kind: "nothing" },
  async execute({ worker }, { clusterId, hostId }, signal) {
    const { wanted } = await loadCluster(worker.db, clusterId);
    const host = wanted.hosts.find((one) => one.hostId === hostId);
    if (host === undefined) return { kind: "skipped" };
    const target = targetOf(host);
    await greetAgent(worker, target, signal);
    await putCredential(worker, target, await getAccount(worker.db, clusterId, "agent"), signal);
    return { kind: "done" };
  },
});

/**
 * Whether a host may take addresses after it was told. `kept`: as it might before. `joining`: as before, but not the VIP that
 * the operation is about, of which all hosts are told first. A host that only joins waits for all
 * who could take the address to know it, which is for the reconciliation to decide.
 */
type AcquireRight = true | "kept" | "joining";

/**
 * Gives a host the document of what is wanted now. To take it back, what is wanted becomes what it was, under a still
 * higher epoch, and the host is told that.
 */
export function documentStep({
  mayAcquire,
}: {
  readonly mayAcquire: AcquireRight;
}): StepExecutor<HostStepInput> {
  return defineStep<HostStepInput, Nothing>({
    input: HostInput,
    timeoutMs: 30_000,
    maxAttempts: 2,
    undo: {
      kind: "recorded",
      record: z.object({}),
      prepare: async () => ({}),
      async undo(context, input, _record, signal) {
        await restoreWanted(context.worker, input);
        try {
          // Where it was only told of a VIP it has what it had before, and where it could not take any it may now.
          await tell(context.worker, input, mayAcquire === "kept" ? "kept" : true, signal);
        } catch (error) {
          signal.throwIfAborted();
          if (!(error instanceof AgentFailure)) throw error;
          const { hostName: host, address } = input;
          if (isHarmlessUntold(mayAcquire, input))
            return context.log("warning", message("log.host_pending", { host }));
          const params = { host, address };
          throw new StepFailure("failure.undo_not_told", { params, cause: error });
        }
      },
    },
    async execute({ worker }, input, signal) {
      try {
        await tell(worker, input, mayAcquire, signal);
        return { kind: "done" };
      } catch (error) {
        signal.throwIfAborted();
        if (input.isRequired || !(error instanceof AgentFailure)) throw error;
        return { kind: "skipped", detail: message("detail.agent_absent", { host: input.hostName }) };
      }
    },
  });
}

/**
 * Whether a host may go on as it was told last, until it returns: it has no right to the address, or one that it has again
 * after the undoing. Who was told that a pause is over could take an address that is to stay.
 */
function isHarmlessUntold(mayAcquire: AcquireRight, { previous }: HostStepInput): boolean {
  return mayAcquire === "joining" || (mayAcquire === "kept" && previous?.paused === undefined);
}

const maxAdoptions = 3;

async function tell(
  worker: WorkerContext,
  input: HostStepInput,
  right: AcquireRight,
  signal: AbortSignal,
): Promise<void> {
  const { clusterId, hostId } = input;
  for (let tried = 0; ; tried += 1) {
    const loaded = await loadCluster(worker.db, clusterId);
    try {
      await pushDocument(
        worker,
        loaded,
        hostId,
        await settleRight(worker, loaded, input, right, signal),
        signal,
      );
      return;
    } catch (error) {
      if (tried >= maxAdoptions) throw error;
      await adoptEpochOf(worker, loaded, hostId, error, signal);
    }
  }
}

/** A host that might take nothing before keeps to that, and one that might keeps what it holds. */
async function settleRight(
  worker: WorkerContext,
  loaded: LoadedCluster,
  input: HostStepInput,
  right: AcquireRight,
  signal: AbortSignal,
): Promise<DocumentRight> {
  if (right === true) return true;
  const vip = findStepVip(loaded.vips, input);
  const rightThen = right === "joining" && vip !== null ? rightWhileJoining(loaded.wanted, vip.id) : true;
  if (rightThen === false) return false;
  return (await mightAcquire(worker, loaded, input.hostId, signal)) ? rightThen : false;
}

/** One that cannot be asked cannot be told either: what is said of it does not matter. */
async function mightAcquire(
  worker: WorkerContext,
  { wanted }: LoadedCluster,
  hostId: string,
  signal: AbortSignal,
): Promise<boolean> {
  const host = wanted.hosts.find((one) => one.hostId === hostId);
  if (host === undefined) return false;
  const held = await worker.observer.readHeld(targetOf(host), signal);
  return held.clusterId === wanted.clusterId && !held.isJoining;
}
