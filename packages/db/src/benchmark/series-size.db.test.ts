import pg from "pg";
import { afterAll, beforeAll, expect, test } from "vitest";
import { systemActor } from "../audit/actor";
import type { Database } from "../database";
import { openTestDatabase, type TestDatabase } from "../testing/open-test-database";
import { createCluster } from "../testing/samples";
import { createBenchmark, draftRun, second } from "./benchmark.fixture";
import type { RunSecond } from "./run-seconds";

const system = systemActor("worker");
/** How much of the output comes at a time. */
const partSeconds = 5;
let opened: TestDatabase;
let database: Database;
let client: pg.Client;

beforeAll(async () => {
  opened = await openTestDatabase();
  database = opened.database;
  client = new pg.Client({ connectionString: opened.url });
  await client.connect();
});
afterAll(async () => {
  await client.end();
  await opened.close();
});

/** Figures with two decimals that differ from second to second, as sysbench prints them. */
function measure(noise: number, at: number): RunSecond {
  const swing = (noise * noise * 7_919) % 10_007;
  const tps = Math.round((300 + swing / 70) * 100) / 100;
  const qps = Math.round((tps * 20 + swing / 110) * 100) / 100;
  return second(at, { threads: 16, tps, qps, latencyMs: Math.round((20 + swing / 130) * 100) / 100 });
}

/** Bytes of the table with its index and what is stored beside it, without old versions of rows that nobody sees any more. */
async function readBytes(): Promise<number> {
  await client.query("VACUUM FULL benchmark_series");
  const { rows } = await client.query("SELECT pg_total_relation_size('benchmark_series')::int AS bytes");
  return rows[0].bytes;
}

/** Stores runs as a worker does, a few seconds at a time. */
async function storeRuns(runs: number, seconds: number): Promise<void> {
  const id = await createBenchmark(database, (await createCluster(database)).id);
  const drafts = Array.from({ length: runs }, (_, ordinal) => draftRun(ordinal));
  await database.transact(system, (unit) => unit.benchmarks.addRuns(id, drafts));
  for (const [index, { id: runId }] of drafts.entries())
    for (let at = 1; at <= seconds; at += partSeconds) {
      const part = Array.from({ length: partSeconds }, (_, more) =>
        measure(index * seconds + at + more, at + more),
      );
      await database.transact(system, (unit) => unit.benchmarks.recordSeconds(runId, part));
    }
}

test.each([
  ["of twelve runs of 300 s", 12, 300],
  ["of one run", 1, 3_600],
])("an hour %s takes between 100 and 150 kB", async (_what, runs, seconds) => {
  await client.query("TRUNCATE benchmark_series");
  await storeRuns(runs, seconds);
  // An autovacuum that works beside it still sees old versions.
  await expect.poll(readBytes).toBeLessThan(150_000);
  expect(await readBytes()).toBeGreaterThan(100_000);
});
