import { isRefusal, message, paramsWith } from "@primacy/contract";
import { type AgentStepInput, findUnknownPeers, isWithheld, type RefreshStep } from "@primacy/core/plan";
import type { UnitOfWork } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { inspectAndLog } from "../agent-document/inspect-members";
import { expectTaken, namePeers, reconcileAgents } from "../agent-document/reconcile-agents";
import { agentOf, loadCluster, targetOf } from "../cluster-record/load-cluster";
import { areSameMembers, MemberDraftInput } from "../cluster-record/member-draft";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";
import { hashText } from "../observe/held-document";
import {
  defineStep,
  type ExecutorMap,
  type StepContext,
  type StepExecutor,
  type StepOutcome,
} from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { awaitAccess } from "./await-access";
import { syncAgentAccounts } from "./sync-agent-accounts";

const AgentInput: z.ZodType<AgentStepInput> = z.object({
  clusterId: z.string(),
  hostId: z.string(),
  hostName: z.string(),
  isRequired: z.boolean(),
});
const Nics = z.record(z.string(), z.string());
const VipNics = z.object({ vipId: z.string(), nics: Nics, previous: Nics });
/** The change of a cluster's members, with the interfaces of every VIP. */
export const MembersInput = z.object({
  clusterId: z.string(),
  members: z.array(MemberDraftInput),
  previous: z.array(MemberDraftInput),
  vips: z.array(VipNics),
});
type MembersInput = z.output<typeof MembersInput>;
const ReconcileAgentsInput = z.object({ clusterId: z.string(), mayOverrule: z.boolean().default(false) });

/** Lets an agent release everything and forget its cluster; where it is a member still, taking back tells it again. */
export const agentForget: StepExecutor<AgentStepInput> = defineStep<AgentStepInput, Record<string, never>>({
  input: AgentInput,
  timeoutMs: 30_000,
  maxAttempts: 2,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    async undo({ worker }, { clusterId }, _record, signal) {
      await reconcileAgents(worker, clusterId, signal);
    },
  },
  execute: ({ worker }, input, signal) => letForget(worker, input, signal),
});

/** Throws `StepFailure` `failure.agent_not_told_leaving` where an agent that has to forget does not. */
async function letForget(
  worker: WorkerContext,
  input: AgentStepInput,
  signal: AbortSignal,
): Promise<StepOutcome> {
  try {
    return await forget(worker, input, signal);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const { hostName: host } = input;
    if (!input.isRequired) return { kind: "skipped", detail: message("detail.agent_absent", { host }) };
    const params = paramsWith({ host }, { reason: error.explanation });
    throw new StepFailure("failure.agent_not_told_leaving", {
      params,
      retryable: error.retryable,
      cause: error,
    });
  }
}

async function forget(
  worker: WorkerContext,
  { clusterId, hostId }: AgentStepInput,
  signal: AbortSignal,
): Promise<{ readonly kind: "done" | "skipped" }> {
  const host = await worker.db.hosts.find(hostId);
  if (host === null || host.agentState === "none") return { kind: "skipped" };
  const target = agentOf(host, clusterId);
  const hello = await greetAgent(worker, target, signal);
  if (hello.clusterId !== clusterId) return { kind: "skipped" };
  const body = { clusterId, epoch: hello.epoch ?? 0 };
  await worker.agents.clientFor(target).call("forget", body, { signal, timeoutMs: 15_000 });
  return { kind: "done" };
}

/** How each step of a refresh is done and taken back. */
export const refreshExecutors: ExecutorMap<RefreshStep> = {
  "agent.forget": agentForget,
  "cluster.members": defineStep<MembersInput, Record<string, never>>({
    input: MembersInput,
    timeoutMs: 30_000,
    undo: {
      kind: "recorded",
      record: z.object({}),
      prepare: async () => ({}),
      async undo({ worker }, input, _record, signal) {
        // The others forget it with the rows: one that kept its right would take the VIP unasked.
        await letAddedForget(worker, input, signal);
        await store(worker, input, "previous");
      },
    },
    async execute({ worker }, input) {
      const isSame = areSameMembers(input.members, input.previous);
      if (isSame) return { kind: "skipped", detail: message("detail.unchanged") };
      await store(worker, input, "wanted");
      return { kind: "done" };
    },
  }),
  "agents.converge": defineStep<z.output<typeof ReconcileAgentsInput>>({
    input: ReconcileAgentsInput,
    timeoutMs: 90_000,
    // Agents that have been told act on it: the others are to be told too.
    onCancel: "finishes",
    undo: { kind: "nothing" },
    async execute(context, { clusterId, mayOverrule }, signal) {
      const { worker } = context;
      // What would be written of a host brings the epoch nearer to that of newer agents.
      if (!mayOverrule && (await isKept(worker, clusterId, signal)))
        return { kind: "done", detail: message("detail.agents_kept") };
      const memberSilent = await inspectAndLog(context, clusterId, signal);
      await syncAgentAccounts(context, clusterId, signal);
      await nameForgottenPeers(context, clusterId, signal);
      const converged = await reconcileAgents(worker, clusterId, signal, {
        mayForgetPeers: true,
        mayOverrule,
      });
      expectTaken(converged);
      const { silentHostNames, keptHostNames } = converged;
      if (converged.isWithheld) return { kind: "done", detail: message("detail.agents_kept") };
      if (keptHostNames.length > 0)
        return { kind: "done", detail: message("detail.hosts_kept", { hosts: keptHostNames.join(", ") }) };
      const refused = await awaitAccess(worker, clusterId, signal);
      if (silentHostNames.length > 0)
        return {
          kind: "done",
          detail: message("detail.agent_absent", { host: silentHostNames.join(", ") }),
        };
      if (memberSilent !== null) return { kind: "done", detail: memberSilent };
      if (refused.length === 0) return { kind: "done" };
      return { kind: "done", detail: message("detail.agent_refused", { host: refused.join(", ") }) };
    },
  }),
};

/**
 * Lets the hosts forget the cluster that came with the refresh, where they are registered still. Throws as `agent.forget`
 * does where there is a VIP: then all stay members, so that the others go on asking them.
 */
async function letAddedForget(
  worker: WorkerContext,
  { clusterId, previous }: MembersInput,
  signal: AbortSignal,
): Promise<void> {
  const { hosts, vips } = await loadCluster(worker.db, clusterId);
  const added = hosts.filter((host) => !previous.some((member) => member.hostId === host.id));
  const isRequired = vips.length > 0;
  for (const { id: hostId, name: hostName } of added)
    await letForget(worker, { clusterId, hostId, hostName, isRequired }, signal);
}

/** A console that was restored from an older database says which hosts it lets the agents forget. */
async function nameForgottenPeers(
  { worker, log }: StepContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  const held = await Promise.all(
    wanted.hosts.map((host) => worker.observer.readHeld(targetOf(host), signal)),
  );
  const unknown = findUnknownPeers(wanted, held);
  if (unknown.length === 0) return;
  await log("warning", message("log.peers_forgotten", { hosts: await namePeers(worker, unknown) }));
}

async function isKept(worker: WorkerContext, clusterId: string, signal: AbortSignal): Promise<boolean> {
  const { wanted } = await loadCluster(worker.db, clusterId);
  const held = await Promise.all(
    wanted.hosts.map((host) => worker.observer.readHeld(targetOf(host), signal)),
  );
  return isWithheld(wanted, held, { digest: hashText, mayForgetPeers: true });
}

async function store(
  worker: WorkerContext,
  { clusterId, vips, members, previous }: MembersInput,
  what: "wanted" | "previous",
): Promise<void> {
  const isBack = what === "previous";
  const stored = await worker.db.transact(worker.actor, async (unit: UnitOfWork) => {
    const changed = await unit.clusters.setMembers(clusterId, isBack ? previous : members);
    if (isRefusal(changed)) return changed;
    for (const vip of vips) {
      // The VIP may be gone already when a refresh is taken back late.
      if ((await unit.vips.find(vip.vipId)) === null) continue;
      const nics = { ...(isBack ? vip.previous : vip.nics) };
      const kept = await unit.vips.change(vip.vipId, null, { nics });
      if (isRefusal(kept)) return kept;
    }
    return changed;
  });
  if (isRefusal(stored)) throw new StepFailure("problem.already_exists", { params: stored.message.params });
}
