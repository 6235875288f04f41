import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { SysbenchReader } from "./read-sysbench";
import type { SysbenchReport } from "./report";

function read(text: string): SysbenchReport {
  const reader = new SysbenchReader();
  reader.push(text);
  return reader.end();
}

const head = (version: string, threads: number): string =>
  `sysbench ${version} (using bundled LuaJIT 2.1.0-beta2)

Running the test with following options:
Number of threads: ${threads}
Report intermediate results every 1 second(s)
Initializing random number generator from current time


Initializing worker threads...

Threads started!

`;

const row = (second: number, figures = "tps: 41.00 qps: 820.02"): string =>
  `[ ${second}s ] thds: 4 ${figures} (r/w/o: 574.01/164.00/82.00) lat (ms,95%): 118.92 err/s: 0.00 reconn/s: 0.00\n`;

interface Totals {
  readonly events: number;
  readonly seconds: string;
  readonly rate: string;
  readonly percentile?: string;
}

const sql = ({ events, rate }: Totals): string => `SQL statistics:
    queries performed:
        read:                            ${events * 14}
        write:                           ${events * 4}
        other:                           ${events * 2}
        total:                           ${events * 20}
    transactions:                        ${events} (${rate} per sec.)
    queries:                             ${events * 20} (999.99 per sec.)
    ignored errors:                      7      (0.23 per sec.)
    reconnects:                          2      (0.07 per sec.)

`;

const latency = (percentile: string): string => `Latency (ms):
         min:                                    1.68
         avg:                                   17.62
         max:                                   99.48
${percentile}
         sum:                              1920458.07

Threads fairness:
    events (avg/stddev):           1702.9844/108.16
    execution time (avg/stddev):   30.0072/0.00

`;

const at95 = "         95th percentile:                       32.53";

const summary10 = (totals: Totals): string => `${sql(totals)}General statistics:
    total time:                          ${totals.seconds}s
    total number of events:              ${totals.events}

${latency(totals.percentile ?? at95)}`;

const summary11 = (totals: Totals & { readonly eps: string }): string => `${sql(totals)}Throughput:
    events/s (eps):                      ${totals.eps}
    time elapsed:                        ${totals.seconds}s
    total number of events:              ${totals.events}

${latency(totals.percentile ?? at95)}`;

const thirty: Totals = { events: 1230, seconds: "30.0186", rate: "40.97" };

const lost = `FATAL: mysql_drv_query() returned error 1180 (Got error 149 - 'Lock deadlock; Retry' during COMMIT) for query 'INSERT INTO t9
   (a, b)
\tVALUES (3001,8,'sss')'
FATAL: \`thread_run' function failed: ./mix.lua:215: SQL error, errno = 1180, state = 'HY000': Got error 149 - 'Lock deadlock; Retry' during COMMIT
`;

describe("rows", () => {
  it("are read by their names: without a colon, with figures that a hook adds, at any percentile", () => {
    const { seconds } =
      read(`[ 5s ] thds: 8 tps: 355.03 qps: 9952.34 (r/w/o: 4550.27/4687.20/714.87) lat (ms,99%): 48.34 err/s 1.20 reconn/s: 0.40
[ 10s ] lag: 3 thds: 8 tps: 338.41 p50: 1.00 qps: 9848.13 (r/w/o: 4495.75/4675.55/676.82) lat (ms,95%): 50.11 err/s: 1.00 reconn/s: 0.00\n`);
    expect(seconds).toEqual([
      {
        second: 5,
        threads: 8,
        tps: 355.03,
        qps: 9952.34,
        reads: 4550.27,
        writes: 4687.2,
        others: 714.87,
        latencyMs: 48.34,
        percentile: 99,
        errorsPerSecond: 1.2,
        reconnectsPerSecond: 0.4,
      },
      expect.objectContaining({ second: 10, tps: 338.41, qps: 9848.13, percentile: 95, errorsPerSecond: 1 }),
    ]);
  });

  it("of CSV are read where the queries are the sum of their kinds, and never with other columns", () => {
    const { seconds } = read(`3,16,368.04,10699.23,4897.56,5054.58,747.09,308.84,1.00,0.50
4,16,304.00,4073.98,8973.95,4307.98,592.00,601.29,1.00,0.00
5,16,352.00,9721.14,4416.06,4587.06,718.01,344.08,2.00
6,16,352.00,9721.14,4416.06,4587.06,718.01,344.08,2.00,0.00,0.00\n`);
    expect(seconds).toEqual([
      {
        second: 3,
        threads: 16,
        tps: 368.04,
        qps: 10699.23,
        reads: 4897.56,
        writes: 5054.58,
        others: 747.09,
        latencyMs: 308.84,
        percentile: null,
        errorsPerSecond: 1,
        reconnectsPerSecond: 0.5,
      },
    ]);
  });

  it.each([
    "[ 2s ] thds: 64 tps: 0.00 qps: 0.00 (r/w/o: 0.00/0.00/0.00) lat (ms,95%): 0.00 err/s: 0.00 reconn/s: 0.00\n",
    "2,64,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00\n",
    "[ 2s ] thds: 64 eps: 0.00 lat (ms,95%): 0.00\n",
  ])("without events have no latency, never one of 0 ms: %s", (text) => {
    expect(read(text).seconds).toMatchObject([{ second: 2, threads: 64, tps: 0, latencyMs: null }]);
  });

  it("of the second of a checkpoint, which took their latencies, keep their throughput and have no latency", () => {
    const { seconds } = read(row(2).replace("118.92", "0.00"));
    expect(seconds).toMatchObject([{ tps: 41, qps: 820.02, latencyMs: null, percentile: 95 }]);
  });

  it("with percentiles switched off have neither a percentile nor a latency", () => {
    const { seconds } = read(row(1).replace("95%): 118.92", "0%): 0.00"));
    expect(seconds).toMatchObject([{ tps: 41, latencyMs: null, percentile: null }]);
  });

  it("are given by push as soon as their line is complete, and a row that was cut off is not made up", () => {
    const reader = new SysbenchReader();
    expect(reader.push(`${head("1.0.20", 4)}[ 1s ] thds: 4 tps: 4`)).toEqual([]);
    expect(reader.push(row(1).slice(row(1).indexOf("1.00 qps")))).toMatchObject([{ second: 1, tps: 41 }]);
    expect(reader.push(row(2) + row(3).slice(0, 40))).toMatchObject([{ second: 2 }]);
    expect(reader.end().seconds).toHaveLength(2);
  });
});

describe("the summary", () => {
  it.each(["1.0.17", "1.0.18", "1.0.19", "1.0.20"])("of %s is read with its version", (version) => {
    const report = read(`${head(version, 4)}${row(1)}${row(30)}${summary10(thirty)}`);
    expect(report).toMatchObject({ version, threadsAsked: 4, isComplete: true, hasLostThreads: false });
    expect(report.summary).toEqual({
      transactions: 1230,
      queries: 24_600,
      ignoredErrors: 7,
      reconnects: 2,
      seconds: 30.0186,
      transactionsPerSecond: 40.97,
      latency: { minMs: 1.68, meanMs: 17.62, maxMs: 99.48, percentile: { at: 95, ms: 32.53 } },
      histogram: null,
    });
  });

  it("of 1.1.0 is read under its other names", () => {
    const report = read(`${head("1.1.0-50966c8", 4)}${row(1)}${summary11({ ...thirty, eps: "40.9744" })}`);
    expect(report).toMatchObject({ version: "1.1.0-50966c8", isComplete: true });
    expect(report.summary).toMatchObject({
      transactions: 1230,
      seconds: 30.0186,
      transactionsPerSecond: 40.97,
    });
  });

  it("holds counts above 2^32 and the time of a run of twelve hours exactly", () => {
    const totals = { events: 5_000_000_001, seconds: "43200.1234", rate: "115740.41" };
    const { summary } = read(summary10(totals));
    expect(summary).toMatchObject({
      transactions: 5_000_000_001,
      queries: 100_000_000_020,
      seconds: 43_200.1234,
    });
  });

  it.each([
    ["99", "         99th percentile:                       88.02", { at: 99, ms: 88.02 }],
    ["0", "         percentile stats:               disabled", { at: null, ms: null }],
    [
      "95 of an empty histogram",
      "         95th percentile:                        0.00",
      { at: 95, ms: null },
    ],
  ])("tells percentile %s", (_, percentile, wanted) => {
    expect(read(summary10({ ...thirty, percentile })).summary?.latency.percentile).toEqual(wanted);
  });

  it("of a run without any event has no latency at all", () => {
    const empty = summary10({ events: 0, seconds: "10.0002", rate: "0.00" }).replace(
      /(min|avg|max): +\S+/g,
      "$1: 0.00",
    );
    expect(read(empty).summary).toMatchObject({
      transactions: 0,
      transactionsPerSecond: 0,
      latency: { minMs: null, meanMs: null, maxMs: null, percentile: { at: 95, ms: null } },
      histogram: null,
    });
  });

  it("has the histogram that --histogram=on prints before it, and null where that is empty", () => {
    const title = `Latency histogram (values are in milliseconds)
       value  ------------- distribution ------------- count\n`;
    const bars = `       0.001 |                                         3
       0.182 |********                                 121
     100.000 |**************************************** 4294967297
  100000.000 |                                         1\n`;
    expect(read(`${title}${bars} \n${summary10(thirty)}`).summary?.histogram).toEqual([
      { ms: 0.001, count: 3 },
      { ms: 0.182, count: 121 },
      { ms: 100, count: 4_294_967_297 },
      { ms: 100_000, count: 1 },
    ]);
    expect(read(`${title} \n${summary10(thirty)}`).summary?.histogram).toBeNull();
  });

  it("that was cut off is none, and the run is not complete", () => {
    const cut = summary10(thirty).split("         sum:")[0] ?? "";
    expect(read(`${head("1.0.20", 4)}${row(1)}${cut}`)).toMatchObject({ summary: null, isComplete: false });
    expect(read(`${head("1.0.20", 4)}${row(1)}`)).toMatchObject({
      summary: null,
      isComplete: false,
      fatal: null,
    });
  });
});

describe("a checkpoint", () => {
  const warm = { events: 2189, seconds: "2.0009", rate: "1088.10" };
  const rest = { events: 2821, seconds: "5.0684", rate: "920.54" };
  const start = `${head("1.0.20", 4)}${row(1)}[ 2s ] Checkpoint report:\n`;

  it("parts the warm-up from the run: the summary is the last one, and its seconds are those since the checkpoint", () => {
    const report = read(`${start}${summary10(warm)}${row(2)}${row(3)}${summary10(rest)}`);
    expect(report).toMatchObject({ checkpointSeconds: [2], isComplete: true });
    expect(report.seconds.map(({ second }) => second)).toEqual([1, 2, 3]);
    expect(report.summary).toMatchObject({
      transactions: 2821,
      seconds: 3.0675,
      transactionsPerSecond: 920.54,
    });
  });

  it("is no summary of the run, and takes rows that are printed in its midst", () => {
    const [before = "", after = ""] = summary10(warm).split("General statistics:");
    const report = read(`${start}${before}${row(2)}General statistics:${after}${row(3)}`);
    expect(report).toMatchObject({ checkpointSeconds: [2], summary: null, isComplete: false });
    expect(report.seconds).toHaveLength(3);
  });

  it("of 1.1.0 is told by the rate, whatever its elapsed time counts from", () => {
    const end = summary11({ ...rest, eps: "940.3333" });
    const { summary } = read(`${start}${summary11({ ...warm, eps: "1094.0077" })}${row(3)}${end}`);
    expect(summary?.seconds).toBeCloseTo(3, 4);
  });
});

describe("what ends a run", () => {
  it("is told with its query of several lines; driver and thread tell one error, and the rows before it are kept", () => {
    const report = read(`${head("1.0.19", 4)}${row(1)}${lost}${row(2).replace("thds: 4", "thds: 3")}`);
    expect(report).toMatchObject({ hasLostThreads: true, isComplete: false, summary: null });
    expect(report.errors).toEqual([
      { code: 1180, said: "Got error 149 - 'Lock deadlock; Retry' during COMMIT", count: 1 },
    ]);
    expect(report.fatal).toContain("for query 'INSERT INTO t9\n   (a, b)\n\tVALUES (3001,8,'sss')'");
    expect(report.seconds).toHaveLength(2);
  });

  it("counts each error by its code, and what sysbench only says it repeats", () => {
    const again = `FATAL: mysql_stmt_execute() returned error 3101 (Plugin instructed the server to rollback) for query 'COMMIT'\n`;
    const { errors, fatal } = read(`${again}(last message repeated 2 times)\n${lost}${again}${lost}`);
    expect(errors).toMatchObject([
      { code: 3101, count: 4 },
      { code: 1180, count: 2 },
    ]);
    expect(fatal).toContain("3101");
  });

  it("is the refused connection, not the sentences that follow from it", () => {
    const { errors, fatal } =
      read(`FATAL: unable to connect to MySQL server on host '10.0.0.1', port 3306, aborting...
FATAL: error 2002: Can't connect to server on '10.0.0.1' (115)
FATAL: \`thread_init' function failed: /usr/share/sysbench/oltp_common.lua:349: connection creation failed
FATAL: Thread initialization failed!\n`);
    expect(errors).toEqual([{ code: 2002, said: "Can't connect to server on '10.0.0.1' (115)", count: 1 }]);
    expect(fatal).toBe("unable to connect to MySQL server on host '10.0.0.1', port 3306, aborting...");
  });

  it("is the missing table, not the statement that could not be prepared", () => {
    const { errors, fatal } = read(`FATAL: mysql_stmt_prepare() failed
FATAL: MySQL error: 1146 "Table 'sbtest.sbtest3' doesn't exist"
FATAL: \`thread_init' function failed: /usr/share/sysbench/oltp_common.lua:284: SQL API error
FATAL: Thread initialization failed!\n`);
    expect(errors).toEqual([{ code: 1146, said: "Table 'sbtest.sbtest3' doesn't exist", count: 1 }]);
    expect(fatal).toBe("mysql_stmt_prepare() failed");
  });

  it("is found in a prepare, which ends with exit code 0 all the same", () => {
    const report =
      read(`FATAL: mysql_drv_query() returned error 1050 (Table 'sbtest1' already exists) for query 'CREATE TABLE sbtest1(
  k INTEGER DEFAULT '0' NOT NULL,
  c CHAR(120) DEFAULT '' NOT NULL
) /*! ENGINE = innodb */ '
FATAL: \`sysbench.cmdline.call_command' function failed: /usr/share/sysbench/oltp_common.lua:197: SQL error, errno = 1050, state = '42S01': Table 'sbtest1' already exists
FATAL: unable to connect to MySQL server on host '127.0.0.1', port 3306, aborting...
FATAL: error 2026: TLS/SSL error: No such file or directory (2)
FATAL: \`sysbench.cmdline.call_command' function failed: /usr/share/sysbench/oltp_common.lua:83: connection creation failed\n`);
    expect(report.errors).toEqual([
      { code: 1050, said: "Table 'sbtest1' already exists", count: 1 },
      { code: 2026, said: "TLS/SSL error: No such file or directory (2)", count: 1 },
    ]);
    expect(report.fatal).toContain("ENGINE = innodb */ '");
  });

  it.each([
    "FATAL: Invalid random numbers distribution: zipfian.",
    "invalid option: --warmup-time=1",
    "FATAL: The --time limit has expired, forcing shutdown...",
  ])("may have no code: %s", (line) => {
    const report = read(`${head("1.0.20", 4)}${line}\n${summary10(thirty)}`);
    const text = line.replace("FATAL: ", "");
    expect(report).toMatchObject({
      fatal: text,
      errors: [{ code: null, said: text, count: 1 }],
      isComplete: false,
    });
    expect(report.summary).not.toBeNull();
  });

  it("does not swallow the summary where sysbench cut the query and with it the closing quote", () => {
    const cut = `FATAL: mysql_drv_query() returned error 1205 (Lock wait timeout) for query 'INSERT\n${"x".repeat(300)}\n`;
    const report = read(`${cut}${row(1)}${cut}${summary10(thirty)}`);
    expect(report.seconds).toHaveLength(1);
    expect(report.summary).toMatchObject({ transactions: 1230 });
    expect(report.errors).toMatchObject([{ code: 1205, count: 2 }]);
  });

  it("leaves a hang to be seen: rows of zeros after error 3100 have no latency and lack a thread", () => {
    const report =
      read(`${head("1.0.19", 2)}FATAL: mysql_drv_query() returned error 3100 (Error on observer while running replication hook 'before_commit'.) for query 'COMMIT'
1,1,65.86,1697.50,764.42,796.36,136.72,65.65,2.00,0.00
2,1,0.00,0.00,0.00,0.00,0.00,0.00,0.00,0.00\n`);
    expect(report).toMatchObject({ hasLostThreads: true, errors: [{ code: 3100 }], isComplete: false });
    expect(report.seconds[1]).toMatchObject({ tps: 0, latencyMs: null });
  });

  it("is not seen in threads that have finished when the last row is printed", () => {
    const last = row(30).replace("thds: 4", "thds: 1");
    const report = read(`${head("1.0.20", 4)}${row(29)}${last}${summary10(thirty)}`);
    expect(report).toMatchObject({ hasLostThreads: false, isComplete: true });
  });
});

describe("two runs in one file", () => {
  const run = `${row(1)}${row(2)}${summary10(thirty)}`;

  it.each([
    ["with a header each", `${head("1.0.20", 4)}${run}${head("1.1.0", 8)}${row(1, "tps: 9.00 qps: 820.02")}`],
    ["without a second header", `${head("1.0.20", 4)}${run}${row(1, "tps: 9.00 qps: 820.02")}`],
  ])("are never mixed, %s: the first alone is told, and is not complete", (_, text) => {
    const report = read(text);
    expect(report).toMatchObject({ hasTwoRuns: true, isComplete: false, version: "1.0.20", threadsAsked: 4 });
    expect(report.seconds.map(({ second, tps }) => [second, tps])).toEqual([
      [1, 41],
      [2, 41],
    ]);
  });

  it("are not what a prepare before the run is", () => {
    const prepare = "sysbench 1.0.20 (using bundled LuaJIT)\n\nCreating table 'sbtest1'...\n";
    expect(read(`${prepare}${head("1.0.20", 4)}${run}`)).toMatchObject({
      hasTwoRuns: false,
      isComplete: true,
    });
  });
});

it("reads the same however the output is cut, and with either end of line", () => {
  const text = `${head("1.0.20", 4)}${row(1)}[ 1s ] Checkpoint report:\n${summary10(thirty)}${lost}${row(2)}
Latency histogram (values are in milliseconds)
       0.182 |**********                               121\n${summary10({ ...thirty, seconds: "31.0186" })}`;
  const whole = read(text);
  expect(whole.summary?.histogram).toHaveLength(1);
  const cuts = fc.array(fc.nat(text.length), { maxLength: 40 });
  fc.assert(
    fc.property(cuts, fc.boolean(), (places, isWindows) => {
      const reader = new SysbenchReader();
      const sorted = [0, ...places.sort((a, b) => a - b), text.length];
      const given = sorted.flatMap((place, index) => {
        const part = text.slice(place, sorted[index + 1] ?? place);
        return reader.push(isWindows ? part.replaceAll("\n", "\r\n") : part);
      });
      expect(given).toEqual(whole.seconds);
      expect(reader.end()).toEqual(whole);
    }),
  );
});
