import { describe, expect, it } from "vitest";
import { createLoadReader } from "./load-reader";

const ordered = { threads: 16, warmupSeconds: 0, runSeconds: 60, mayEndEarly: false };
const around = {
  primaryBefore: "db1",
  primaryAfter: "db1",
  lost: [],
  exitCode: 0,
  lateAfterSeconds: null,
  foreign: null,
} as const;

function slap(clients: number, each: number, mean: string): string {
  return `Benchmark
\tAverage number of seconds to run all queries: ${mean} seconds
\tMinimum number of seconds to run all queries: 0.900 seconds
\tMaximum number of seconds to run all queries: 1.700 seconds
\tNumber of clients running queries: ${clients}
\tAverage number of queries per client: ${each}

`;
}

describe("a run of mysqlslap", () => {
  const judge = (text: string, changes: object = {}) => {
    const reader = createLoadReader("mysqlslap");
    expect(reader.push(text)).toEqual([]);
    return reader.judge(ordered, { ...around, ...changes });
  };

  it("counts by the queries that were run, per second of the mean iteration, and keeps its block", () => {
    expect(judge(slap(16, 31, "1.250"))).toMatchObject({
      state: "done",
      reason: null,
      figures: {
        transactions: 496,
        tps: 396.8,
        qps: 396.8,
        seconds: 1.25,
        slap: [{ clients: 16, queriesPerClient: 31, minSeconds: 0.9, maxSeconds: 1.7 }],
        latency: { p50: null, p95: null, meanMs: null },
      },
    });
  });

  it("counts by the result of its own clients, and keeps the others beside it", () => {
    const { state, figures } = judge(slap(4, 125, "2.000") + slap(16, 31, "1.250") + slap(32, 15, "1.000"));
    expect(state).toBe("done");
    expect(figures?.slap?.map(({ clients }) => clients)).toEqual([4, 16, 32]);
    expect(figures?.tps).toBe(396.8);
  });

  it.each<readonly [string, string, object, string, string]>([
    [
      "an error, though it ended well",
      `${slap(16, 31, "1.250")}mysqlslap: Error when connecting to server: 1040 Too many connections\n`,
      {},
      "failed",
      "why.benchmark_fatal",
    ],
    ["no result", "", {}, "failed", "why.benchmark_no_summary"],
    ["a result that is cut", slap(16, 31, "1.250").trimEnd(), {}, "failed", "why.benchmark_no_summary"],
    [
      "an end with an error code",
      slap(16, 31, "1.250"),
      { exitCode: 1 },
      "failed",
      "why.benchmark_no_summary",
    ],
    ["an end at its limit", "", { exitCode: null, lateAfterSeconds: 66 }, "failed", "why.benchmark_late"],
    ["results of other clients alone", slap(4, 125, "2.000"), {}, "failed", "why.benchmark_other_clients"],
    [
      "two results of its clients",
      slap(16, 31, "1.250") + slap(16, 31, "1.300"),
      {},
      "failed",
      "why.benchmark_several_results",
    ],
    ["queries that it did not count", slap(16, 0, "1.002"), {}, "failed", "why.benchmark_queries_unknown"],
    ["queries that took no time", slap(16, 1, "0.000"), {}, "failed", "why.benchmark_too_short"],
    [
      "another primary",
      slap(16, 31, "1.250"),
      { primaryAfter: "db2" },
      "void",
      "why.benchmark_primary_moved",
    ],
    [
      "much work of others beside it",
      slap(16, 31, "1.250"),
      { foreign: { kind: "time", member: "db1", user: "app", foreign: 9_000, own: 9_000 } },
      "void",
      "why.benchmark_foreign_time",
    ],
  ])("with %s does not count", (_what, text, changes, state, code) => {
    const judged = judge(text, changes);
    expect([judged.state, judged.reason?.code]).toEqual([state, code]);
  });
});

describe("a run of go-tpc", () => {
  const judge = (text: string, changes: object = {}) => {
    const reader = createLoadReader("go-tpc");
    expect(reader.push(text)).toEqual([]);
    return reader.judge(ordered, { ...around, ...changes });
  };
  const row = (name: string, count: number, seconds = 60) =>
    `[Summary] ${name} - Takes(s): ${seconds.toFixed(1)}, Count: ${count}, TPM: ${((count / Math.max(seconds, 0.01)) * 60).toFixed(1)}, Sum(ms): ${count * 10}, Avg(ms): 10.0, 90th(ms): 20.0, Max(ms): 40.0\n`;
  const whole = `${row("NEW_ORDER", 600)}${row("PAYMENT", 540)}tpmC: 600.0, tpmTotal: 1140.0, efficiency: 10.0%\n`;

  it("counts all kinds of transactions, with its new orders per minute beside them", () => {
    const { state, figures } = judge(whole);
    expect(state).toBe("done");
    expect(figures).toMatchObject({ transactions: 1_140, tps: 19, tpmC: 600, errorsPerSecond: 0 });
    expect(figures?.latency).toMatchObject({ meanMs: 10, maxMs: 40, p95: null });
    expect(figures?.kinds?.map(({ name }) => name)).toEqual(["NEW_ORDER", "PAYMENT"]);
  });

  it("that was cut short has errors to tell of, and no throughput", () => {
    const text =
      "[Current] NEW_ORDER - Takes(s): 9.0, Count: 30, TPM: 200.0, Sum(ms): 9728, Avg(ms): 324\n[Current] NEW_ORDER_ERR - Takes(s): 0.0, Count: 4, TPM: 9999.9, Sum(ms): 4, Avg(ms): 1\n";
    expect(judge(text, { exitCode: null })).toMatchObject({
      state: "failed",
      figures: null,
      reason: { code: "why.benchmark_errors_untold", params: { count: 4 } },
    });
    expect(judge("[Current] PAYMENT - Takes(s): 1.0, Count: 1, TPM: 60.0\n").reason?.code).toBe(
      "why.benchmark_no_summary",
    );
  });

  it("in which more than 1 % of the transactions failed is void, though their rows were over 0.0 s", () => {
    const text = whole.replace("[Summary] PAYMENT ", `${row("NEW_ORDER_ERR", 20, 0)}[Summary] PAYMENT `);
    expect(judge(text)).toMatchObject({
      state: "void",
      figures: { tps: 19 },
      reason: { code: "why.benchmark_errors_untold", params: { count: 20 } },
    });
  });

  it("beside which others loaded a server is void", () => {
    const foreign = { kind: "statements", member: "db1", user: "app", foreign: 900, own: 900 };
    expect(judge(whole, { foreign })).toMatchObject({
      state: "void",
      reason: { code: "why.benchmark_foreign_statements" },
    });
  });

  it("whose threads gave up, or which was ended at its limit, has failed", () => {
    expect(judge(`execute run failed, err gone\n${whole}`).reason?.code).toBe("why.benchmark_fatal");
    const { reason } = judge("", { exitCode: null, lateAfterSeconds: 66 });
    expect([reason?.code, reason?.params.seconds]).toEqual(["why.benchmark_late", 66]);
  });
});
