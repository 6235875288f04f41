import { type BenchmarkRun, CustomWorkload, MysqlslapWorkload } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { drawCurves } from "./draw-curves";
import { drawIntervals } from "./draw-intervals";
import { drawLatency } from "./draw-latency";
import { listHandCommands } from "./list-commands";

const figure = (mean: number) => ({ min: mean, mean, max: mean });

describe("bars with intervals", () => {
  it("hold every interval whole on their axis, and zero", () => {
    const { area, bars, zeroX, ticks } = drawIntervals([
      { middle: 19, low: 17, high: 21.4 },
      { middle: -0.3, low: -1.7, high: 1.1 },
    ]);
    for (const { lowX, highX, fromX, toX } of bars)
      for (const x of [lowX, highX, fromX, toX, zeroX]) {
        expect(x).toBeGreaterThanOrEqual(area.left);
        expect(x).toBeLessThanOrEqual(area.right);
      }
    expect(bars[0]?.fromX).toBe(zeroX);
    expect(bars[1]?.toX).toBe(zeroX);
    expect(ticks.find(({ value }) => value === 0)?.at).toBe(zeroX);
  });

  it("have room for a published figure far from the measured one, and no mark where there is none", () => {
    const { area, bars } = drawIntervals([
      { middle: 1, low: 0, high: 2, mark: 24.7 },
      { middle: 1, low: 0, high: 2 },
    ]);
    const [marked, bare] = bars;
    expect(marked?.markX).toBeGreaterThan(marked?.highX ?? Number.POSITIVE_INFINITY);
    expect(marked?.markX).toBeLessThanOrEqual(area.right);
    expect(bare?.markX).toBeNull();
  });

  it("are drawn of nothing but zero too", () => {
    expect(drawIntervals([{ middle: 0, low: 0, high: 0 }]).bars[0]).toMatchObject({ fromX: 200, toX: 200 });
  });
});

describe("the curves of a block", () => {
  const points = [figure(100), figure(0), null, figure(50), { min: 10, mean: 60, max: 200 }].map(
    (one, index) => ({ x: index + 1, figure: one }),
  );
  const drawn = drawCurves([{ id: "arm-0", points }], { toX: 5, warmupSeconds: 1 });

  it("leave a gap open and take a stall down to the axis", () => {
    const { line } = drawn.curves[0] ?? { line: "" };
    expect(line.split("M")).toHaveLength(3);
    expect(line).toContain(`,${drawn.area.bottom}`);
  });

  it("have room for the highest second, not only for the highest mean", () => {
    expect(drawn.ticksY.at(-1)?.value).toBeGreaterThanOrEqual(200);
    expect(drawn.curves[0]?.band).toContain(`,${drawn.area.top}`);
  });

  it("end their warm-up on the axis of their seconds", () => {
    expect(drawn.warmupX).toBe(drawn.ticksX.find(({ value }) => value === 1)?.at);
  });
});

describe("latency against throughput", () => {
  const run = (arm: number, threads: number, tps: number, ms: number, isAtLeast = false): BenchmarkRun => ({
    id: "00000000-0000-4000-8000-000000000001",
    ordinal: 0,
    block: 0,
    threads,
    arm,
    state: "done",
    startedAt: null,
    endedAt: null,
    figures: {
      seconds: 30,
      transactions: 1,
      tps,
      qps: 1,
      errorsPerSecond: 0,
      reconnects: null,
      latency: { minMs: 0, meanMs: 0, maxMs: 0, p50: null, p95: { ms, isAtLeast }, p99: null },
    },
    reason: null,
  });

  it("has a point for each run, and joins medians in the order of the threads", () => {
    const runs = [run(0, 64, 900, 90), run(0, 16, 500, 30), run(0, 16, 510, 20), run(0, 16, 400, 10)];
    const drawn = drawLatency(runs)?.arms[0];
    expect(drawn?.points).toHaveLength(4);
    expect(drawn?.middles.map(({ threads }) => threads)).toEqual([16, 64]);
    expect(drawn?.points).toContainEqual({ x: drawn?.middles[1]?.x, y: drawn?.middles[1]?.y });
  });

  it("joins figures that a run had, and no mean of percentiles: of an even number of runs, the lower in the middle", () => {
    const drawn = drawLatency([
      run(0, 16, 500, 10),
      run(0, 16, 500, 90),
      run(0, 16, 500, 20),
      run(0, 16, 500, 30),
    ]);
    const at = drawn?.arms[0];
    expect(at?.middles).toEqual([{ threads: 16, ...at?.points[2] }]);
  });

  it("leaves out what counts for nothing, and what lies beyond the scale", () => {
    const lost = { ...run(0, 16, 100, 5), state: "void" } as const;
    expect(drawLatency([lost, run(0, 16, 100, 100_000, true)])).toBeNull();
  });
});

describe("the commands that repeat a benchmark", () => {
  const ref = { kind: "custom", address: "10.0.0.1", port: 3306 } as const;
  const endpoint = { ref, way: "custom", name: "db1", address: "10.0.0.1", port: 3306 } as const;
  const benchmark = {
    id: "00000000-0000-4000-8000-00000000abcd",
    arms: [
      { name: "a", endpoints: [endpoint] },
      { name: "b", endpoints: [{ ...endpoint, address: "10.0.0.2" }] },
    ],
    threads: [16, 64],
    workload: {
      tool: "sysbench",
      script: "oltp_read_write",
      tables: 4,
      tableSize: 1_000,
      options: { rand_type: "uniform" },
    },
    toolVersion: "1.0.20",
    data: null,
    warmupSeconds: 5,
    runSeconds: 30,
    hygiene: "keep_tables",
  } as const;
  const repeatable = {
    ...benchmark,
    arms: [...benchmark.arms].map((arm) => ({ ...arm, endpoints: [...arm.endpoints] })),
    threads: [...benchmark.threads],
  };

  it("are those that Primacy runs, one for each arm and number of threads", () => {
    const commands = listHandCommands(repeatable);
    expect(commands?.prepare?.own).toBeNull();
    expect(commands?.prepare?.command).toBe(
      "sysbench oltp_read_write --config-file=arm-1.cnf --tables=4 --table_size=1000 --threads=4 --rand-type=uniform prepare",
    );
    expect(commands?.arms.map(({ runs }) => runs.length)).toEqual([2, 2]);
    expect(commands?.arms[1]?.runs[1]).toBe(
      "sysbench oltp_read_write --config-file=arm-2.cnf --tables=4 --table_size=1000 --threads=64 --time=35 --report-interval=1 --histogram=on --percentile=95 --report-checkpoints=5 --rand-type=uniform run",
    );
    expect(commands?.arms[1]?.config).toContain("mysql-host=10.0.0.2\n");
  });

  it("say what was done before each run, as somebody types it", () => {
    expect(listHandCommands(repeatable)?.before).toEqual([]);
    expect(listHandCommands({ ...repeatable, hygiene: "drop_caches" })?.before).toEqual([
      "DROP DATABASE IF EXISTS `primacy_bench_0000000000004000800000000000abcd`;",
      "CREATE DATABASE `primacy_bench_0000000000004000800000000000abcd`;",
      "RESTART;",
      "sync; echo 3 > /proc/sys/vm/drop_caches",
    ]);
  });

  it("have no password but the place for one, and that on no command line", () => {
    const commands = listHandCommands(repeatable);
    expect(commands?.arms[0]?.config).toContain('mysql-password="PASSWORD"');
    expect(
      [commands?.prepare?.command, ...(commands?.arms ?? []).flatMap(({ runs }) => runs)].join(),
    ).not.toMatch(/password/i);
  });

  it("of mysqlslap have its option file for each arm, and nothing that fills tables", () => {
    const workload = MysqlslapWorkload.parse({ tool: "mysqlslap", queries: 640 });
    const commands = listHandCommands({ ...repeatable, workload, toolVersion: "8.0.36" });
    expect(commands?.prepare).toBeNull();
    expect(commands?.arms[1]?.config).toMatch(/^\[client\]\nhost="10.0.0.2"\n.*password="PASSWORD"/s);
    expect(commands?.arms[1]?.runs[0]).toMatch(/^mysqlslap --defaults-file=arm-2.cnf .*--concurrency=16 /);
  });

  it("of MariaDB's mysqlslap have the name that it has there", () => {
    const workload = MysqlslapWorkload.parse({ tool: "mysqlslap" });
    const commands = listHandCommands({ ...repeatable, workload, toolVersion: "11.4.3-MariaDB" });
    expect(commands?.arms[0]?.runs[0]).toMatch(/^mariadb-slap --defaults-file=arm-1.cnf /);
  });

  it("fill the tables where they were filled: by a file of an arm, or by one of their own", () => {
    const data = { seconds: 1, rows: 1, bytes: null };
    const filled = (address: string) =>
      listHandCommands({ ...repeatable, data: { ...data, filledAt: { address, port: 3306 } } })?.prepare;
    expect(filled("10.0.0.2")?.command).toContain("--config-file=arm-2.cnf");
    expect(filled("10.0.0.9")?.command).toContain("--config-file=fill.cnf");
    expect(filled("10.0.0.9")?.own?.config).toContain("mysql-host=10.0.0.9\n");
    // Where it is not kept, an arm for reads alone is not the one.
    const [first, ...others] = repeatable.arms;
    const reading = {
      name: "r",
      endpoints: (first?.endpoints ?? []).map((one) => ({ ...one, way: "read_vip" as const })),
    };
    const older = listHandCommands({ ...repeatable, arms: [reading, ...others] });
    expect(older?.prepare?.command).toContain("--config-file=arm-2.cnf");
  });

  it("give a program its option file where it reads it: by name, or from its input", () => {
    const order = { tool: "custom", program: "tpcc", parser: "go-tpc", prepare: ["prepare"] };
    const typed = (run: readonly string[]) =>
      listHandCommands({ ...repeatable, workload: CustomWorkload.parse({ ...order, run }) });
    expect(typed(["run"])?.arms[1]?.runs[0]).toBe("tpcc run < arm-2.cnf");
    expect(typed(["run"])?.prepare?.command).toBe("tpcc prepare < arm-1.cnf");
    const named = typed(["--file={defaultsFile}"]);
    expect(named?.arms[1]?.runs[0]).toBe("tpcc --file=arm-2.cnf");
  });

  it("are none where sysbench cannot be told an address", () => {
    const odd = { ...endpoint, address: "a b; rm" };
    expect(listHandCommands({ ...repeatable, arms: [{ name: "a", endpoints: [odd] }] })).toBeNull();
  });
});
