import { z } from "zod";
import type { Prisma } from "../generated/client";
import { loadSource, type SourceSeconds } from "./run-seconds";

/** So much is in memory at a time: an hour of one host. */
const minutesPerPage = 60;

/** A minute as its row has it: an array of each figure, all of one length. */
const Minute = z.object({
  source: z.string().regex(/^(?:host|member):/),
  minute: z.number().int(),
  data: z.record(z.string(), z.array(z.number().nullable())),
});

/**
 * What was measured beside a run, minute by minute and source by source, hosts first: every second that is known, in order. Reads some minutes at a
 * time, however long the run is.
 */
export async function* readSources(
  connection: Prisma.TransactionClient,
  runId: string,
): AsyncGenerator<SourceSeconds> {
  let [source, minute] = ["", -1];
  while (true) {
    const rows = await connection.$queryRaw<unknown[]>`
      SELECT source, minute, data FROM benchmark_series
      WHERE run_id = ${runId}::uuid AND source <> ${loadSource} AND (source, minute) > (${source}, ${minute})
      ORDER BY source, minute LIMIT ${minutesPerPage}`;
    for (const row of rows) {
      const read = Minute.parse(row);
      ({ source, minute } = read);
      yield toSeconds(read);
    }
    if (rows.length < minutesPerPage) return;
  }
}

function toSeconds({
  source,
  data: { second: seconds = [], ...figures },
}: z.infer<typeof Minute>): SourceSeconds {
  return {
    kind: source.startsWith("host:") ? "host" : "member",
    id: source.slice(source.indexOf(":") + 1),
    seconds: seconds.flatMap((second, place) =>
      second === null
        ? []
        : [
            {
              second,
              values: Object.fromEntries(
                Object.entries(figures).map(([name, all]) => [name, all[place] ?? null]),
              ),
            },
          ],
    ),
  };
}
