import { type BenchmarkFields, type MeasuredArm, message, type Workload } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";
import { describeHygiene, previewHygiene } from "./hygiene/describe-hygiene";
import { estimateHygiene, type HygieneLength } from "./hygiene/estimate-hygiene";
import { type LoadTarget, prepareCommand, runCommand, showCommand } from "./load-command";
import { estimateSchedule } from "./schedule";

/** What every step of a benchmark needs to know; the passwords are elsewhere. */
export interface BenchmarkInput {
  readonly benchmarkId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly loadHostId: string;
  readonly loadHostName: string;
  /** The path of the tool on the load host, and its version. */
  readonly program: string;
  readonly toolVersion: string;
  /** The schema and the account that are made for it, and deleted at its end. */
  readonly schema: string;
  readonly account: string;
  /** With the seed that was drawn. */
  readonly fields: BenchmarkFields & { readonly seed: number };
  readonly arms: readonly MeasuredArm[];
  /** The administrator who makes schema and account; null: the one that was kept. */
  readonly user: string | null;
  /** The member that is the primary, with its name: it has to be so in every run. */
  readonly primary: { readonly serverUuid: string; readonly name: string };
  /** The `server_uuid`s of the members that are ONLINE: they have to be so in every run. */
  readonly online: readonly string[];
  /** Through which the tables are filled: one that leads to the primary. */
  readonly fillAt: { readonly address: string; readonly port: number };
}

/** The steps of a benchmark. */
export type BenchmarkStep = {
  readonly [C in (typeof benchmarkStepCodes)[number]]: PlannedStep<C, BenchmarkInput>;
}[(typeof benchmarkStepCodes)[number]];

/** Their codes, in order. */
export const benchmarkStepCodes = [
  "benchmark.account",
  "benchmark.prepare",
  "benchmark.measure",
  "benchmark.clean",
] as const;

/** The names of what a benchmark makes: nobody else's can be the same, for its id is in them. */
export function nameBenchmark(benchmarkId: string): { readonly schema: string; readonly account: string } {
  const hex = benchmarkId.replaceAll("-", "");
  // A schema's name has 64 characters at most, an account's 32. The end of the id is the part that is drawn at random.
  return { schema: `primacy_bench_${hex}`, account: `primacy_bench_${hex.slice(-16)}` };
}

/**
 * The statements that make schema and account, in order; `password` stands for what is never shown. They may be given again after a crash, and come after
 * a look that nobody else has these names.
 */
export function accountStatements(
  { schema, account }: Pick<BenchmarkInput, "schema" | "account">,
  password: string,
): readonly string[] {
  return [
    `CREATE DATABASE IF NOT EXISTS \`${schema}\``,
    `CREATE USER IF NOT EXISTS '${account}'@'%' IDENTIFIED BY '${password}'`,
    `GRANT ALL ON \`${schema}\`.* TO '${account}'@'%'`,
  ];
}

/** The statements that take both away; they do nothing a second time. */
export function cleaningStatements({
  schema,
  account,
}: Pick<BenchmarkInput, "schema" | "account">): readonly string[] {
  return [`DROP USER IF EXISTS '${account}'@'%'`, `DROP DATABASE IF EXISTS \`${schema}\``];
}

/**
 * Plans a benchmark: its schema and account, its data where a run does not make its own, its runs, and that nothing of it is left. Whatever happens,
 * schema and account are deleted; what was measured is kept.
 */
export function planBenchmark(input: BenchmarkInput): PlannedOperation<BenchmarkStep> {
  const { fields, clusterName: cluster, loadHostName: host } = input;
  const steps = [accountStep(input), prepareStep(input), measureStep(input), cleanStep(input)];
  return {
    steps: steps
      .flatMap((step) => (step === null ? [] : [step]))
      .map((step, ordinal) => ({ ...step, ordinal })),
    consequences: [
      message("consequence.benchmark_load", {
        ms: Math.round(estimateBenchmark({ ...fields, members: input.online.length }) * 1_000),
        host,
        threads: Math.max(...fields.threads),
        cluster,
      }),
      message("consequence.benchmark_log"),
      message("consequence.benchmark_exclusive"),
      message("consequence.benchmark_primary"),
      ...describeHygiene(fields, input.online.length),
    ],
  };
}

const nowhere = { hostId: null, hostName: null } as const;
const onLoadHost = ({ loadHostId: hostId, loadHostName: hostName }: BenchmarkInput) => ({ hostId, hostName });
const common = { ordinal: 0, isReversible: true } as const;

function accountStep(input: BenchmarkInput): BenchmarkStep {
  return {
    ...common,
    ...nowhere,
    code: "benchmark.account",
    title: message("step.benchmark.account", { schema: input.schema, user: input.account }),
    preview: accountStatements(input, "***").map((text) => ({ kind: "sql", text })),
    input,
  };
}

/** Null where nothing is filled, or each run has tables of its own. */
function prepareStep(input: BenchmarkInput): BenchmarkStep | null {
  const { workload, hygiene } = input.fields;
  const command = showFill(input);
  if (command === null || hygiene !== "keep_tables") return null;
  return {
    ...common,
    ...onLoadHost(input),
    code: "benchmark.prepare",
    title:
      workload.tool === "sysbench"
        ? message("step.benchmark.prepare", { tables: workload.tables, rows: workload.tableSize })
        : message("step.benchmark.prepare_program", { program: input.program }),
    preview: [{ kind: "command", text: command }],
    input,
  };
}

/** What fills the tables, as a shell takes it; null where nothing does. */
function showFill(input: BenchmarkInput): string | null {
  const { fillAt, program } = input;
  const { workload } = input.fields;
  const target = { ...targetOf(input), addresses: [{ host: fillAt.address, port: fillAt.port }] };
  const command = prepareCommand(workload, target, prepareThreads(workload), settingOf(input));
  return command === null ? null : showCommand(program, command.args);
}

function measureStep(input: BenchmarkInput): BenchmarkStep {
  const { workload, blocks, threads, arms, warmupSeconds, runSeconds } = input.fields;
  const run = { threads: threads[0] ?? 1, warmupSeconds, runSeconds };
  const command = runCommand(workload, targetOf(input), run, settingOf(input));
  return {
    ...common,
    ...onLoadHost(input),
    code: "benchmark.measure",
    title: message("step.benchmark.measure", { runs: blocks * threads.length * arms.length, blocks }),
    preview: [
      ...previewHygiene(input, showFill(input)),
      { kind: "command", text: showCommand(input.program, command.args) },
    ],
    input,
  };
}

function cleanStep(input: BenchmarkInput): BenchmarkStep {
  return {
    ...common,
    ...nowhere,
    code: "benchmark.clean",
    title: message("step.benchmark.clean"),
    preview: cleaningStatements(input).map((text) => ({ kind: "sql", text })),
    input,
  };
}

/** What decides how long a benchmark takes. */
export interface BenchmarkLength
  extends HygieneLength,
    Pick<BenchmarkFields, "threads" | "blocks" | "runSeconds" | "warmupSeconds"> {
  readonly arms: { readonly length: number };
  /** How many servers the cluster has, where that is known. */
  readonly members?: number;
}

/** How long the runs of a benchmark take, in seconds, each with what is done before it, without what fills its tables before the first. */
export function estimateBenchmark(length: BenchmarkLength): number {
  const { arms, threads, blocks, runSeconds, warmupSeconds, members } = length;
  const shape = { arms: arms.length, threads, blocks };
  const between = secondsBetween + estimateHygiene(length, members);
  return estimateSchedule(shape, { runSeconds, warmupSeconds, secondsBetween: between });
}

/** From the end of a run to the start of the next: the program ends, its end is noticed, and the primary is asked for. */
export const secondsBetween = 2;

function settingOf({ toolVersion: version }: BenchmarkInput): { readonly version: string } {
  return { version };
}

/** The first arm: all others are made with the same arguments but for the address. */
function targetOf({ schema, account: user, arms }: BenchmarkInput): LoadTarget {
  const addresses = (arms[0]?.endpoints ?? []).map(({ address, port }) => ({ host: address, port }));
  return { addresses, user, password: "***", schema, tls: false };
}

const mostPrepareThreads = 8;

/** With how many connections the tables are filled: one table is filled by one. */
export function prepareThreads(workload: Workload): number {
  return workload.tool === "sysbench" ? Math.min(workload.tables, mostPrepareThreads) : mostPrepareThreads;
}
