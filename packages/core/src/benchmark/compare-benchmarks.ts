import type { Benchmark, BenchmarkRecord } from "@primacy/contract";
import { type FactReading, listSystemFacts, type SystemFactName } from "./list-system-facts";
import { listWorkloadOptions, nameWorkload } from "./workload";

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
  "hygiene",
  "arms",
] as const;

/** One of these. */
export type ComparedFact = (typeof comparedFacts)[number];

/** Something in which setups differ, with the value of each benchmark; null where it has none. */
export type SetupDifference =
  | { readonly fact: ComparedFact; readonly values: readonly (string | number | null)[] }
  | { readonly fact: "endpoints"; readonly arm: string; readonly values: readonly (string | null)[] }
  /** Of some of the benchmarks nothing is known of their servers and hosts. */
  | { readonly fact: "recorded"; readonly values: readonly ("recorded" | null)[] }
  | {
      readonly fact: "system";
      readonly name: SystemFactName;
      /** Each benchmark's, as they are told. */
      readonly values: readonly (readonly FactReading[] | null)[];
    };

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
    differences: [
      ...[...facts, ...endpoints].filter(({ values }) => new Set<unknown>(values).size > 1),
      ...compareSystems(benchmarks),
    ],
    rows: rows.filter(({ cells }) => cells.some(({ runs }) => runs.length > 0)),
  };
}

/**
 * What of servers and hosts differed among the benchmarks of which it is known. That a member could not be asked is no difference, and
 * neither are the names of hosts whose members all have the same value.
 */
function compareSystems(benchmarks: readonly BenchmarkRecord[]): readonly SetupDifference[] {
  const systems = benchmarks.map(({ system }) => (system === null ? null : listSystemFacts(system)));
  const recorded = systems.map((facts) => (facts === null ? null : ("recorded" as const)));
  const isPartly = new Set(recorded).size > 1;
  const names = new Map(
    systems.flatMap((facts) => (facts ?? []).map(({ fact }) => [keyOf(fact), fact] as const)),
  );
  const differing = [...names].flatMap(([key, name]): SetupDifference[] => {
    const values = systems.map((facts) => {
      const readings = facts?.find(({ fact }) => keyOf(fact) === key)?.readings ?? null;
      return readings === null ? null : dropUnknown(readings);
    });
    const known = values.filter((readings) => readings !== null && readings.length > 0);
    return new Set(known.map((readings) => toKey(readings ?? []))).size > 1
      ? [{ fact: "system", name, values }]
      : [];
  });
  const partly: SetupDifference[] = isPartly ? [{ fact: "recorded", values: recorded }] : [];
  return [...partly, ...differing];
}

const keyOf = ({ of, name }: SystemFactName): string => `${of} ${name}`;

/** Where all members agree, their names say nothing. */
function toKey(readings: readonly FactReading[]): string {
  return JSON.stringify(readings.length === 1 ? readings.map(({ value }) => value) : readings);
}

function dropUnknown(readings: readonly FactReading[]): readonly FactReading[] {
  return readings.filter(({ value }) => value !== null);
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
      return workload.tool === "custom" ? workload.program : `${workload.tool} ${benchmark.toolVersion}`;
    case "script":
      return nameWorkload(workload);
    case "tables":
    case "tableSize":
      return workload.tool === "sysbench" ? workload[fact] : null;
    case "options":
      return readOptions(workload);
    case "bytes":
      return benchmark.data?.bytes ?? null;
    case "threads":
      return [...benchmark.threads].sort((a, b) => a - b).join(", ");
    case "blocks":
    case "runSeconds":
    case "warmupSeconds":
    case "hygiene":
      return benchmark[fact];
    case "arms":
      return benchmark.arms.map(({ name }) => name).join(", ");
    default:
      return fact satisfies never;
  }
}

/** In an order of their own: how somebody typed them makes no difference. */
function readOptions(workload: Benchmark["workload"]): string | null {
  const options = listWorkloadOptions(workload);
  if (options.length === 0) return null;
  return (workload.tool === "sysbench" ? options.toSorted() : options).join(" ");
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
