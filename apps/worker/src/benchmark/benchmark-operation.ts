import {
  BenchmarkCheck,
  type BenchmarkFields,
  type BenchmarkResult,
  type BenchmarkState,
  message,
  type OperationInput,
  operationKinds,
  refuse,
} from "@primacy/contract";
import {
  type BenchmarkInput,
  type BenchmarkStep,
  checkBenchmark,
  estimateBenchmark,
  nameBenchmark,
  planBenchmark,
  restartsServers,
  withOwnWarmup,
} from "@primacy/core/benchmark";
import { refuseFailed } from "@primacy/core/check";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import { loadCluster } from "../cluster-record/load-cluster";
import { noteFinished } from "../cluster-record/note-finished";
import { defineOperation, type FinalState, type OperationDefinition } from "../operation/definition";
import { defineStep } from "../operation/executor";
import { nestReasons } from "../operation/nest-reasons";
import type { OperationContext } from "../operation/operation-context";
import { refuseRestarts } from "../restart-steps/refuse-restarts";
import { accountStep, cleanStep } from "./account-step";
import { measureStep } from "./measure-step";
import { type ObservedBenchmark, observeBenchmark } from "./observe-benchmark";
import { prepareStep } from "./prepare-step";
import { refuseGone } from "./refuse-gone";

type Input = OperationInput<"benchmark">;

type EndState = Exclude<BenchmarkState, "preparing" | "running">;

/** `benchmark`: looks again, makes schema and account, fills the tables, measures, and deletes both. */
export const benchmarkOperation: OperationDefinition = defineOperation<Input, BenchmarkStep>({
  input: operationKinds.benchmark.input,
  timeoutMs: 60_000,
  async plan({ worker, operation, ...context }, { user, ...asked }, signal) {
    const fields = withOwnWarmup(asked);
    const missing = await refuseGone(worker, operation.clusterId, fields.loadHostId);
    if (missing !== null) return missing;
    const loaded = await loadCluster(worker.db, operation.clusterId ?? "");
    const observed = await observeBenchmark(worker, loaded, fields, signal);
    const refusal = refuseFailed(nestReasons(checkBenchmark(observed.snapshot), observed.told));
    if (refusal !== null) return refusal;
    const { id: clusterId, name: clusterName } = loaded.cluster;
    const account = await findAdministrator({ worker, ...context }, clusterId, user);
    if (account === null) return refuse("credentials_missing", [], { what: clusterName });
    if (restartsServers(fields.hygiene)) {
      // Every server is asked before the first is restarted.
      const forbidden = await refuseRestarts(loaded.cluster.members, account, signal);
      if (forbidden !== null) return forbidden;
    }
    return planBenchmark({ ...describe(operation.id, clusterId, fields, observed), user });
  },
  executors: {
    "benchmark.account": accountStep,
    "benchmark.prepare": prepareStep,
    "benchmark.measure": measureStep,
    "benchmark.clean": cleanStep,
  },
  finish: async ({ operation }): Promise<BenchmarkResult> => ({ benchmarkId: operation.id }),
  async settle(context, input, state) {
    await endRecord(context, state);
    await noteFinished(context, input, state);
  },
});

/** A run that was under way when it was cancelled is none. */
async function endRecord({ worker, operation: { id } }: OperationContext, state: FinalState): Promise<void> {
  // Refused before it began, it has none.
  const found = await worker.db.benchmarks.find(id);
  if (found === null) return;
  const { isCancelRequested } = await worker.db.operations.get(id);
  const end: EndState = state === "succeeded" ? state : isCancelRequested ? "cancelled" : "failed";
  await worker.db.transact(worker.actor, async (unit) => {
    for (const run of found.runs.filter((one) => one.state === "running"))
      await unit.benchmarks.endRun(run.id, {
        state: "void",
        figures: null,
        reason: message("why.benchmark_stopped"),
      });
    await unit.benchmarks.finish(id, end);
  });
}

function describe(
  benchmarkId: string,
  clusterId: string,
  fields: BenchmarkFields,
  { arms, snapshot, primary, online, fillAt }: ObservedBenchmark,
): Omit<BenchmarkInput, "user"> {
  const { loadHost, clusterName } = snapshot;
  const tool = loadHost.tool === "outdated" ? null : loadHost.tool;
  return {
    benchmarkId,
    clusterId,
    clusterName,
    ...nameBenchmark(benchmarkId),
    loadHostId: loadHost.hostId,
    loadHostName: loadHost.name,
    // No plan is made of a host without it.
    program: tool?.path ?? "-",
    toolVersion: tool?.version ?? "-",
    fields: { ...fields, seed: fields.seed ?? 0 },
    arms,
    primary: primary ?? { serverUuid: "", name: "-" },
    online,
    fillAt,
  };
}

const LookInput = operationKinds["benchmark.check"].input.extend({ clusterId: z.string() });
type LookInput = z.output<typeof LookInput>;
type LookStep = PlannedStep<"benchmark.look", LookInput>;

/** `benchmark.check`: looks at the pre-conditions, and says what a benchmark would do and how long it takes. Changes nothing. */
export const benchmarkCheckOperation: OperationDefinition = defineOperation<BenchmarkFields, LookStep>({
  input: operationKinds["benchmark.check"].input,
  timeoutMs: 10_000,
  plan: async ({ operation }, asked): Promise<PlannedOperation<LookStep>> => ({
    steps: [
      {
        ordinal: 0,
        code: "benchmark.look",
        hostId: null,
        hostName: null,
        title: message("step.benchmark.look"),
        preview: [],
        isReversible: false,
        input: { ...asked, clusterId: operation.clusterId ?? "" },
      },
    ],
    consequences: [],
  }),
  executors: {
    "benchmark.look": defineStep<LookInput>({
      input: LookInput,
      timeoutMs: 60_000,
      undo: { kind: "nothing" },
      async execute({ worker, operation }, { clusterId, ...asked }, signal) {
        const fields = withOwnWarmup(asked);
        const loaded = await loadCluster(worker.db, clusterId);
        const observed = await observeBenchmark(worker, loaded, fields, signal);
        const report = nestReasons(checkBenchmark(observed.snapshot), observed.told);
        const plan = report.hasFailures
          ? { steps: [], consequences: [] }
          : toPlan(planBenchmark({ ...describe(operation.id, clusterId, fields, observed), user: null }));
        const kept = await worker.db.clusters.findCredential(clusterId, "administrator");
        const seconds = estimateBenchmark({ ...fields, members: observed.online.length });
        const output = { report, plan, seconds, needsAccount: kept === null };
        return { kind: "done", output };
      },
    }),
  },
  async finish(context) {
    const [found] = await context.listOutputs("benchmark.look", BenchmarkCheck);
    return found?.output ?? null;
  },
});
