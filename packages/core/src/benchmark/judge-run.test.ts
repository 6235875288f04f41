import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { explainErrors, judgeRun, measuredSeconds, readFigures } from "./judge-run";
import { SysbenchReader } from "./sysbench/read-sysbench";

interface Told {
  readonly tps?: readonly number[];
  readonly threads?: (second: number) => number;
  readonly errors?: number;
  readonly summary?: boolean;
  readonly tail?: string;
  readonly checkpoint?: boolean;
  readonly histogram?: boolean;
  readonly percentile?: number;
}

/** What sysbench 1.0.20 writes of a run with 2 seconds of warm-up, as that version does. */
function outputOf({
  tps = [90, 95, 100, 110, 90, 100, 100],
  threads = () => 4,
  errors = 0,
  summary = true,
  tail = "",
  checkpoint = true,
  histogram = true,
  percentile = 95,
}: Told): string {
  const rows = tps.map(
    (rate, index) =>
      `[ ${index + 1}s ] thds: ${threads(index + 1)} tps: ${rate.toFixed(2)} qps: ${(rate * 20).toFixed(2)} (r/w/o: 1/1/1) lat (ms,${percentile}%): ${rate === 0 ? "0.00" : "41.10"} err/s: ${errors.toFixed(2)} reconn/s: 0.00`,
  );
  const head = `sysbench 1.0.20 (using system LuaJIT 2.1.0-beta3)

Running the test with following options:
Number of threads: 4
Report intermediate results every 1 second(s)

Threads started!
`;
  const bars = `
Latency histogram (values are in milliseconds)
       value  ------------- distribution ------------- count
      30.000 |****************************************  300
      40.000 |**************************                190
      50.000 |*                                         10
`;
  const statistics = (total: string): string => `
SQL statistics:
    queries performed:
        read:                            7000
        write:                           2000
        other:                           1000
        total:                           10000
    transactions:                        500    (100.00 per sec.)
    queries:                             10000  (2000.00 per sec.)
    ignored errors:                      0      (0.00 per sec.)
    reconnects:                          0      (0.00 per sec.)

General statistics:
    total time:                          ${total}s
    total number of events:              500

Latency (ms):
         min:                                   21.50
         avg:                                   34.00
         max:                                   55.25
         ${percentile}th percentile:                       40.37
         sum:                                20000.00

Threads fairness:
    events (avg/stddev):           125.0000/1.00
    execution time (avg/stddev):   5.0000/0.00
`;
  const atCheckpoint = `[ 2s ] Checkpoint report:\n${statistics("2.0001")}`;
  const measured = [...(checkpoint ? [atCheckpoint] : []), ...rows.slice(2)];
  const end = summary ? `${histogram ? bars : ""}${statistics("7.0010")}` : "";
  return `${head}\n${[...rows.slice(0, 2), ...measured].join("\n")}\n${tail}${end}`;
}

const ordered30 = { threads: 4, warmupSeconds: 5, runSeconds: 30, mayEndEarly: false };
const calm = {
  primaryBefore: "db1",
  primaryAfter: "db1",
  lost: [],
  exitCode: 0,
  lateAfterSeconds: null,
  foreign: null,
};

function judge(told: Told, around: Partial<Parameters<typeof judgeRun>[2]> = {}, warmupSeconds = 2) {
  const reader = new SysbenchReader();
  reader.push(outputOf(told));
  const ordered = { threads: 4, warmupSeconds, runSeconds: 5, mayEndEarly: false };
  return judgeRun(reader.end(), ordered, { ...calm, ...around });
}

describe("judgeRun", () => {
  it("takes the mean of the seconds after the warm-up, and the latencies of the histogram", () => {
    const { state, figures, reason } = judge({});
    expect([state, reason]).toEqual(["done", null]);
    expect(figures).toMatchObject({
      seconds: 5,
      tps: 100,
      qps: 2_000,
      transactions: 500,
      errorsPerSecond: 0,
    });
    expect(figures?.latency).toMatchObject({
      minMs: 21.5,
      meanMs: 34,
      maxMs: 55.25,
      p50: { ms: 30, isAtLeast: false },
      p95: { ms: 40, isAtLeast: false },
      p99: { ms: 50, isAtLeast: false },
    });
  });

  it("takes the percentile that the final report tells where there is no histogram", () => {
    const told = { minMs: 21.5, p50: null, p95: { ms: 40.37, isAtLeast: false }, p99: null };
    expect(judge({ histogram: false }).figures?.latency).toMatchObject(told);
    const other = judge({ histogram: false, percentile: 99 }).figures?.latency;
    expect(other).toMatchObject({ p50: null, p95: null, p99: { ms: 40.37, isAtLeast: false } });
  });

  it("has no latency and no reconnects where the warm-up is in those of the final report", () => {
    const { state, figures } = judge({ checkpoint: false });
    const none = { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null };
    expect([state, figures]).toMatchObject(["done", { tps: 100, reconnects: null, latency: none }]);
    expect(judge({}, {}, 3).figures?.latency).toEqual(none);
    expect(judge({ checkpoint: false }, {}, 0).figures).toMatchObject({
      ...{ reconnects: 0, latency: { meanMs: 34, p95: { ms: 40 } } },
    });
  });

  it("leaves out the warm-up and what the tool wrote beyond its time", () => {
    const seconds = [1, 2, 3, 7, 8].map((second) => ({ second }));
    const kept = measuredSeconds({ seconds } as never, {
      threads: 1,
      warmupSeconds: 2,
      runSeconds: 5,
      mayEndEarly: false,
    });
    expect(kept.map(({ second }) => second)).toEqual([3, 7]);
  });

  type Row = readonly [
    title: string,
    told: Told,
    around: Parameters<typeof judge>[1],
    state: string,
    code: string,
  ];
  const fatal =
    "FATAL: mysql_stmt_execute() returned error 3100 (Error on observer while running replication hook)\n";
  const rows: readonly Row[] = [
    ["one without a summary", { summary: false }, {}, "failed", "why.benchmark_no_summary"],
    ["one whose program was killed", {}, { exitCode: null }, "failed", "why.benchmark_no_summary"],
    ["one that gave up", { summary: false, tail: fatal }, { exitCode: 1 }, "failed", "why.benchmark_fatal"],
    [
      "one that was ended at its limit",
      { summary: false },
      { exitCode: null, lateAfterSeconds: 67 },
      "failed",
      "why.benchmark_late",
    ],
    [
      "one that waited for an answer until it was ended",
      { summary: false, tps: [90, 95, 0, 0, 0, 0, 0] },
      { exitCode: null, lateAfterSeconds: 67 },
      "failed",
      "why.benchmark_stood_still",
    ],
    [
      "one whose threads died",
      { threads: (second) => (second > 4 ? 3 : 4) },
      {},
      "failed",
      "why.benchmark_threads_died",
    ],
    [
      "one that hung for five seconds",
      { tps: [90, 95, 0, 0, 0, 0, 0] },
      {},
      "failed",
      "why.benchmark_stood_still",
    ],
    ["one beside a move of the primary", {}, { primaryAfter: "db2" }, "void", "why.benchmark_primary_moved"],
    ["one that ended without a primary", {}, { primaryAfter: null }, "void", "why.benchmark_no_primary"],
    ["one after which a member is gone", {}, { lost: ["db3"] }, "void", "why.benchmark_members_lost"],
    [
      "one beside which others loaded a server",
      {},
      { foreign: { kind: "statements", member: "db1", user: "app", foreign: 2_000, own: 9_000 } },
      "void",
      "why.benchmark_foreign_statements",
    ],
    ["one of which more than 1 % failed", { errors: 1.5 }, {}, "void", "why.benchmark_errors_untold"],
  ];
  it.each(rows)("does not count %s, and keeps what it measured", (_title, told, around, state, code) => {
    const judged = judge(told, around);
    expect([judged.state, judged.reason?.code]).toEqual([state, code]);
    expect(judged.figures?.seconds).toBe(5);
  });

  it("tells how many errors there were, and what the first of them said where the tool says it", () => {
    expect(judge({ errors: 1.5 }).reason?.text).toBe("8 errors, of which the tool says no more");
    expect(explainErrors(3, "Deadlock found").text).toBe("3 errors, the first of which was: Deadlock found");
  });

  it("counts a run with few errors and with a slow second", () => {
    expect(judge({ errors: 0.5 }).state).toBe("done");
    expect(judge({ tps: [90, 95, 100, 0, 90, 100, 100] })).toMatchObject({
      state: "done",
      figures: { tps: 78 },
    });
  });

  it("does not count a run of which seconds are missing, however well the rest went, unless it was to end early", () => {
    const told = { tps: [90, 95, 100, 110] };
    expect(judge(told)).toMatchObject({
      state: "failed",
      reason: { code: "why.benchmark_seconds_missing", params: { absent: 3, asked: 5 } },
    });
    const reader = new SysbenchReader();
    reader.push(outputOf(told));
    const ordered = { threads: 4, warmupSeconds: 2, runSeconds: 5, mayEndEarly: true };
    expect(judgeRun(reader.end(), ordered, calm).state).toBe("done");
  });

  it("has the true mean of a run whose rows come late, each with the rate of all the time since the one before", () => {
    const rates = fc.array(fc.integer({ min: 1, max: 2_000 }), { minLength: 30, maxLength: 30 });
    const late = fc.uniqueArray(fc.integer({ min: 1, max: 34 }), { maxLength: 20 });
    fc.assert(
      fc.property(rates, late, (each, isLate) => {
        const ends = Array.from({ length: 35 }, (_, index) => index + 1).filter(
          (end) => !isLate.includes(end),
        );
        const meanOf = (from: number, to: number): number =>
          each.slice(from - 5, to - 5).reduce((sum, one) => sum + one, 0) / (to - from);
        const seconds = ends.map((second, index) => {
          const before = ends[index - 1] ?? 0;
          // What a row tells of the warm-up is no more than of what comes after it.
          const rate = second > 5 ? meanOf(Math.max(5, before), second) : 3_000;
          return { second, threads: 4, tps: rate, qps: rate * 20, errorsPerSecond: rate / 10 };
        });
        const figures = readFigures({ seconds, checkpointSeconds: [5], summary: null } as never, ordered30);
        const total = each.reduce((sum, one) => sum + one, 0);
        expect(figures).toMatchObject({ seconds: 30, transactions: total });
        expect(figures?.tps).toBeCloseTo(total / 30, 6);
        expect(figures?.qps).toBeCloseTo((total / 30) * 20, 6);
        expect(figures?.errorsPerSecond).toBeCloseTo(total / 300, 6);
      }),
    );
  });

  it("calls five seconds without a transaction a hang, also where one row tells of all of them", () => {
    const reader = new SysbenchReader();
    const told = outputOf({ tps: [90, 95, ...Array.from({ length: 34 }, () => 100), 0, 0, 0, 0, 0, 100] });
    reader.push(told.replaceAll(/^\[ (?:37|38|39|40)s \].*\n/gm, ""));
    const { state, reason } = judgeRun(
      reader.end(),
      { ...ordered30, warmupSeconds: 2, runSeconds: 40 },
      calm,
    );
    expect([state, reason]).toMatchObject(["failed", { code: "why.benchmark_stood_still" }]);
  });

  it("has no figures where no second was measured", () => {
    expect(judge({ tps: [90, 95] })).toMatchObject({
      state: "failed",
      figures: null,
      reason: { code: "why.benchmark_nothing" },
    });
  });
});
