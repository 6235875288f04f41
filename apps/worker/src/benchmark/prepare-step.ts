import { type BenchmarkData, message } from "@primacy/contract";
import { type BenchmarkInput, prepareCommand, prepareThreads, SysbenchReader } from "@primacy/core/benchmark";
import { z } from "zod";
import { actionIdOf } from "../host-operator/action-id";
import { defineStep, type StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { outlastDatabase } from "../operation/outlast-database";
import { onPrimary } from "./account-step";
import { BenchmarkStepInput, describeProgram, getPassword, loadUser, outputLimit } from "./benchmark-input";
import { endProgram, runProgram } from "./load-program";

/** The longest grant of a host operator, less what is needed to read the end. */
const limitMs = 23 * 3_600_000;

/** Fills the tables; undone, the program is ended. The schema itself goes with its own step. */
export const prepareStep = defineStep<BenchmarkInput, object>({
  input: BenchmarkStepInput,
  timeoutMs: limitMs,
  undo: {
    kind: "recorded",
    record: z.object({}),
    prepare: async () => ({}),
    undo: async (context, input, _record, signal) =>
      endProgram(context.worker, await describeProgram(context, input, actionOf(input)), signal),
  },
  async execute(context, input, signal) {
    await context.report(message("detail.benchmark_preparing", { host: input.loadHostName }));
    return outlastDatabase(signal, async () => {
      const seconds = await fillTables(context, input, actionOf(input), signal);
      const ms = Math.round(seconds * 1_000);
      const data = await keepData(context, input, seconds, signal);
      // How many rows a program of one's own has made is not known.
      if (data === null)
        return { kind: "done", detail: message("detail.benchmark_prepared_program", { ms }) };
      return { kind: "done", detail: message("detail.benchmark_prepared", { rows: data.rows, ms }) };
    });
  },
});

const actionOf = ({ benchmarkId }: BenchmarkInput): string => actionIdOf(benchmarkId, "prepare");

/**
 * Fills the tables through an endpoint that leads to the primary, for the first arm may be one for reads; the program has this
 * id, and goes on where it was started before. Resolves to how many seconds it took; after a takeover that is counted from
 * when the program began, by the load host's clock. Throws `StepFailure` where they were not filled.
 */
export async function fillTables(
  context: StepContext,
  input: BenchmarkInput,
  actionId: string,
  signal: AbortSignal,
): Promise<number> {
  const { fields, fillAt, program, toolVersion: version, account: user, schema } = input;
  const target = {
    addresses: [{ host: fillAt.address, port: fillAt.port }],
    user,
    schema,
    tls: false,
    password: await getPassword(context, input),
  };
  const threads = prepareThreads(fields.workload);
  const command = prepareCommand(fields.workload, target, threads, { version });
  if (command === null) return 0;
  // sysbench ends with code 0 also where it could not fill a table; what a program of one's own says counts for nothing.
  const reader = fields.workload.tool === "sysbench" ? new SysbenchReader() : null;
  const askedMs = performance.now();
  const askedAt = Date.now();
  let beforeMs = 0;
  let lastLine = "";
  const end = await runProgram(
    context.worker,
    {
      ...(await describeProgram(context, input, actionId)),
      limitMs,
      action: {
        kind: "process",
        program,
        ...command,
        runAs: loadUser,
        maxOutputBytes: outputLimit(3_600),
      },
    },
    signal,
    async (text) => {
      reader?.push(text);
      lastLine = text.trimEnd().split("\n").at(-1) ?? lastLine;
    },
    (startedAt) => {
      beforeMs = Math.max(0, askedAt - Date.parse(startedAt));
    },
  );
  if (end.isLate) throw new StepFailure("failure.benchmark_silent", { params: { program, limitMs } });
  const fatal = reader?.end().fatal ?? null;
  if (end.exitCode === 0 && fatal === null) return (beforeMs + performance.now() - askedMs) / 1_000;
  const said = fatal ?? lastLine;
  if (end.exitCode === null) throw new StepFailure("failure.benchmark_killed", { params: { program } });
  throw new StepFailure("failure.benchmark_program", { params: { program, code: end.exitCode, said } });
}

/** Keeps how much data there is and how long it took to make; null where a program does not tell. */
export async function keepData(
  context: StepContext,
  input: BenchmarkInput,
  seconds: number,
  signal: AbortSignal,
): Promise<BenchmarkData | null> {
  const data = await measureData(context, input, seconds, signal);
  if (data !== null)
    await context.worker.db.transact(context.worker.actor, (unit) =>
      unit.benchmarks.setData(input.benchmarkId, data),
    );
  return data;
}

const SizeRow = z.object({ bytes: z.coerce.number().nullable() });

async function measureData(
  context: StepContext,
  input: BenchmarkInput,
  seconds: number,
  signal: AbortSignal,
): Promise<BenchmarkData | null> {
  const { workload } = input.fields;
  if (workload.tool !== "sysbench") return null;
  const bytes = await onPrimary(context, input, signal, async (connection) => {
    // What the tables take on the disk: statistics of tables come later.
    const [row] = await connection.query(
      "SELECT SUM(FILE_SIZE) AS bytes FROM information_schema.INNODB_TABLESPACES WHERE SUBSTRING_INDEX(NAME, '/', 1) = ?",
      { signal, values: [input.schema] },
    );
    return SizeRow.parse(row).bytes;
  });
  const { address, port } = input.fillAt;
  return { seconds, rows: workload.tables * workload.tableSize, bytes, filledAt: { address, port } };
}
