import { type BenchmarkRun, type Message, message, type RunPreparation } from "@primacy/contract";
import {
  type BenchmarkInput,
  clearingStatements,
  fillsTables,
  type HygieneStep,
  listLeftSteps,
  nameOfStep,
  planHygiene,
} from "@primacy/core/benchmark";
import { compareNames } from "@primacy/core/topology";
import { loadCluster } from "../../cluster-record/load-cluster";
import type { StepContext } from "../../operation/executor";
import { restartServer } from "../../restart-steps/restart-server";
import { toParty } from "../../switchover-steps/find-switchover";
import { onPrimary } from "../account-step";
import { requireGroup } from "../group-state";
import { awaitEndpoints } from "./await-endpoints";
import { dropCaches } from "./drop-caches";
import { fillAgain } from "./fill-again";
import { refuseProduction } from "./refuse-production";
import { switchPrimary } from "./switch-primary";

/** How long a server may take to restart and to be ONLINE again. */
export const restartLimitSeconds = 600;

const clearLimitMs = 600_000;

/** A run that waits, and how many there are. */
export interface PreparedRun {
  readonly run: BenchmarkRun;
  readonly runs: number;
}

/**
 * Does before a run what its benchmark was ordered to do, and stores each part with how long it took. A worker that takes over goes on
 * behind those that are stored: each may be done twice. On a cluster that was marked as production meanwhile no restart and no drop begins. Throws
 * `StepFailure`, which names the member, the host or the cluster.
 */
export async function prepareRun(
  context: StepContext,
  input: BenchmarkInput,
  prepared: PreparedRun,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const { run, runs } = prepared;
  const steps = await planSteps(context, input);
  let done: readonly RunPreparation[] = run.preparation ?? [];
  // Later, the primary may be another one in the midst of it.
  if (steps.length > 0 && done.length === 0) await requireGroup(context, input, signal);
  for (const step of listLeftSteps(steps, done)) {
    await context.report(describe(input, step, { run: run.ordinal + 1, total: runs }));
    const begunAtMs = performance.now();
    await perform(context, input, run, step, signal);
    const ms = Math.round(performance.now() - begunAtMs);
    done = [...done, { kind: step.kind, name: nameOfStep(step), ms }];
    const stored = done;
    await worker.db.transact(worker.actor, (unit) => unit.benchmarks.setPreparation(run.id, stored));
  }
}

async function planSteps(
  { worker }: StepContext,
  { clusterId, fields, online, primary }: BenchmarkInput,
): Promise<readonly HygieneStep[]> {
  const { cluster } = await loadCluster(worker.db, clusterId);
  const members = cluster.members
    .filter(({ serverUuid }) => online.includes(serverUuid))
    .map(toParty)
    .sort((a, b) => compareNames(a.name, b.name));
  const { hygiene, workload } = fields;
  return planHygiene({ hygiene, members, primaryUuid: primary.serverUuid, fills: fillsTables(workload) });
}

async function perform(
  context: StepContext,
  input: BenchmarkInput,
  run: BenchmarkRun,
  step: HygieneStep,
  signal: AbortSignal,
): Promise<void> {
  const { clusterId, user } = input;
  switch (step.kind) {
    case "clear":
      return onPrimary(context, input, signal, async (connection) => {
        for (const statement of clearingStatements(input))
          await connection.query(statement, { signal, timeoutMs: clearLimitMs });
      });
    case "restart": {
      await refuseProduction(context, input);
      const { memberId, serverUuid, name, hostId } = step.member;
      const party = {
        clusterId,
        memberId,
        serverUuid,
        name,
        hostId,
        user,
        limitSeconds: restartLimitSeconds,
      };
      // A worker before may have ordered it: a server that is not ONLINE is waited for.
      await restartServer(context, party, { isFirst: false, mayOrder: true }, signal);
      return;
    }
    case "drop_caches":
      await refuseProduction(context, input);
      return dropCaches(context, input, { run, member: step.member }, signal);
    case "switch":
      return switchPrimary(context, { clusterId, from: step.from, to: step.to }, signal);
    case "await_endpoints":
      return awaitEndpoints(context, input, signal);
    case "fill":
      return fillAgain(context, input, run, signal);
  }
}

function describe(
  { loadHostName }: BenchmarkInput,
  step: HygieneStep,
  at: { readonly run: number; readonly total: number },
): Message {
  switch (step.kind) {
    case "clear":
      return message("detail.benchmark_clears", at);
    case "restart":
      return message("detail.benchmark_restarts", { ...at, member: step.member.name });
    case "drop_caches":
      return message("detail.benchmark_drops", { ...at, host: step.member.name });
    case "switch":
      return message("detail.benchmark_switches", { ...at, member: step.to.name });
    case "await_endpoints":
      return message("detail.benchmark_awaits", at);
    case "fill":
      return message("detail.benchmark_fills", { ...at, host: loadHostName });
  }
}
