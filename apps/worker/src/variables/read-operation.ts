import { message, type OperationInput, operationKinds, VariablesReading } from "@primacy/contract";
import type { PlannedStep } from "@primacy/core/operation";
import { buildVariablesReading, type MemberReading } from "@primacy/core/variables";
import type { MemberRecord } from "@primacy/db";
import { getAccount, type LoadedCluster, loadCluster, targetOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import type { ServerAccount } from "../mysql/connect-server";
import { defineOperation, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { readHost } from "./read-host";
import { readServer } from "./read-server";

type Input = OperationInput<"variables.read">;
type ReadStep = PlannedStep<"variables.read", Input>;

/** `variables.read`: asks every member's server for its variables, and its agent what the next start gives. Changes nothing. */
export const readOperation: OperationDefinition = defineOperation<Input, ReadStep>({
  input: operationKinds["variables.read"].input,
  timeoutMs: 10_000,
  plan: async (_context, input) => ({
    steps: [
      {
        ordinal: 0,
        code: "variables.read",
        hostId: null,
        hostName: null,
        title: message("step.variables.read"),
        preview: [],
        isReversible: false,
        input,
      },
    ],
    consequences: [],
  }),
  executors: {
    "variables.read": defineStep<Input>({
      input: operationKinds["variables.read"].input,
      timeoutMs: 60_000,
      undo: { kind: "nothing" },
      async execute({ worker, operation }, _input, signal) {
        const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
        const account = await getAccount(worker.db, loaded.cluster.id, "admin");
        const readings = await Promise.all(
          loaded.cluster.members.map((member) => readMember(worker, loaded, member, account, signal)),
        );
        return { kind: "done", output: buildVariablesReading(readings, worker.now().toISOString()) };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("variables.read", VariablesReading);
    return found?.output ?? null;
  },
});

async function readMember(
  worker: WorkerContext,
  { wanted, hosts }: LoadedCluster,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<MemberReading> {
  const { id: memberId, address, port } = member;
  const name = member.hostName ?? address;
  const about = { memberId, name, address, port };
  const server = await readServer(member, name, account, signal);
  if (!("running" in server)) return { ...about, server };
  const host = wanted.hosts.find((one) => one.hostId === member.hostId);
  const hasAgent = hosts.some((one) => one.id === member.hostId && one.agentState !== "none");
  const target = host === undefined || !hasAgent ? null : targetOf(host);
  const settings = await readHost(worker, target, [...server.running.keys()], signal);
  return { ...about, server: { ...server, host: settings } };
}
