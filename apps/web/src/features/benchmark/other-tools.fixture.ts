import type { BenchmarkDetail, BenchmarkRun, TransactionKind } from "@primacy/contract";
import { answerBenchmark } from "@primacy/core/benchmark";
import { finished } from "./benchmark.fixture";

const noLatency = { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null };

function withFigures(
  change: Partial<BenchmarkDetail>,
  figuresOf: (run: BenchmarkRun) => BenchmarkRun["figures"],
): BenchmarkDetail {
  const runs = finished.runs.map((run) => ({ ...run, figures: figuresOf(run) }));
  const record = { ...finished, ...change, data: null, warmupSeconds: 0, runs };
  return { ...record, answer: answerBenchmark(record) };
}

/** The finished benchmark as mysqlslap would have made it, with the query of article 003. */
export const slapBenchmark: BenchmarkDetail = withFigures(
  {
    name: "Direct · VIP · mysqlslap SQL",
    toolVersion: "9.7.4",
    workload: {
      tool: "mysqlslap",
      sql: {
        kind: "given",
        create: "create table t1 (id serial primary key, a varchar(8))",
        query: "insert into t1 set a='fooBa'",
      },
      queries: 6_400,
      iterations: 3,
    },
  },
  ({ threads, figures }) => {
    const tps = figures?.tps ?? 1;
    const meanSeconds = 6_400 / tps;
    return {
      ...{ seconds: meanSeconds, transactions: 6_400, tps, qps: tps, errorsPerSecond: 0, reconnects: null },
      latency: noLatency,
      slap: [
        {
          clients: threads,
          queriesPerClient: 6_400 / threads,
          meanSeconds,
          minSeconds: meanSeconds * 0.93,
          maxSeconds: meanSeconds * 1.11,
        },
      ],
    };
  },
);

function kindOf(name: string, perMinute: number, ms: number, errors = 0): TransactionKind {
  return {
    ...{ name, count: Math.round(perMinute / 2), perMinute, errors },
    ...{ meanMs: ms, p50Ms: ms * 0.9, p90Ms: ms * 1.6, p95Ms: ms * 2, p99Ms: ms * 3, maxMs: ms * 8 },
  };
}

/** The same by a program of the host's own that writes as go-tpc. */
export const tpcBenchmark: BenchmarkDetail = withFigures(
  {
    name: "Direct · VIP · tpcc",
    toolVersion: "-",
    workload: {
      tool: "custom",
      program: "tpcc",
      parser: "go-tpc",
      run: ["run", "-H", "{host}", "-P", "{port}", "-U", "{user}", "-T", "{threads}", "--time", "{seconds}s"],
      prepare: ["prepare", "-H", "{host}", "-P", "{port}", "--warehouses", "4"],
      password: { kind: "environment", variable: "TPCC_PASSWORD" },
      isWriting: true,
    },
  },
  ({ figures }) => {
    const tps = figures?.tps ?? 1;
    const kinds = [
      kindOf("DELIVERY", tps * 2.4, 48),
      kindOf("NEW_ORDER", tps * 27, 22, 3),
      kindOf("ORDER_STATUS", tps * 2.4, 6),
      kindOf("PAYMENT", tps * 25.8, 11),
      kindOf("STOCK_LEVEL", tps * 2.4, 7),
    ];
    return {
      ...{
        seconds: 30,
        transactions: Math.round(tps * 30),
        tps,
        qps: 0,
        errorsPerSecond: 0.1,
        reconnects: null,
      },
      latency: { ...noLatency, meanMs: 17.2, maxMs: 384 },
      kinds,
      tpmC: tps * 27,
    };
  },
);
