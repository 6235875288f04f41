import { systemActor } from "../audit/actor";
import { newId } from "../connection/new-id";
import type { Database } from "../database";
import { uniqueName } from "../testing/samples";
import type { BenchmarkDraft, BenchmarkRunDraft } from "./benchmark-repository";
import type { RunSecond } from "./run-seconds";

const system = systemActor("test");

/** A benchmark of two arms, two thread counts and two blocks: eight runs. */
export function draftBenchmark(clusterId: string, changes: Partial<BenchmarkDraft> = {}): BenchmarkDraft {
  const endpoint = { way: "direct", name: "db1", address: "10.0.0.1", port: 3306 } as const;
  return {
    id: newId(),
    clusterId,
    name: uniqueName("benchmark"),
    requestedBy: "alice",
    loadHostId: newId(),
    loadHostName: "app1",
    workload: {
      tool: "sysbench",
      script: "oltp_read_write",
      tables: 4,
      tableSize: 10_000,
      options: { point_selects: 5, skip_trx: true },
    },
    arms: [
      { name: "direct", endpoints: [{ ref: { kind: "member", memberId: newId() }, ...endpoint }] },
      {
        name: "again",
        endpoints: [{ ref: { kind: "custom", address: "10.0.0.1", port: 3306 }, ...endpoint }],
      },
    ],
    threads: [4, 16],
    blocks: 2,
    runSeconds: 30,
    warmupSeconds: 5,
    hygiene: "keep_tables",
    seed: 4_294_967_295,
    preset: "article_000_lab",
    toolVersion: "1.0.20",
    password: "tall blue kettle",
    ...changes,
  };
}

/** Stores it, and answers its id. */
export async function createBenchmark(
  database: Database,
  clusterId: string,
  changes: Partial<BenchmarkDraft> = {},
): Promise<string> {
  const draft = draftBenchmark(clusterId, changes);
  await database.transact(system, (unit) => unit.benchmarks.create(draft));
  return draft.id;
}

/** A run that waits; with other ids each time. */
export function draftRun(ordinal: number, changes: Partial<BenchmarkRunDraft> = {}): BenchmarkRunDraft {
  return { id: newId(), ordinal, block: 0, threads: 4, arm: 0, ...changes };
}

/** One second of load. */
export function second(at: number, changes: Partial<RunSecond> = {}): RunSecond {
  return {
    second: at,
    threads: 4,
    tps: 100,
    qps: 2_000,
    latencyMs: 5,
    errors: 0,
    reconnects: 0,
    ...changes,
  };
}
