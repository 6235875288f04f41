import { gunzipSync } from "node:zlib";
import { type DrillDetail, ProbeSample, withPort } from "@primacy/contract";
import type { Readers } from "@primacy/db";
import { toCsv } from "@primacy/ui/format";
import { z } from "zod";

/** Every attempt of a drill; null while it runs, and where none is kept. */
export async function readSamples(
  { drills }: Pick<Readers, "drills">,
  id: string,
): Promise<ProbeSample[] | null> {
  const packed = await drills.readSamples(id);
  return packed === null ? null : z.array(ProbeSample).parse(JSON.parse(gunzipSync(packed).toString("utf8")));
}

/** All attempts as one document, a `DrillSamples`. */
export async function* writeSamplesJson(
  {
    id: drillId,
    startedAt,
    endpoints,
    readEndpoints,
  }: Pick<DrillDetail, "id" | "startedAt" | "endpoints" | "readEndpoints">,
  samples: readonly ProbeSample[],
): AsyncGenerator<string> {
  yield JSON.stringify({ drillId, startedAt, endpoints, readEndpoints, samples });
}

const columns = [
  ...["endpoint", "lane", "seq", "due_ms", "started_ms", "ended_ms", "error", "server_uuid"],
  ...["is_sent", "acked_rows", "acked_last", "rows", "last", "is_there"],
];

/** Lines that are written at once. */
const batchSize = 1_000;

/**
 * Every attempt, a line each, its times in milliseconds from the fault; what its lane does not have is empty. Whether the row of a write is
 * there stands with those that the drill names: of each endpoint the first that are lost, phantom or unknown.
 */
export async function* writeSamplesCsv(
  {
    endpoints: written,
    readEndpoints,
    findings,
  }: Pick<DrillDetail, "endpoints" | "readEndpoints" | "findings">,
  samples: readonly ProbeSample[],
): AsyncGenerator<string> {
  const named = written.map((one) => nameRows(findings, one));
  const endpoints = [...written, ...readEndpoints];
  yield toCsv([columns]);
  for (let from = 0; from < samples.length; from += batchSize)
    yield toCsv(samples.slice(from, from + batchSize).map((sample) => toCells(endpoints, named, sample)));
}

/** Of the rows of one way that are named by number, which are there. */
function nameRows(
  findings: DrillDetail["findings"],
  { address, port }: DrillDetail["endpoints"][number],
): ReadonlyMap<number, boolean> {
  const way = findings?.endpoints.find(
    (one) => one.endpoint.address === address && one.endpoint.port === port,
  );
  const rowsOf = (rows: { readonly first: readonly number[] } | null | undefined, isThere: boolean) =>
    (rows?.first ?? []).map((seq) => [seq, isThere] as const);
  return new Map([
    ...rowsOf(way?.lost, false),
    ...rowsOf(way?.unknownAbsent, false),
    ...rowsOf(way?.phantom, true),
    ...rowsOf(way?.unknownThere, true),
  ]);
}

function toCells(
  endpoints: DrillDetail["endpoints"],
  named: readonly ReadonlyMap<number, boolean>[],
  sample: ProbeSample,
): (string | number | null)[] {
  const way = endpoints[sample.endpoint];
  const { lane, seq, dueMs, startedMs, endedMs, error, serverUuid } = sample;
  return [
    way === undefined ? String(sample.endpoint) : withPort(way.address, way.port),
    ...[lane, seq, dueMs, startedMs, endedMs, error, serverUuid],
    lane === "write" ? String(sample.isSent) : null,
    ...(lane === "read"
      ? [sample.ackedRows, sample.ackedLast, sample.rows, sample.last]
      : [null, null, null, null]),
    lane === "write" ? (named[sample.endpoint]?.get(seq)?.toString() ?? null) : null,
  ];
}
