import type { BenchmarkRun } from "@primacy/contract";
import {
  type BenchmarkInput,
  type JudgedRun,
  judgeRun,
  SysbenchReader,
  type SysbenchSecond,
  sysbenchArguments,
  sysbenchConfig,
} from "@primacy/core/benchmark";
import { getAccount, serversOf } from "../cluster-record/load-cluster";
import type { StepContext } from "../operation/executor";
import { findExplainedFailure, StepFailure } from "../operation/failure";
import { describeProgram, getPassword, loadUser, outputLimit } from "./benchmark-input";
import { runProgram } from "./load-program";
import { watchRun, withNetwork } from "./watch-run";

/** How much longer than its load a run may take: to connect, to end, to write its summary. */
const spareSeconds = 60;

/**
 * Makes one run, or goes on with the one that is under way, and stores its seconds as they come; returns what it came to, for the caller to
 * store. The program of a run has the run's id.
 */
export async function measureRun(
  context: StepContext,
  input: BenchmarkInput,
  run: BenchmarkRun,
  signal: AbortSignal,
): Promise<JudgedRun> {
  const { worker } = context;
  const { fields } = input;
  if (run.state === "waiting") {
    await requirePrimary(context, input, signal);
    await worker.db.transact(worker.actor, (unit) => unit.benchmarks.startRun(run.id));
  }
  const reader = new SysbenchReader();
  const store = async (seconds: readonly SysbenchSecond[]): Promise<void> => {
    if (seconds.length === 0) return;
    await worker.db.transact(worker.actor, (unit) =>
      unit.benchmarks.recordSeconds(run.id, seconds.map(toRow)),
    );
  };
  const program = await describe(context, input, run);
  const watch = await watchRun(context, input, run);
  const end = await runProgram(
    worker,
    program,
    signal,
    async (text) => store(reader.push(text)),
    watch.onStart,
  ).finally(watch.stop);
  const report = reader.end();
  const judged = judgeRun(
    report,
    { threads: run.threads, warmupSeconds: fields.warmupSeconds, runSeconds: fields.runSeconds },
    {
      primaryBefore: input.primary,
      primaryAfter: await nameOfPrimary(context, input, signal),
      exitCode: end.exitCode,
    },
  );
  const figures = await withNetwork(context, input, run, judged.figures);
  return { ...judged, figures };
}

async function describe(context: StepContext, input: BenchmarkInput, { id, arm, threads }: BenchmarkRun) {
  const { fields, arms, program, account: user, schema } = input;
  const { warmupSeconds, runSeconds, workload } = fields;
  const endpoints = arms[arm]?.endpoints ?? [];
  const password = await getPassword(context, input);
  const addresses = endpoints.map(({ address: host, port }) => ({ host, port }));
  const target = { addresses, user, password, schema, tls: false };
  const seconds = warmupSeconds + runSeconds;
  return {
    ...(await describeProgram(context, input, id)),
    limitMs: (seconds + spareSeconds) * 1_000,
    action: {
      kind: "process",
      program,
      args: sysbenchArguments(workload, target, { kind: "run", threads, warmupSeconds, runSeconds }),
      input: sysbenchConfig(target),
      runAs: loadUser,
      maxOutputBytes: outputLimit(seconds),
    },
  } as const;
}

function toRow({
  second,
  threads,
  tps,
  qps,
  latencyMs,
  errorsPerSecond,
  reconnectsPerSecond,
}: SysbenchSecond) {
  return {
    second,
    threads,
    tps,
    // A script without SQL says none.
    qps: qps ?? 0,
    latencyMs,
    errors: errorsPerSecond ?? 0,
    reconnects: reconnectsPerSecond,
  };
}

/** What runs under another primary cannot be compared. Throws `StepFailure`. */
async function requirePrimary(
  context: StepContext,
  input: BenchmarkInput,
  signal: AbortSignal,
): Promise<void> {
  const primary = await nameOfPrimary(context, input, signal);
  if (primary === input.primary) return;
  const params = { before: input.primary, after: primary ?? "-" };
  throw new StepFailure("failure.benchmark_primary_moved", { params });
}

/** Who is the primary now, by name; null where there is none, or none that can be asked. */
async function nameOfPrimary(
  { worker }: StepContext,
  { clusterId }: BenchmarkInput,
  signal: AbortSignal,
): Promise<string | null> {
  const cluster = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  try {
    const adapter = worker.replication[cluster.kind];
    const { connection, reading } = await adapter.findPrimary(
      serversOf(cluster),
      account,
      cluster.name,
      signal,
    );
    connection.close();
    const member = cluster.members.find(({ serverUuid }) => serverUuid === reading.serverUuid);
    return member?.hostName ?? reading.serverUuid;
  } catch (error) {
    signal.throwIfAborted();
    if (findExplainedFailure(error) === null) throw error;
    return null;
  }
}
