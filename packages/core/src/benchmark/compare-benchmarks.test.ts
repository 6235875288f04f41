import type { BenchmarkRecord, BenchmarkRun } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { sysbenchLoad } from "./benchmark.fixture";
import { compareBenchmarks } from "./compare-benchmarks";

const id = "00000000-0000-4000-8000-000000000001";
const ref = { kind: "custom", address: "10.0.0.1", port: 3306 } as const;

function arm(name: string, address = "10.0.0.1"): BenchmarkRecord["arms"][number] {
  return { name, endpoints: [{ ref, way: "custom", name: "db1", address, port: 3306 }] };
}

function run(block: number, place: number, threads: number, tps: number, state: BenchmarkRun["state"]) {
  const latency = { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null };
  const rates = { tps, qps: tps, errorsPerSecond: 0, reconnects: null };
  const figures = { seconds: 30, transactions: 1, ...rates, latency };
  const ends = { startedAt: null, endedAt: null, reason: null };
  return { id, ordinal: 0, block, threads, arm: place, state, figures, ...ends };
}

function benchmark(changes: Partial<BenchmarkRecord> = {}): BenchmarkRecord {
  return {
    id,
    clusterId: id,
    name: "one",
    tags: [],
    isPinned: false,
    notes: "",
    preset: null,
    hygiene: "keep_tables",
    pause: null,
    system: null,
    state: "succeeded",
    requestedBy: "alice",
    loadHostId: id,
    loadHostName: "app1",
    workload: {
      tool: "sysbench",
      script: "oltp_read_write",
      tables: 4,
      tableSize: 10_000,
      options: { point_selects: 5, rand_type: "uniform" },
    },
    arms: [arm("Direct"), arm("VIP", "10.0.0.9")],
    threads: [16],
    blocks: 2,
    runSeconds: 30,
    warmupSeconds: 5,
    seed: 1,
    toolVersion: "1.0.20",
    data: { seconds: 4, rows: 40_000, bytes: 1_000 },
    runsDone: 0,
    runsTotal: 0,
    createdAt: "2026-11-27T10:00:00.000Z",
    endedAt: null,
    runs: [run(0, 0, 16, 100, "done"), run(0, 1, 16, 90, "done"), run(1, 0, 16, 110, "done")],
    ...changes,
  };
}

describe("benchmarks side by side", () => {
  it("have no difference in their setup where only name, seed, time and order of options differ", () => {
    const options = { rand_type: "uniform", point_selects: 5 };
    const other = benchmark({
      name: "two",
      seed: 9,
      createdAt: "2026-11-28T10:00:00.000Z",
      workload: { ...sysbenchLoad, options },
    });
    expect(compareBenchmarks([benchmark(), other]).differences).toEqual([]);
  });

  it("name each thing that differs, with the value of each", () => {
    const other = benchmark({
      toolVersion: "1.1.0",
      runSeconds: 60,
      arms: [arm("Direct"), arm("VIP", "10.0.0.8"), arm("Router")],
      workload: { ...sysbenchLoad, options: {} },
    });
    expect(compareBenchmarks([benchmark(), other]).differences).toEqual([
      { fact: "tool", values: ["sysbench 1.0.20", "sysbench 1.1.0"] },
      { fact: "options", values: ["point_selects=5 rand_type=uniform", null] },
      { fact: "runSeconds", values: [30, 60] },
      { fact: "arms", values: ["Direct, VIP", "Direct, VIP, Router"] },
      { fact: "endpoints", arm: "VIP", values: ["10.0.0.9:3306", "10.0.0.8:3306"] },
      { fact: "endpoints", arm: "Router", values: [null, "10.0.0.1:3306"] },
    ]);
  });

  it("match arms by name, wherever they stand, and leave out what counts for nothing", () => {
    const other = benchmark({
      arms: [arm("VIP"), arm("Direct")],
      threads: [64, 16],
      runs: [run(0, 0, 16, 80, "done"), run(0, 1, 16, 500, "void"), run(0, 0, 64, 200, "done")],
    });
    const { rows } = compareBenchmarks([benchmark(), other]);
    expect(rows.map((row) => [row.arm, row.threads, ...row.cells.map(({ mean }) => mean)])).toEqual([
      ["Direct", 16, 105, null],
      ["VIP", 16, 90, 80],
      ["VIP", 64, null, 200],
    ]);
    expect(rows[0]?.cells[0]?.runs.map(({ tps }) => tps)).toEqual([100, 110]);
  });

  const machine = { kernel: "6.1.0", cpuModel: "Xeon", cpus: 4, memoryBytes: 8_000 };
  const server = (name: string, version: string | null, variables: Record<string, string> = {}) => ({
    memberId: id,
    name,
    isPrimary: name === "db1",
    server: version === null ? null : { version, variables },
    machine,
  });
  const system = (...servers: ReturnType<typeof server>[]): BenchmarkRecord["system"] => ({
    readAt: "2026-11-27T10:00:00.000Z",
    servers,
    loadMachine: machine,
  });

  it("name each variable, version and part of a host that differs, and none that is the same on hosts of other names", () => {
    const one = benchmark({
      system: system(server("db1", "8.4.6", { sync_binlog: "1", max_connections: "151" })),
    });
    const other = benchmark({
      system: {
        ...system(server("x1", "8.4.7", { sync_binlog: "0", max_connections: "151" })),
        readAt: "2026-11-28T10:00:00.000Z",
        servers: [server("x1", "8.4.7", { sync_binlog: "0", max_connections: "151" })],
        loadMachine: { ...machine, cpus: 8 },
      },
    });
    expect(compareBenchmarks([one, other]).differences).toEqual([
      {
        fact: "system",
        name: { of: "server", name: "version" },
        values: [[{ names: ["db1"], value: "8.4.6" }], [{ names: ["x1"], value: "8.4.7" }]],
      },
      {
        fact: "system",
        name: { of: "server", name: "sync_binlog" },
        values: [[{ names: ["db1"], value: "1" }], [{ names: ["x1"], value: "0" }]],
      },
      {
        fact: "system",
        name: { of: "load", name: "processors" },
        values: [[{ names: [], value: "4 × Xeon" }], [{ names: [], value: "8 × Xeon" }]],
      },
    ]);
  });

  it("do not take for a difference that a member could not be asked", () => {
    const one = benchmark({ system: system(server("db1", "8.4.6"), server("db2", "8.4.6")) });
    const other = benchmark({ system: system(server("db1", "8.4.6"), server("db2", null)) });
    expect(compareBenchmarks([one, other]).differences).toEqual([]);
  });

  it("say in one line where of one of them nothing is known of its servers", () => {
    const one = benchmark({ system: system(server("db1", "8.4.6", { sync_binlog: "1" })) });
    expect(compareBenchmarks([one, benchmark()]).differences).toEqual([
      { fact: "recorded", values: ["recorded", null] },
    ]);
  });
});
