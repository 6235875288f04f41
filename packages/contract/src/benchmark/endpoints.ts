import { z } from "zod";
import { endpoint } from "../api/endpoint";
import type { StartEndpoint } from "../api/start-endpoint";
import { PageQuery, pageOf } from "../primitives/page";
import { DisplayName, Id } from "../primitives/scalar";
import { Benchmark, BenchmarkDetail, BenchmarkOrder, BenchmarkRequest } from "./benchmark";
import { RunCountersAnswer, RunCountersQuery } from "./counters";
import { HostCurves, HostCurvesQuery } from "./host-curves";
import { BenchmarkChange } from "./notes";
import { BenchmarkQueue, BenchmarkQueueQuery } from "./queue";
import { BenchmarkSamples, ReportQuery } from "./samples";
import { BlockSeries, SeriesQuery } from "./series";
import { BenchmarkTrend } from "./trend";

const params = z.strictObject({ id: Id });
const BenchmarkQuery = PageQuery.extend({ tag: DisplayName.optional() });
const tag = "benchmarks";

/** The calls for benchmarks. */
export function benchmarkEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    checkBenchmark: start("benchmark.check", ["post", "/clusters/{id}/benchmarks/check"], {
      tag,
      summary:
        "Run the checks of a benchmark, and make its plan with the time that it takes; changes nothing",
      params,
      body: BenchmarkRequest,
    }),
    startBenchmark: start("benchmark", ["post", "/clusters/{id}/benchmarks"], {
      tag,
      summary:
        "Measure the arms against each other: makes a schema and an account of its own, and deletes them at the end. While another benchmark has the cluster or the load host, it waits",
      params,
      body: BenchmarkOrder,
      refusals: ["credentials_missing", "in_use"],
    }),
    listBenchmarks: endpoint("get", "/clusters/{id}/benchmarks", {
      access: "viewer",
      tag,
      summary: "The benchmarks of a cluster without their runs, newest first; with `tag` those that have it",
      params,
      query: BenchmarkQuery,
      answer: pageOf(Benchmark),
    }),
    listBenchmarkQueue: endpoint("get", "/clusters/{id}/benchmarks/queue", {
      access: "viewer",
      tag,
      summary:
        "The benchmarks of a cluster that wait, in the order in which they begin: for whom, and how long about; with a load host, also where one that is ordered now would stand. To cancel one, cancel its operation",
      params,
      query: BenchmarkQueueQuery,
      answer: BenchmarkQueue,
    }),
    getBenchmarkTrend: endpoint("get", "/clusters/{id}/benchmarks/trend", {
      access: "viewer",
      tag,
      summary:
        "The newest 50 benchmarks of a cluster that have ended, and the pinned one, in time: throughput of each arm, and its loss with its interval",
      params,
      answer: BenchmarkTrend,
    }),
    changeBenchmark: endpoint("patch", "/benchmarks/{id}", {
      access: "operator",
      tag,
      summary:
        "Set tags and notes of a benchmark, or pin it as the one that others of its cluster are held against; what is absent stays",
      params,
      body: BenchmarkChange,
      answer: Benchmark,
    }),
    getBenchmark: endpoint("get", "/benchmarks/{id}", {
      access: "viewer",
      tag,
      summary: "A benchmark with all of its runs; its id is that of its operation",
      params,
      answer: BenchmarkDetail,
    }),
    getBenchmarkSeries: endpoint("get", "/benchmarks/{id}/series", {
      access: "viewer",
      tag,
      summary: "The runs of one block second by second: lowest, mean and highest, at most 300 points each",
      params,
      query: SeriesQuery,
      answer: BlockSeries,
    }),
    getBenchmarkReport: endpoint("get", "/benchmarks/{id}/report", {
      access: "viewer",
      tag,
      summary:
        "A benchmark as one HTML file that loads nothing: answer, charts, runs, setup, commands, and a hash",
      params,
      query: ReportQuery,
      file: "text/html",
      answer: z.string(),
    }),
    getBenchmarkRuns: endpoint("get", "/benchmarks/{id}/runs.csv", {
      access: "viewer",
      tag,
      summary: "Every run of a benchmark with its figures, a line each, as a CSV file",
      params,
      file: "text/csv",
      answer: z.string(),
    }),
    getBenchmarkSamplesCsv: endpoint("get", "/benchmarks/{id}/samples.csv", {
      access: "viewer",
      tag,
      summary: "Every second of every run of a benchmark, a line each, as a CSV file",
      params,
      file: "text/csv",
      answer: z.string(),
    }),
    getBenchmarkHostsCsv: endpoint("get", "/benchmarks/{id}/hosts.csv", {
      access: "viewer",
      tag,
      summary: "Every second of each host and member in every run of a benchmark, a line each, as a CSV file",
      params,
      file: "text/csv",
      answer: z.string(),
    }),
    getBenchmarkSamples: endpoint("get", "/benchmarks/{id}/samples.json", {
      access: "viewer",
      tag,
      summary:
        "A benchmark with every run and every second of it, of its load, hosts and members, as a JSON file",
      params,
      file: "application/json",
      answer: BenchmarkSamples,
    }),
    getBenchmarkHosts: endpoint("get", "/benchmarks/{id}/hosts", {
      access: "viewer",
      tag,
      summary:
        "One figure of what hosts and members did during a run, on its seconds: lowest, mean and highest, at most 300 points each",
      params,
      query: HostCurvesQuery,
      answer: HostCurves,
    }),
    getBenchmarkCounters: endpoint("get", "/benchmarks/{id}/counters", {
      access: "viewer",
      tag,
      summary:
        "What the servers counted during a run: the statements that took most time, and status counters; unknown where one began to count anew",
      params,
      query: RunCountersQuery,
      answer: RunCountersAnswer,
    }),
    pauseBenchmark: endpoint("post", "/benchmarks/{id}/pause", {
      access: "operator",
      tag,
      summary:
        "Make no further run until it is resumed; the run under way ends first. The cluster stays taken, and the data stays",
      params,
      refusals: ["operation_finished"],
    }),
    resumeBenchmark: endpoint("post", "/benchmarks/{id}/resume", {
      access: "operator",
      tag,
      summary: "Go on with a benchmark that was paused",
      params,
      refusals: ["operation_finished"],
    }),
    removeBenchmark: endpoint("delete", "/benchmarks/{id}", {
      access: "operator",
      tag,
      summary: "Delete a finished benchmark with all that was measured",
      params,
      refusals: ["in_use"],
    }),
  };
}
