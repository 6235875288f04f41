import { type Benchmark, trendLimit } from "@primacy/contract";
import { z } from "zod";
import type { Prisma } from "../generated/client";
import { toBenchmark } from "./benchmark-row";

/** A run that counts, with its throughput alone. */
const TrendRun = z.object({
  block: z.number(),
  threads: z.number(),
  arm: z.number(),
  tps: z.number(),
});

/** A benchmark that has ended, with its runs that count. */
export interface TrendBenchmark extends Benchmark {
  readonly counted: readonly z.infer<typeof TrendRun>[];
}

/** The newest benchmarks of a cluster that have ended, and the pinned one, in no order. */
export async function listTrendBenchmarks(
  connection: Prisma.TransactionClient,
  clusterId: string,
): Promise<readonly TrendBenchmark[]> {
  const ended = { clusterId, endedAt: { not: null } };
  const newest = await connection.benchmark.findMany({
    where: ended,
    orderBy: { id: "desc" },
    take: trendLimit,
  });
  const pinned = await connection.benchmark.findMany({
    where: { ...ended, isPinned: true, id: { notIn: newest.map(({ id }) => id) } },
  });
  const rows = [...newest, ...pinned];
  const runs = await connection.$queryRaw<{ id: string; run: unknown }[]>`
    SELECT benchmark_id::text AS id,
      jsonb_build_object('block', block, 'threads', threads, 'arm', arm, 'tps', figures->'tps') AS run
    FROM benchmark_run
    WHERE benchmark_id = ANY(${rows.map(({ id }) => id)}::uuid[]) AND state = 'done'
      AND (figures->>'tps')::float8 > 0`;
  const byBenchmark = new Map<string, z.infer<typeof TrendRun>[]>(rows.map(({ id }) => [id, []]));
  for (const { id, run } of runs) byBenchmark.get(id)?.push(TrendRun.parse(run));
  return rows.map((row) => {
    const counted = byBenchmark.get(row.id) ?? [];
    return { ...toBenchmark(row, { all: counted.length, over: counted.length }), counted };
  });
}
