import type { BenchmarkRun } from "@primacy/contract";
import {
  type BenchmarkInput,
  countTransactions,
  createLoadReader,
  hasEventLimit,
  type JudgedRun,
  parserOf,
  type RunSurroundings,
  runCommand,
  type SysbenchSecond,
  tellsSeconds,
} from "@primacy/core/benchmark";
import type { StepContext } from "../operation/executor";
import { describeProgram, getPassword, loadUser, outputLimit } from "./benchmark-input";
import { keepCounters, readCounters } from "./count-run";
import { endSessions } from "./end-sessions";
import { readGroup, requireGroup } from "./group-state";
import { prepareRun } from "./hygiene/prepare-run";
import { type ProgramEnd, runProgram } from "./load-program";
import { toRunSecond } from "./to-run-second";
import { watchRun, withNetwork } from "./watch-run";

/**
 * After how long a run is ended, whatever it does: it may take a minute longer than its load, to connect, to end, and to write its summary. mysqlslap
 * is to be done by then.
 */
function limitSecondsOf({ warmupSeconds, runSeconds, workload }: BenchmarkInput["fields"]): number {
  return warmupSeconds + runSeconds + (workload.tool === "mysqlslap" ? 0 : 60);
}

/**
 * Makes one run, or goes on with the one that is under way, and stores its seconds as they come; returns what it came to, for the caller to
 * store. The program of a run has the run's id.
 */
export async function measureRun(
  context: StepContext,
  input: BenchmarkInput,
  run: BenchmarkRun,
  { runs }: { readonly runs: number },
  signal: AbortSignal,
): Promise<JudgedRun> {
  const { worker } = context;
  const { fields } = input;
  if (run.state === "waiting") {
    await prepareRun(context, input, { run, runs }, signal);
    await requireGroup(context, input, signal);
    const before = await readCounters(context, input, signal);
    await worker.db.transact(worker.actor, async (unit) => {
      await unit.benchmarks.startRun(run.id);
      await unit.benchmarks.setCountersBefore(run.id, before);
    });
  }
  const reader = createLoadReader(parserOf(fields.workload));
  let transactions = 0;
  let lastSecond = 0;
  const store = async (seconds: readonly SysbenchSecond[]): Promise<void> => {
    for (const { tps, second } of seconds) {
      transactions += tps * (second - lastSecond);
      lastSecond = second;
    }
    if (seconds.length === 0) return;
    await worker.db.transact(worker.actor, (unit) =>
      unit.benchmarks.recordSeconds(run.id, seconds.map(toRunSecond)),
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
  const around = await surround(context, input, end, signal);
  const judge = (foreign: RunSurroundings["foreign"]): JudgedRun =>
    reader.judge(orderedOf(fields, run), { ...around, foreign });
  const counted = countTransactions(fields.workload, transactions, judge(null).figures);
  const judged = judge(await keepCounters(context, input, run, counted, signal));
  if (judged.state === "failed") await endSessions(context, input, signal);
  // Without seconds nobody knows which of the traffic is that of the queries: mysqlslap makes its tables meanwhile.
  if (!tellsSeconds(fields.workload)) return judged;
  const figures = await withNetwork(context, input, run, judged.figures);
  return { ...judged, figures };
}

function orderedOf(
  { warmupSeconds, runSeconds, workload }: BenchmarkInput["fields"],
  { threads }: BenchmarkRun,
) {
  const mayEndEarly = workload.tool === "sysbench" && hasEventLimit(workload.options);
  return { threads, warmupSeconds, runSeconds, mayEndEarly };
}

/** Members of one name are told apart by their `server_uuid`: who is the primary goes by that. */
async function surround(
  context: StepContext,
  input: BenchmarkInput,
  { exitCode, isLate }: ProgramEnd,
  signal: AbortSignal,
): Promise<Omit<RunSurroundings, "foreign">> {
  const { primary, lost } = await readGroup(context, input, signal);
  const { name: primaryBefore, serverUuid } = input.primary;
  const primaryAfter = primary?.serverUuid === serverUuid ? primaryBefore : (primary?.name ?? null);
  const lateAfterSeconds = isLate ? limitSecondsOf(input.fields) : null;
  return { primaryBefore, primaryAfter, lost, exitCode, lateAfterSeconds };
}

async function describe(context: StepContext, input: BenchmarkInput, { id, arm, threads }: BenchmarkRun) {
  const { fields, arms, program, toolVersion: version, account: user, schema } = input;
  const { warmupSeconds, runSeconds, workload } = fields;
  const endpoints = arms[arm]?.endpoints ?? [];
  const password = await getPassword(context, input);
  const addresses = endpoints.map(({ address: host, port }) => ({ host, port }));
  const target = { addresses, user, password, schema, tls: false };
  const run = { threads, warmupSeconds, runSeconds };
  return {
    ...(await describeProgram(context, input, id)),
    limitMs: limitSecondsOf(fields) * 1_000,
    action: {
      kind: "process",
      program,
      ...runCommand(workload, target, run, { version }),
      runAs: loadUser,
      maxOutputBytes: outputLimit(warmupSeconds + runSeconds),
    },
  } as const;
}
