import type { Benchmark, BenchmarkRecord } from "@primacy/contract";

/** How many benchmarks are compared at once. */
export const comparedLimits = { least: 2, most: 5 } as const;

/** What of a setup is compared, besides the endpoints of each arm. */
export const comparedFacts = [
  "cluster",
  "state",
  "loadHost",
  "tool",
  "script",
  "tables",
  "tableSize",
  "options",
  "bytes",
  "threads",
  "blocks",
  "runSeconds",
  "warmupSeconds",
  "arms",
] as const;

/** One of these. */
export type ComparedFact = (typeof comparedFacts)[number];

/** Something in which setups differ, with the value of each benchmark; null where it has none. */
export type SetupDifference =
  | { readonly fact: ComparedFact; readonly values: readonly (string | number | null)[] }
  | { readonly fact: "endpoints"; readonly arm: string; readonly values: readonly (string | null)[] };

/** The runs of one benchmark that count, of one arm and thread count. */
export interface ComparedCell {
  readonly mean: number | null;
  readonly runs: readonly { readonly id: string; readonly block: number; readonly tps: number }[];
}

/** One arm with one thread count, in every benchmark; in one that does not have it, without runs. */
export interface ComparedRow {
  readonly arm: string;
  readonly threads: number;
  readonly cells: readonly ComparedCell[];
}

/** Several benchmarks side by side. */
export interface BenchmarkComparison {
  readonly differences: readonly SetupDifference[];
  readonly rows: readonly ComparedRow[];
}

/**
 * Lays benchmarks side by side: first what differed in their setups, then the throughput of each arm, which is the same arm where
 * it has the same name. It judges nothing: benchmarks of different days are no blocks of each other.
 */
export function compareBenchmarks(benchmarks: readonly BenchmarkRecord[]): BenchmarkComparison {
  const arms = listUnion(benchmarks.map((one) => one.arms.map(({ name }) => name)));
  const threads = [...listUnion(benchmarks.map((one) => one.threads))].sort((a, b) => a - b);
  const facts = comparedFacts.map(
    (fact): SetupDifference => ({ fact, values: benchmarks.map((one) => readFact(one, fact)) }),
  );
  const endpoints = arms.map(
    (arm): SetupDifference => ({
      fact: "endpoints",
      arm,
      values: benchmarks.map((one) => readEndpoints(one, arm)),
    }),
  );
  const rows = arms.flatMap((arm) =>
    threads.map((count) => ({
      arm,
      threads: count,
      cells: benchmarks.map((one) => readCell(one, arm, count)),
    })),
  );
  return {
    differences: [...facts, ...endpoints].filter(({ values }) => new Set<unknown>(values).size > 1),
    rows: rows.filter(({ cells }) => cells.some(({ runs }) => runs.length > 0)),
  };
}

function readFact(benchmark: Benchmark, fact: ComparedFact): string | number | null {
  const { workload } = benchmark;
  switch (fact) {
    case "cluster":
      return benchmark.clusterId;
    case "state":
      return benchmark.state;
    case "loadHost":
      return benchmark.loadHostName;
    case "tool":
      return `${workload.tool} ${benchmark.toolVersion}`;
    case "script":
    case "tables":
    case "tableSize":
      return workload[fact];
    case "options":
      return readOptions(workload);
    case "bytes":
      return benchmark.data?.bytes ?? null;
    case "threads":
      return [...benchmark.threads].sort((a, b) => a - b).join(", ");
    case "blocks":
    case "runSeconds":
    case "warmupSeconds":
      return benchmark[fact];
    case "arms":
      return benchmark.arms.map(({ name }) => name).join(", ");
    default:
      return fact satisfies never;
  }
}

/** In an order of their own: how somebody typed them makes no difference. */
function readOptions({ options }: Benchmark["workload"]): string | null {
  const entries = Object.entries(options).map(([name, value]) => `${name}=${String(value)}`);
  return entries.length === 0 ? null : entries.sort().join(" ");
}

function readEndpoints({ arms }: Benchmark, name: string): string | null {
  const arm = arms.find((one) => one.name === name);
  return arm?.endpoints.map(({ address, port }) => `${address}:${port}`).join(", ") ?? null;
}

function readCell({ arms, runs }: BenchmarkRecord, name: string, threads: number): ComparedCell {
  const arm = arms.findIndex((one) => one.name === name);
  const own = runs.flatMap((run) =>
    run.arm === arm && run.threads === threads && run.state === "done" && run.figures !== null
      ? [{ id: run.id, block: run.block, tps: run.figures.tps }]
      : [],
  );
  const sum = own.reduce((total, { tps }) => total + tps, 0);
  return { mean: own.length === 0 ? null : sum / own.length, runs: own };
}

function listUnion<T>(lists: readonly (readonly T[])[]): readonly T[] {
  return [...new Set(lists.flat())];
}
