import { type BenchmarkFields, type MeasuredArm, message } from "@primacy/contract";
import type { PlannedOperation, PlannedStep } from "../operation/planned-step";
import { estimateSchedule } from "./schedule";
import { sysbenchArguments } from "./sysbench/sysbench-arguments";

/** What every step of a benchmark needs to know; the passwords are elsewhere. */
export interface BenchmarkInput {
  readonly benchmarkId: string;
  readonly clusterId: string;
  readonly clusterName: string;
  readonly loadHostId: string;
  readonly loadHostName: string;
  /** The path of sysbench on the load host, and its version. */
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

/** The statements that make schema and account, in order; `password` stands for what is never shown. */
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
 * Plans a benchmark: its schema and account, its data, its runs, and that nothing of it is left. Whatever happens, schema and
 * account are deleted; what was measured is kept.
 */
export function planBenchmark(input: BenchmarkInput): PlannedOperation<BenchmarkStep> {
  const { fields, loadHostId: hostId, loadHostName: hostName, clusterName: cluster } = input;
  const { blocks, threads, workload } = fields;
  const runs = blocks * threads.length * fields.arms.length;
  const at = { hostId, hostName } as const;
  const nowhere = { hostId: null, hostName: null } as const;
  return {
    steps: [
      {
        ordinal: 0,
        code: "benchmark.account",
        ...nowhere,
        title: message("step.benchmark.account", { schema: input.schema, user: input.account }),
        preview: accountStatements(input, "***").map((text) => ({ kind: "sql", text })),
        isReversible: true,
        input,
      },
      {
        ordinal: 1,
        code: "benchmark.prepare",
        ...at,
        title: message("step.benchmark.prepare", { tables: workload.tables, rows: workload.tableSize }),
        preview: [{ kind: "command", text: showCommand(input, "prepare") }],
        isReversible: true,
        input,
      },
      {
        ordinal: 2,
        code: "benchmark.measure",
        ...at,
        title: message("step.benchmark.measure", { runs, blocks }),
        preview: [{ kind: "command", text: showCommand(input, "run") }],
        isReversible: true,
        input,
      },
      {
        ordinal: 3,
        code: "benchmark.clean",
        ...nowhere,
        title: message("step.benchmark.clean"),
        preview: cleaningStatements(input).map((text) => ({ kind: "sql", text })),
        isReversible: true,
        input,
      },
    ],
    consequences: [
      message("consequence.benchmark_load", {
        ms: Math.round(estimateBenchmark(fields) * 1_000),
        host: hostName,
        threads: Math.max(...threads),
        cluster,
      }),
      message("consequence.benchmark_log"),
      message("consequence.benchmark_exclusive"),
      message("consequence.benchmark_primary"),
    ],
  };
}

/** How long the runs of a benchmark take, in seconds, without what fills its tables. */
export function estimateBenchmark({
  arms,
  threads,
  blocks,
  runSeconds,
  warmupSeconds,
}: Pick<BenchmarkFields, "threads" | "blocks" | "runSeconds" | "warmupSeconds"> & {
  readonly arms: { readonly length: number };
}): number {
  const shape = { arms: arms.length, threads, blocks };
  return estimateSchedule(shape, { runSeconds, warmupSeconds, secondsBetween });
}

/** From the end of a run to the start of the next: the program ends, its end is noticed, and the primary is asked for. */
export const secondsBetween = 2;

/** The command as somebody would type it; the password comes as its standard input. */
function showCommand(
  { program, fields, schema, account, arms }: BenchmarkInput,
  kind: "prepare" | "run",
): string {
  const addresses = (arms[0]?.endpoints ?? []).map(({ address, port }) => ({ host: address, port }));
  const target = { addresses, user: account, password: "***", schema, tls: false };
  const [threads = 1] = fields.threads;
  const phase =
    kind === "prepare"
      ? ({ kind, threads: prepareThreads(fields) } as const)
      : ({ kind, threads, warmupSeconds: fields.warmupSeconds, runSeconds: fields.runSeconds } as const);
  return [program, ...sysbenchArguments(fields.workload, target, phase)].join(" ");
}

const mostPrepareThreads = 8;

/** With how many connections the tables are filled: one table is filled by one. */
export function prepareThreads({ workload: { tables } }: Pick<BenchmarkFields, "workload">): number {
  return Math.min(tables, mostPrepareThreads);
}
