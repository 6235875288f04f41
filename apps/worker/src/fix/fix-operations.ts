import {
  FixResult,
  FixVariable,
  isRefusal,
  type OperationInput,
  operationKinds,
  problemDetail,
  type Refusal,
  refuse,
} from "@primacy/contract";
import {
  checkBasis,
  type FixMember,
  type FixStep,
  planFix,
  planRestore,
  refuseUnfit,
} from "@primacy/core/fix";
import type { PlannedOperation } from "@primacy/core/operation";
import type { MemberRecord } from "@primacy/db";
import { findAdministrator } from "../cluster-record/administrator";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type OperationDefinitions } from "../operation/definition";
import type { OperationContext } from "../operation/operation-context";
import { type Connect, onServer } from "./on-server";
import { createFixExecutors, VariableOutput } from "./set-variable";
import { readSettings } from "./variable-setting";

type ApplyInput = OperationInput<"fix.apply">;
type RestoreInput = OperationInput<"fix.restore">;
type Planned = PlannedOperation<FixStep> | Refusal;

const timeoutMs = 30_000;

/**
 * `fix.apply` sets the variables of a fix on every member, `fix.restore` gives each back what it had before; either is
 * taken back on all of them where one cannot be set. Servers are signed in to by `connect`.
 */
export function createFixOperations(connect: Connect): OperationDefinitions<"fix.apply" | "fix.restore"> {
  const executors = createFixExecutors(connect);
  return {
    "fix.apply": defineOperation<ApplyInput, FixStep>({
      input: operationKinds["fix.apply"].input,
      timeoutMs,
      plan: (context, input, signal) => planApplication(connect, context, input, signal),
      executors,
      finish: resultOf,
      settle: noteFinished,
    }),
    "fix.restore": defineOperation<RestoreInput, FixStep>({
      input: operationKinds["fix.restore"].input,
      timeoutMs,
      plan: (context, input, signal) => planRestoration(connect, context, input, signal),
      executors,
      finish: resultOf,
      settle: noteFinished,
    }),
  };
}

async function planApplication(
  connect: Connect,
  context: OperationContext,
  { fix, basis, user }: ApplyInput,
  signal: AbortSignal,
): Promise<Planned> {
  const loaded = await loadCluster(context.worker.db, context.operation.clusterId ?? "");
  const members = await readMembers(connect, context, loaded, user, signal);
  if (isRefusal(members)) return members;
  const planned = planFix({ clusterId: loaded.cluster.id, user }, fix, members);
  if (planned === null) return refuseUnfit(fix);
  const others = basis === undefined ? [] : checkBasis(planned.steps, basis);
  return others.length === 0 ? planned : refuse("conflict", others);
}

async function planRestoration(
  connect: Connect,
  context: OperationContext,
  { operationId, user }: RestoreInput,
  signal: AbortSignal,
): Promise<Planned> {
  const loaded = await loadCluster(context.worker.db, context.operation.clusterId ?? "");
  const { cluster } = loaded;
  const before = await context.worker.db.operations.find(operationId);
  const result = FixResult.safeParse(before?.result);
  if (before?.clusterId !== cluster.id || !result.success)
    return refuse("conflict", [problemDetail("/operationId", "operation_no_fix")]);
  const fixed = new Set(result.data.members.map((one) => one.memberId));
  const asked = {
    ...loaded,
    cluster: { ...cluster, members: cluster.members.filter(({ id }) => fixed.has(id)) },
  };
  const members = await readMembers(connect, context, asked, user, signal);
  if (isRefusal(members)) return members;
  return planRestore({ clusterId: cluster.id, user }, result.data, members);
}

async function readMembers(
  connect: Connect,
  context: OperationContext,
  { cluster, hosts }: LoadedCluster,
  user: string | null,
  signal: AbortSignal,
): Promise<readonly FixMember[] | Refusal> {
  const account = await findAdministrator(context, cluster.id, user);
  if (account === null) return refuse("credentials_missing", [], { what: cluster.name });
  const read = async (member: MemberRecord): Promise<FixMember> => {
    const name = hosts.find((one) => one.id === member.hostId)?.name ?? member.address;
    const settings = await onServer(connect, { member, name, account }, signal, (connection) =>
      readSettings(connection, FixVariable.options, signal),
    );
    return { memberId: member.id, hostId: member.hostId, name, settings };
  };
  return Promise.all(cluster.members.map(read));
}

/** What changed on which member; null where nothing did. */
async function resultOf(context: OperationContext): Promise<FixResult | null> {
  const outputs = await context.listOutputs("variable.set", VariableOutput);
  const [first] = outputs;
  if (first === undefined) return null;
  const members = outputs.map(({ output: { memberId, name, variable, before, after } }) => ({
    memberId,
    name,
    variable,
    before,
    after,
  }));
  return { variable: first.output.variable, members };
}
