import { isRefusal, message, type Refusal } from "@primacy/contract";
import {
  accountPurposes,
  accountStatements,
  accountUsers,
  dropAccountStatements,
} from "@primacy/core/cluster";
import type { RegisterStep } from "@primacy/core/plan";
import type { ClusterRecord, UnitOfWork } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { inspectAndLog } from "../agent-document/inspect-members";
import { expectTaken, reconcileAgents } from "../agent-document/reconcile-agents";
import { getAccount, loadCluster, serversOf, targetOf } from "../cluster-record/load-cluster";
import { MemberDraftInput } from "../cluster-record/member-draft";
import type { ServerAccount, ServerConnection } from "../mysql/connect-server";
import { drawPassword } from "../mysql/draw-password";
import { greetAgent } from "../observe/greet-agent";
import { defineStep, type ExecutorMap } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { readAgentHosts } from "../vip-steps/schema-steps";
import { awaitAccess } from "./await-access";
import { getPassword } from "./discover-operation";
import { syncAgentAccounts } from "./sync-agent-accounts";

const StoreInput = z.object({
  name: z.string(),
  groupName: z.string(),
  members: z.array(MemberDraftInput),
  administrator: z.string(),
  isAdministratorKept: z.boolean(),
});
const AccountInput = z.object({
  groupName: z.string(),
  purpose: z.enum(accountPurposes),
  administrator: z.string(),
  agentHosts: z.array(z.string()),
});
const GroupInput = z.object({ groupName: z.string() });

/** How each step of a registration is done and taken back. */
export const registerExecutors: ExecutorMap<RegisterStep> = {
  "cluster.store": defineStep<z.output<typeof StoreInput>, { isOurs: boolean }>({
    input: StoreInput,
    timeoutMs: 15_000,
    undo: {
      kind: "recorded",
      record: z.object({ isOurs: z.boolean() }),
      prepare: async ({ worker }, input) => ({
        isOurs: (await worker.db.clusters.findByGroupName(input.groupName)) === null,
      }),
      async undo({ worker }, input, { isOurs }) {
        const cluster = isOurs ? await worker.db.clusters.findByGroupName(input.groupName) : null;
        if (cluster === null) return;
        await worker.db.transact(worker.actor, (unit) => unit.clusters.remove(cluster.id));
      },
    },
    async execute(context, input) {
      const { worker } = context;
      const password = input.isAdministratorKept ? await getPassword(context) : null;
      const stored = await worker.db.transact(worker.actor, (unit) => storeCluster(unit, input, password));
      if (isRefusal(stored)) throw toFailure(stored);
      return { kind: "done", output: { clusterId: stored.id } };
    },
  }),
  "account.create": defineStep<z.output<typeof AccountInput>, { existed: boolean }>({
    input: AccountInput,
    timeoutMs: 30_000,
    maxAttempts: 3,
    undo: {
      kind: "recorded",
      record: z.object({ existed: z.boolean() }),
      prepare: async (context, input, signal) => ({
        existed: await hasAccount(context, input, signal),
      }),
      async undo(context, input, { existed }, signal) {
        // One that was there before belongs to whoever made it; only its password is lost.
        if (existed)
          return context.log(
            "warning",
            message("log.account_left", { account: accountUsers[input.purpose] }),
          );
        await asAdministrator(context, input, signal, async (connection) => {
          // A later step makes those of servers that say only then from where their agents sign in.
          const made = new Set([...input.agentHosts, ...(await readAgentHosts(connection, signal))]);
          await connection.run(dropAccountStatements(input.purpose, [...made]), { signal });
        });
      },
    },
    async execute(context, input, signal) {
      const cluster = await getByGroup(context, input.groupName);
      const { password } = await getAccount(context.worker.db, cluster.id, input.purpose);
      await asAdministrator(context, input, signal, (connection) =>
        connection.run(accountStatements(input.purpose, password, input.agentHosts), { signal }),
      );
      return { kind: "done" };
    },
  }),
  "member.inspect": defineStep<z.output<typeof GroupInput>>({
    input: GroupInput,
    timeoutMs: 60_000,
    undo: { kind: "nothing" },
    async execute(context, { groupName }, signal) {
      const cluster = await getByGroup(context, groupName);
      const detail = await inspectAndLog(context, cluster.id, signal);
      await syncAgentAccounts(context, cluster.id, signal);
      return { kind: "done", ...(detail === null ? {} : { detail }) };
    },
  }),
  "agents.configure": defineStep<z.output<typeof GroupInput>, Record<string, never>>({
    input: GroupInput,
    timeoutMs: 60_000,
    undo: {
      kind: "recorded",
      record: z.object({}),
      prepare: async () => ({}),
      undo: (context, { groupName }, _record, signal) => forgetEverywhere(context, groupName, signal),
    },
    async execute(context, { groupName }, signal) {
      const cluster = await getByGroup(context, groupName);
      // What its agents hold for a cluster that this console does not have was told before.
      const converged = await reconcileAgents(context.worker, cluster.id, signal, { mayOverrule: true });
      expectTaken(converged);
      const refused = await awaitAccess(context.worker, cluster.id, signal);
      const { silentHostNames } = converged;
      if (silentHostNames.length > 0)
        return {
          kind: "done",
          detail: message("detail.agent_absent", { host: silentHostNames.join(", ") }),
        };
      if (refused.length === 0) return { kind: "done" };
      return { kind: "done", detail: message("detail.agent_refused", { host: refused.join(", ") }) };
    },
  }),
};

async function storeCluster(
  unit: UnitOfWork,
  input: z.output<typeof StoreInput>,
  administratorPassword: string | null,
): Promise<ClusterRecord | Refusal> {
  const { name, groupName, members, administrator } = input;
  const existing = await unit.clusters.findByGroupName(groupName);
  // The step runs again after a crash: what it stored then is what it would store now.
  if (existing !== null && existing.name === name) return existing;
  const cluster = await unit.clusters.create({ name, kind: "group_replication", groupName, members });
  if (isRefusal(cluster)) return cluster;
  for (const purpose of accountPurposes)
    await unit.clusters.setCredential(cluster.id, purpose, {
      user: accountUsers[purpose],
      password: drawPassword(),
    });
  if (administratorPassword !== null)
    await unit.clusters.setCredential(cluster.id, "administrator", {
      user: administrator,
      password: administratorPassword,
    });
  return cluster;
}

async function asAdministrator<T>(
  context: OperationContext,
  input: z.output<typeof AccountInput>,
  signal: AbortSignal,
  act: (connection: ServerConnection) => Promise<T>,
): Promise<T> {
  const account: ServerAccount = { user: input.administrator, password: await getPassword(context) };
  // The cluster was stored before, with the CAs that discovery read.
  const cluster = await getByGroup(context, input.groupName);
  const { connection } = await context.worker.replication[cluster.kind].findPrimary(
    serversOf(cluster),
    account,
    input.groupName,
    signal,
  );
  try {
    return await act(connection);
  } finally {
    connection.close();
  }
}

function hasAccount(
  context: OperationContext,
  input: z.output<typeof AccountInput>,
  signal: AbortSignal,
): Promise<boolean> {
  return asAdministrator(context, input, signal, async (connection) => {
    const values = [accountUsers[input.purpose]];
    const rows = await connection.query("SELECT user FROM mysql.user WHERE user = ?", { signal, values });
    return rows.length > 0;
  });
}

async function getByGroup(context: OperationContext, groupName: string): Promise<ClusterRecord> {
  const cluster = await context.worker.db.clusters.findByGroupName(groupName);
  if (cluster !== null) return cluster;
  throw new StepFailure("problem.not_found", { params: { what: groupName } });
}

async function forgetEverywhere(
  context: OperationContext,
  groupName: string,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const cluster = await worker.db.clusters.findByGroupName(groupName);
  if (cluster === null) return;
  const { wanted } = await loadCluster(worker.db, cluster.id);
  for (const host of wanted.hosts) {
    try {
      const target = targetOf(host);
      const hello = await greetAgent(worker, target, signal);
      if (hello.clusterId !== cluster.id) continue;
      const body = { clusterId: cluster.id, epoch: hello.epoch ?? wanted.epoch };
      await worker.agents.clientFor(target).call("forget", body, { signal, timeoutMs: 15_000 });
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AgentFailure)) throw error;
      await context.log("warning", message("log.host_pending", { host: host.name }));
    }
  }
}

function toFailure(refusal: Refusal): StepFailure {
  return new StepFailure("problem.already_exists", { params: refusal.message.params });
}
