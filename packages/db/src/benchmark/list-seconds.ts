import { z } from "zod";
import type { Prisma } from "../generated/client";
import { loadSource, namesOf, type RunSecond, unnest } from "./run-seconds";

/** A second as its minute has it. */
const Second = z.object({
  second: z.number(),
  threads: z.number(),
  tps: z.number(),
  qps: z.number(),
  latencyMs: z.number().nullable(),
  errors: z.number(),
  reconnects: z.number().nullable(),
});

/** Every second of a run that its program said, in order. */
export async function listRunSeconds(
  connection: Prisma.TransactionClient,
  runId: string,
): Promise<readonly RunSecond[]> {
  const rows = await connection.$queryRaw<{ entry: unknown }[]>`
    SELECT to_jsonb(one) AS entry FROM benchmark_series AS series
    CROSS JOIN LATERAL ${unnest("load", "series.data", "jsonb_array_elements")} AS one(${namesOf("load")})
    WHERE series.run_id = ${runId}::uuid AND series.source = ${loadSource}
    ORDER BY series.minute, one."second"::int`;
  return rows.map(({ entry }) => Second.parse(entry));
}
