import { randomUUID } from "node:crypto";
import {
  message,
  type OperationInput,
  operationKinds,
  type ProblemDetail,
  problemDetail,
  RecoveryCheck,
  type RecoveryResult,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { formatFenceOrder, parseFenceOrder } from "@primacy/contract/agent";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import {
  checkRecovery,
  type JudgedRecovery,
  planRecovery,
  type RecoveryMember,
  type RecoveryStep,
  type SignedOrder,
} from "@primacy/core/recovery";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import { listWriteVips } from "../cluster-record/find-write-vip";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import type { OperationContext } from "../operation/operation-context";
import { listForbidden } from "../replication/group-replication/list-forbidden";
import { getMember } from "../replication/group-replication/observe-member";
import { HeldOutput, vipExecutors } from "../vip-steps/vip-executors";
import { observeRecovery } from "./observe-recovery";
import { RecoveredOutput, recoveryExecutors } from "./recovery-steps";

type Input = OperationInput<"recovery">;

/** An order that was made for a plan counts for so long: time to switch hosts off, to sign, and to send it. */
const orderMinutes = 30;

/** `recovery`: looks again, gives the signed order to the agents, and brings the group back from one member. */
export const recoveryOperation: OperationDefinition = defineOperation<Input, RecoveryStep>({
  input: operationKinds.recovery.input,
  timeoutMs: 30_000,
  async plan(context, { memberId, order, method, user }, signal) {
    const { worker, operation } = context;
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    if (!loaded.cluster.members.some((member) => member.id === memberId))
      return refuse("not_found", [], { what: "member" });
    const judged = checkRecovery(await observeRecovery(worker, loaded, memberId, signal));
    const failed = refuseFailed(judged.report);
    if (failed !== null) return failed;
    // Who confirmed one way must not get the other.
    const other =
      method === null || method === judged.method ? [] : [problemDetail("/method", "recovery_other_method")];
    const problems = [...other, ...judgeOrder(loaded, judged, order)];
    if (problems.length > 0) return refuse("validation_failed", problems);
    const refusal = await refuseUnprivileged(context, loaded, { memberId, user }, signal);
    return refusal ?? plan(loaded, judged, { user, order: dated(judged, order) });
  },
  executors: { ...recoveryExecutors, "vip.await_held": vipExecutors["vip.await_held"] },
  finish: findResult,
  settle: noteFinished,
});

function plan(
  { cluster, vips }: LoadedCluster,
  judged: JudgedRecovery,
  by: { readonly user: string | null; readonly order: DatedOrder | null },
): PlannedOperation<RecoveryStep> {
  // What is paused stays where it was, whoever is the primary.
  const following = listWriteVips(vips).filter((vip) => vip.paused === undefined);
  const followed = following.map((vip) => ({ vipId: vip.id, address: vip.address }));
  return planRecovery(judged, { clusterId: cluster.id, ...by, vips: followed });
}

type DatedOrder = SignedOrder & { readonly notAfter: string };

/** An order that is needed, with its end; null where none is. */
function dated({ unproven }: JudgedRecovery, signed: SignedOrder | null): DatedOrder | null {
  if (signed === null || unproven.length === 0) return null;
  return { ...signed, notAfter: parseFenceOrder(signed.text)?.notAfter ?? "" };
}

/** What stands against the text of an order. Who signed it, each agent judges for itself. */
function judgeOrder(
  { cluster }: LoadedCluster,
  { staying, unproven }: JudgedRecovery,
  signed: SignedOrder | null,
): readonly ProblemDetail[] {
  if (unproven.length === 0) return [];
  if (signed === null) return [problemDetail("/order", "order_needed", { hosts: namesOf(unproven) })];
  const order = parseFenceOrder(signed.text);
  if (order === null) return [problemDetail("/order/text", "order_unreadable")];
  const isNamed = ({ hostId }: Pick<RecoveryMember, "hostId">): boolean =>
    order.hosts.some((host) => host.hostId === hostId);
  const unnamed = unproven.filter((member) => !isNamed(member));
  const wrong = staying.filter(isNamed);
  // Who came back since it was signed: the order is no word about them any more.
  const known = [...unproven, ...staying].map((member) => member.hostId);
  const others = order.hosts.filter((host) => !known.includes(host.hostId));
  return [
    ...(order.clusterId === cluster.id ? [] : [problemDetail("/order/text", "order_other_cluster")]),
    ...(Date.parse(order.notAfter) > Date.now()
      ? []
      : [problemDetail("/order/text", "order_ended", { at: order.notAfter })]),
    ...(unnamed.length === 0
      ? []
      : [problemDetail("/order/text", "order_hosts", { hosts: namesOf(unnamed) })]),
    ...(others.length === 0
      ? []
      : [problemDetail("/order/text", "order_answering", { hosts: namesOf(others) })]),
    ...(wrong.length === 0 ? [] : [problemDetail("/order/text", "order_staying", { hosts: namesOf(wrong) })]),
  ];
}

function namesOf(members: readonly { readonly name: string }[]): string {
  return members.map(({ name }) => name).join(", ");
}

async function refuseUnprivileged(
  context: OperationContext,
  loaded: LoadedCluster,
  { memberId, user }: Pick<Input, "memberId" | "user">,
  signal: AbortSignal,
): Promise<Refusal | null> {
  const account = await findAdministrator(context, loaded.cluster.id, user);
  if (account === null) return refuse("credentials_missing", [], { what: loaded.cluster.name });
  const target = getMember(loaded, memberId);
  const forbidden = await listForbidden([target], "SYSTEM_VARIABLES_ADMIN", account, signal);
  const problems = forbidden.map((member) =>
    problemDetail("/administrator/user", "recovery_not_allowed", { user: account.user, member }),
  );
  return problems.length === 0 ? null : refuse("conflict", problems);
}

async function findResult(context: OperationContext): Promise<RecoveryResult | null> {
  const [forced] = await context.listOutputs("recovery.force", RecoveredOutput);
  const [founded] = await context.listOutputs("recovery.bootstrap", RecoveredOutput);
  const recovered = forced ?? founded;
  if (recovered === undefined) return null;
  const [held] = await context.listOutputs("vip.await_held", HeldOutput);
  return { ...recovered.output, holderHostName: held?.output.hostName ?? null };
}

const Look = operationKinds["recovery.check"].input;
const LookInput = Look.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"recovery.look", LookInput>;

/** `recovery.check`: looks at how a group could be brought back, and makes the order to sign. Changes nothing. */
export const recoveryCheckOperation: OperationDefinition = defineOperation<z.output<typeof Look>, LookStep>({
  input: Look,
  timeoutMs: 10_000,
  plan: async ({ operation }, { memberId }): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "recovery.look",
        hostId: null,
        hostName: null,
        title: message("step.recovery.look"),
        preview: [],
        isReversible: false,
        input: { clusterId: operation.clusterId ?? "", memberId },
      },
    ],
    consequences: [],
  }),
  executors: {
    "recovery.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute({ worker }, { clusterId, memberId }, signal) {
        return { kind: "done", output: await look(worker, clusterId, memberId, signal) };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("recovery.look", RecoveryCheck);
    return found?.output ?? null;
  },
});

async function look(
  worker: WorkerContext,
  clusterId: string,
  memberId: string,
  signal: AbortSignal,
): Promise<RecoveryCheck> {
  const loaded = await loadCluster(worker.db, clusterId);
  const judged = checkRecovery(await observeRecovery(worker, loaded, memberId, signal));
  const { report, method } = judged;
  const kept = await worker.db.clusters.findCredential(clusterId, "administrator");
  const needsAccount = kept === null;
  if (report.hasFailures)
    return { report, plan: { steps: [], consequences: [] }, needsAccount, method, order: null };
  const text = writeOrder(loaded, judged.unproven, new Date(Date.now() + orderMinutes * 60_000));
  const order = dated(judged, text === null ? null : { text, signature: "" });
  const planned = toPlan(plan(loaded, judged, { user: null, order }));
  const hosts = judged.unproven.map(({ name }) => name);
  return {
    report,
    plan: planned,
    needsAccount,
    method,
    order: order === null ? null : { text: order.text, notAfter: order.notAfter, hosts },
  };
}

/** The text for an operator to sign; null where nobody has to answer for a host. */
function writeOrder(
  { cluster, hosts }: LoadedCluster,
  unproven: readonly RecoveryMember[],
  notAfter: Date,
): string | null {
  const named = unproven.flatMap(({ hostId, name, address }) =>
    hostId === null ? [] : [{ hostId, name, address: addressOf(hosts, hostId) ?? address }],
  );
  if (named.length === 0) return null;
  return formatFenceOrder({
    orderId: randomUUID(),
    clusterId: cluster.id,
    clusterName: cluster.name,
    hosts: named,
    notAfter: notAfter.toISOString(),
  });
}

function addressOf(hosts: LoadedCluster["hosts"], hostId: string): string | null {
  return hosts.find((host) => host.id === hostId)?.address ?? null;
}
