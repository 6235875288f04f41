import { z } from "zod";
import { ClusterEndpoint, EndpointRef } from "../endpoint/endpoint";
import { AdministratorAccount } from "../fix/fix";
import { Message } from "../message/schema";
import { CheckedPlan } from "../operation/checked-plan";
import { DisplayName, Id, Instant, PlainText } from "../primitives/scalar";
import { BenchmarkAnswer } from "./answer";
import { BenchmarkHygiene, RunPreparation } from "./hygiene";
import { BenchmarkPreset } from "./preset";
import { MeasuredSystem } from "./system";
import { Workload } from "./workload";

/** The most arms, thread counts and blocks of one benchmark. */
export const benchmarkLimits = { arms: 10, threadCounts: 8, threads: 4_096, blocks: 100 } as const;

/** What is compared: one way to the database. Several endpoints share the load. */
export const BenchmarkArm = z.strictObject({
  name: DisplayName,
  endpoints: z.array(EndpointRef).min(1, { error: "required" }).max(8),
});
export type BenchmarkArm = z.infer<typeof BenchmarkArm>;

function hasNoTwins(values: readonly unknown[]): boolean {
  return new Set(values).size === values.length;
}

/**
 * What a benchmark measures: each block runs every arm once for one thread count, one right after the other, in an order that
 * `seed` draws. The number of blocks is fixed before the start.
 */
export const BenchmarkFields = z.strictObject({
  name: DisplayName,
  /** The registered host that the load comes from. */
  loadHostId: Id,
  workload: Workload,
  arms: z
    .array(BenchmarkArm)
    .min(1, { error: "required" })
    .max(benchmarkLimits.arms)
    .refine((arms) => hasNoTwins(arms.map(({ name }) => name)), { error: "benchmark_same_name" }),
  threads: z
    .array(z.number().int().min(1).max(benchmarkLimits.threads))
    .min(1, { error: "required" })
    .max(benchmarkLimits.threadCounts)
    .refine(hasNoTwins, { error: "benchmark_same_threads" })
    .default([16]),
  blocks: z.number().int().min(1).max(benchmarkLimits.blocks).default(6),
  /** How long each run is measured, after its warm-up; mysqlslap ends by itself, and has no longer than this. */
  runSeconds: z.number().int().min(5).max(43_200).default(30),
  warmupSeconds: z.number().int().min(0).max(3_600).default(5),
  hygiene: BenchmarkHygiene.default("keep_tables"),
  /** Draws the order of the arms within each block; chosen at random where it is absent. */
  seed: z.number().int().min(0).max(4_294_967_295).optional(),
  /** Which published benchmark it follows: its figures are shown beside those that are measured. It sets none of the fields. */
  preset: BenchmarkPreset.optional(),
});
export type BenchmarkFields = z.infer<typeof BenchmarkFields>;

/** Asks what a benchmark would do, how long it would take, and what stands against it. */
export const BenchmarkRequest = BenchmarkFields;
export type BenchmarkRequest = z.infer<typeof BenchmarkRequest>;

/**
 * Orders it: it loads the database, so that it repeats the cluster's name in `confirm`. To make its schema and its account takes
 * an administrator: without `administrator` the one that was kept is used.
 */
export const BenchmarkOrder = BenchmarkFields.extend({
  confirm: PlainText,
  administrator: AdministratorAccount.optional(),
});
export type BenchmarkOrder = z.infer<typeof BenchmarkOrder>;

/** What a check of a benchmark found. */
export const BenchmarkCheck = CheckedPlan.extend({
  /** How long it would take as planned, without what fills the tables before the first run. */
  seconds: z.number(),
  needsAccount: z.boolean(),
});
export type BenchmarkCheck = z.infer<typeof BenchmarkCheck>;

/** How a benchmark stands. `failed` and `cancelled` keep what was measured until then. */
export const BenchmarkState = z.enum(["preparing", "running", "succeeded", "failed", "cancelled"]);
export type BenchmarkState = z.infer<typeof BenchmarkState>;

/**
 * How a run stands. `void`: it was disturbed, for the reason given, and its block is run again or missing; `failed`: its program
 * ended without a result. What was measured of either is kept and in no average.
 */
export const BenchmarkRunState = z.enum(["waiting", "running", "done", "void", "failed"]);
export type BenchmarkRunState = z.infer<typeof BenchmarkRunState>;

/** A latency that nobody measured is null; `isAtLeast`: the tool's scale ends there. */
const Latency = z.object({ ms: z.number(), isAtLeast: z.boolean() }).nullable();

/** What went over the network for each transaction; null where it was not measured for half of the run or more. */
const BytesPerTransaction = z.object({ inBytes: z.number(), outBytes: z.number() }).nullable();

/**
 * What mysqlslap tells of one number of clients: how long all queries took in its iterations. `queriesPerClient` is 0 where the tool was not told
 * how many there are.
 */
export const SlapResult = z.object({
  clients: z.number().int(),
  queriesPerClient: z.number(),
  meanSeconds: z.number(),
  minSeconds: z.number(),
  maxSeconds: z.number(),
});
export type SlapResult = z.infer<typeof SlapResult>;

/** What go-tpc tells of one kind of transaction; `errors` of it are in no other figure. */
export const TransactionKind = z.object({
  name: z.string(),
  count: z.number(),
  perMinute: z.number(),
  errors: z.number(),
  meanMs: z.number().nullable(),
  p50Ms: z.number().nullable(),
  p90Ms: z.number().nullable(),
  p95Ms: z.number().nullable(),
  p99Ms: z.number().nullable(),
  maxMs: z.number().nullable(),
});
export type TransactionKind = z.infer<typeof TransactionKind>;

/** What a run came to, its warm-up left out. `tps` is what arms are compared by: of mysqlslap its queries per second. */
export const BenchmarkFigures = z.object({
  seconds: z.number(),
  transactions: z.number(),
  tps: z.number(),
  qps: z.number(),
  errorsPerSecond: z.number(),
  reconnects: z.number().nullable(),
  latency: z.object({
    minMs: z.number().nullable(),
    meanMs: z.number().nullable(),
    maxMs: z.number().nullable(),
    p50: Latency,
    p95: Latency,
    p99: Latency,
  }),
  /** Every result that mysqlslap wrote; absent of other tools. */
  slap: z.array(SlapResult).optional(),
  /** What go-tpc wrote of each kind of transaction, and its new orders per minute; absent of other tools. */
  kinds: z.array(TransactionKind).optional(),
  tpmC: z.number().optional(),
  /** Of the primary's host, and the mean of the other members' hosts; absent where no agent was asked. */
  network: z.object({ primary: BytesPerTransaction, secondaries: BytesPerTransaction }).optional(),
});
export type BenchmarkFigures = z.infer<typeof BenchmarkFigures>;

/** One run: one arm, one thread count, in one block. */
export const BenchmarkRun = z.object({
  id: Id,
  /** The order in which runs are made. */
  ordinal: z.number().int(),
  block: z.number().int(),
  threads: z.number().int(),
  /** Which of the arms, from 0. */
  arm: z.number().int(),
  state: BenchmarkRunState,
  startedAt: Instant.nullable(),
  endedAt: Instant.nullable(),
  /** What was done before it, in order; absent: nothing. */
  preparation: z.array(RunPreparation).optional(),
  figures: BenchmarkFigures.nullable(),
  /** Why it is void or failed. */
  reason: Message.nullable(),
});
export type BenchmarkRun = z.infer<typeof BenchmarkRun>;

/** An arm with the addresses that it had when the benchmark began. */
export const MeasuredArm = z.object({ name: z.string(), endpoints: z.array(ClusterEndpoint) });
export type MeasuredArm = z.infer<typeof MeasuredArm>;

/** How long it took to make the data, and how much that is. */
export const BenchmarkData = z.object({
  seconds: z.number(),
  rows: z.number(),
  bytes: z.number().nullable(),
  /** Through which address; absent of benchmarks that are older than this is kept. */
  filledAt: z.object({ address: z.string(), port: z.number().int() }).optional(),
});
export type BenchmarkData = z.infer<typeof BenchmarkData>;

/** Who paused a benchmark, and when. It takes effect before the next run: one that is under way ends first. */
export const BenchmarkPause = z.object({ by: z.string(), at: Instant });
export type BenchmarkPause = z.infer<typeof BenchmarkPause>;

/** A benchmark as lists show it. Its id is that of the operation that runs it. */
export const Benchmark = z.object({
  id: Id,
  clusterId: Id,
  name: z.string(),
  tags: z.array(z.string()),
  /** Others of its cluster are held against it: at most one is. */
  isPinned: z.boolean(),
  state: BenchmarkState,
  requestedBy: z.string(),
  loadHostId: Id,
  loadHostName: z.string(),
  workload: Workload,
  arms: z.array(MeasuredArm),
  threads: z.array(z.number().int()),
  blocks: z.number().int(),
  runSeconds: z.number().int(),
  warmupSeconds: z.number().int(),
  hygiene: BenchmarkHygiene,
  seed: z.number().int(),
  preset: BenchmarkPreset.nullable(),
  /** The version of the tool that makes the load. */
  toolVersion: z.string(),
  data: BenchmarkData.nullable(),
  /** Null: it goes on, or has ended. */
  pause: BenchmarkPause.nullable(),
  runsDone: z.number().int(),
  runsTotal: z.number().int(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type Benchmark = z.infer<typeof Benchmark>;

/** The same with its notes, its servers and hosts, and with every run without their seconds. */
export const BenchmarkRecord = Benchmark.extend({
  notes: z.string(),
  /** Null: nobody has read it yet, or the benchmark is older than this is kept. */
  system: MeasuredSystem.nullable(),
  runs: z.array(BenchmarkRun),
});
export type BenchmarkRecord = z.infer<typeof BenchmarkRecord>;

/** The same with what the runs come to so far. */
export const BenchmarkDetail = BenchmarkRecord.extend({ answer: BenchmarkAnswer });
export type BenchmarkDetail = z.infer<typeof BenchmarkDetail>;

/** What a finished operation leads to. */
export const BenchmarkResult = z.object({ benchmarkId: Id });
export type BenchmarkResult = z.infer<typeof BenchmarkResult>;
