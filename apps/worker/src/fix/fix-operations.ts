import {
  FixResult,
  fixVariables,
  type OperationInput,
  operationInputs,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { type FixMember, type FixStep, planFix, planRestore } from "@primacy/core/fix";
import type { PlannedOperation } from "@primacy/core/operation";
import type { MemberRecord } from "@primacy/db";
import { endpointOf, type LoadedCluster, loadCluster } from "../cluster/load-cluster";
import { noteFinished } from "../cluster/note-finished";
import { connectServer, type ServerAccount } from "../mysql/connect-server";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { findAdministrator } from "./administrator";
import { fixExecutors, VariableOutput } from "./set-variable";
import { readSettings } from "./variable-setting";

type ApplyInput = OperationInput<"fix.apply">;
type RestoreInput = OperationInput<"fix.restore">;

/** `fix.apply`: sets the variable of a fix on every member; taken back on all of them where one cannot be set. */
export const applyFixOperation: OperationDefinition = defineOperation<ApplyInput, FixStep>({
  input: operationInputs["fix.apply"],
  timeoutMs: 30_000,
  async plan(context, { fix, user }, signal) {
    const loaded = await loadCluster(context.worker.db, context.operation.clusterId ?? "");
    const account = await findAdministrator(context, loaded.cluster.id, user);
    if (account === null) return refuse("credentials_missing", [], { what: loaded.cluster.name });
    const members = await Promise.all(
      loaded.cluster.members.map((member) => readMember(loaded, member, account, signal)),
    );
    const planned = planFix({ clusterId: loaded.cluster.id, user }, fix, members);
    if (planned !== null) return planned;
    const params = { variable: fixVariables[fix] };
    return refuse("conflict", [problemDetail("/fix", "fix_unfit", params)]);
  },
  executors: fixExecutors,
  finish: resultOf,
  settle: noteFinished,
});

/** `fix.restore`: gives each member back what it had before a fix, as the fix recorded it. */
export const restoreFixOperation: OperationDefinition = defineOperation<RestoreInput, FixStep>({
  input: operationInputs["fix.restore"],
  timeoutMs: 30_000,
  plan: planRestoration,
  executors: fixExecutors,
  finish: resultOf,
  settle: noteFinished,
});

async function planRestoration(
  context: OperationContext,
  { operationId, user }: RestoreInput,
): Promise<PlannedOperation<FixStep> | Refusal> {
  const { cluster } = await loadCluster(context.worker.db, context.operation.clusterId ?? "");
  const before = await context.worker.db.operations.find(operationId);
  const result = FixResult.safeParse(before?.result);
  if (before?.clusterId !== cluster.id || !result.success)
    return refuse("conflict", [problemDetail("/operationId", "operation_no_fix")]);
  if ((await findAdministrator(context, cluster.id, user)) === null)
    return refuse("credentials_missing", [], { what: cluster.name });
  const members = result.data.members.filter(({ memberId }) =>
    cluster.members.some((one) => one.id === memberId),
  );
  const hostIds = Object.fromEntries(cluster.members.map((one) => [one.id, one.hostId]));
  return planRestore({ clusterId: cluster.id, user }, { ...result.data, members }, hostIds);
}

async function readMember(
  { hosts }: LoadedCluster,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<FixMember> {
  const connection = await connectServer(endpointOf(member), account, signal);
  try {
    const settings = await readSettings(connection, Object.values(fixVariables), signal);
    const host = hosts.find((one) => one.id === member.hostId);
    return { memberId: member.id, hostId: member.hostId, name: host?.name ?? member.address, settings };
  } finally {
    connection.close();
  }
}

/** What changed on which member; null where nothing did. */
async function resultOf(context: OperationContext): Promise<FixResult | null> {
  const outputs = await context.listOutputs("variable.set", VariableOutput);
  const [first] = outputs;
  if (first === undefined) return null;
  const members = outputs.map(({ output: { memberId, name, before, after } }) => ({
    memberId,
    name,
    before,
    after,
  }));
  return { variable: first.output.variable, members };
}
