import {
  isRefusal,
  type MemberAction,
  MemberCheck,
  type MemberResult,
  message,
  operationKinds,
  type Refusal,
  refuse,
} from "@primacy/contract";
import { refuseFailed } from "@primacy/core/check";
import {
  checkMember,
  describeMember,
  type JudgedMemberAction,
  type MemberParty,
  type MemberSnapshot,
  type MemberStep,
  planMember,
} from "@primacy/core/member";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { z } from "zod";
import { type LoadedCluster, loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import type { WorkerContext } from "../context";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { type MemberRequest, nameOf, observeMember } from "../replication/group-replication/observe-member";
import { MemberOutput, memberExecutors } from "./member-steps";

/** What an action on a member would be: what was found, and its plan where nothing stands against it. */
interface Judged extends JudgedMemberAction {
  readonly planned: PlannedOperation<MemberStep> | null;
}

async function judge(
  worker: WorkerContext,
  loaded: LoadedCluster,
  request: MemberRequest,
  limitSeconds: number,
  signal: AbortSignal,
): Promise<Judged | Refusal> {
  const party = findParty(loaded, request.memberId);
  if (party === null) return refuse("not_found", [], { what: "member" });
  const snapshot: MemberSnapshot = await observeMember(worker, loaded, request, signal);
  const judged = checkMember(snapshot);
  const planned = judged.report.hasFailures ? null : planMember(party, snapshot, judged, limitSeconds);
  return { ...judged, planned };
}

function findParty({ cluster }: LoadedCluster, memberId: string): MemberParty | null {
  const member = cluster.members.find((one) => one.id === memberId);
  if (member === undefined) return null;
  const { serverUuid, hostId } = member;
  return { clusterId: cluster.id, memberId, serverUuid, name: nameOf(member), hostId };
}

/** As the API sets it where none is asked for. */
const defaultLimitSeconds = 600;

const StopOrStart = z.object({
  memberId: z.string(),
  isPrimaryAllowed: z.boolean().default(false),
  isCloneAllowed: z.boolean().default(false),
  limitSeconds: z.number().int().default(defaultLimitSeconds),
});
type StopOrStart = z.output<typeof StopOrStart>;

/** `member.start`, `member.stop`, `member.rejoin`: looks again, and does what nothing stands against. */
export function memberOperation(action: MemberAction): OperationDefinition {
  return defineOperation<StopOrStart, MemberStep>({
    input: StopOrStart,
    timeoutMs: 30_000,
    async plan({ worker, operation }, { limitSeconds, ...asked }, signal) {
      const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
      const judged = await judge(worker, loaded, { ...asked, action }, limitSeconds, signal);
      if (isRefusal(judged)) return judged;
      return judged.planned ?? refuseFailed(judged.report) ?? refuse("checks_failed");
    },
    executors: memberExecutors,
    finish: findResult,
    async settle(context, { memberId }, state) {
      const name = (await findName(context, memberId)) ?? memberId;
      await noteFinished(context, null, state, describeMember(action, state, name));
    },
  });
}

async function findName({ worker, operation }: OperationContext, memberId: string): Promise<string | null> {
  const { clusterId } = operation;
  const cluster = clusterId === null ? null : await worker.db.clusters.find(clusterId);
  const member = cluster?.members.find((one) => one.id === memberId);
  return member === undefined ? null : nameOf(member);
}

/** Of a stop what the stop left, of a start what came of it. */
async function findResult(
  context: OperationContext,
  { memberId }: StopOrStart,
): Promise<MemberResult | null> {
  const online = await context.listOutputs("member.await_online", MemberOutput);
  const cloned = await context.listOutputs("member.await_clone", MemberOutput);
  const left = await context.listOutputs("member.stop", MemberOutput);
  const [last] = [...online, ...cloned, ...left];
  if (last === undefined) return null;
  const name = (await findName(context, memberId)) ?? memberId;
  return { memberId, name, ...last.output };
}

const Look = operationKinds["member.check"].input;
type Look = z.output<typeof Look>;
const LookInput = Look.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"member.look", LookInput>;

/** `member.check`: compares a member with its group, and says what an action on it would do. Changes nothing. */
export const memberCheckOperation: OperationDefinition = defineOperation<Look, LookStep>({
  input: Look,
  timeoutMs: 10_000,
  async plan({ worker, operation }, input): Promise<PlannedOperation<LookStep> | Refusal> {
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const party = findParty(loaded, input.memberId);
    if (party === null) return refuse("not_found", [], { what: "member" });
    const step: LookStep = {
      ordinal: 0,
      code: "member.look",
      hostId: party.hostId,
      hostName: party.name,
      title: message("step.member.look", { member: party.name }),
      preview: [],
      isReversible: false,
      input: { ...input, clusterId: party.clusterId },
    };
    return { steps: [step], consequences: [] };
  },
  executors: {
    "member.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 30_000,
      undo: { kind: "nothing" },
      async execute({ worker }, { clusterId, ...request }, signal) {
        const loaded = await loadCluster(worker.db, clusterId);
        const judged = await judge(worker, loaded, request, defaultLimitSeconds, signal);
        if (isRefusal(judged))
          throw new StepFailure("failure.member_unknown", { params: { name: request.memberId } });
        const plan = judged.planned === null ? { steps: [], consequences: [] } : toPlan(judged.planned);
        return { kind: "done", output: { report: judged.report, plan, difference: judged.difference } };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("member.look", MemberCheck);
    return found?.output ?? null;
  },
});
