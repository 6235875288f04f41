import { type DrillDetail, type ProbeSample, problemDetail, type Refusal, refuse } from "@primacy/contract";
import { endpoints } from "@primacy/contract/api";
import type { Database } from "@primacy/db";
import { fileRoute } from "../../../server/api/route";
import { reportPolicy } from "../../../server/report/report-page";
import type { FileAnswer } from "../../../server/stream/file-response";
import { readSamples, writeSamplesCsv, writeSamplesJson } from "./drill-samples";
import { writeDrillReport } from "./report/write-drill-report";

export const noDrill: Refusal = refuse("not_found", [], { what: "drill" });

/** The files in which a drill is taken away. */
export const drillFileRoutes = {
  getDrillReport: fileRoute(endpoints.getDrillReport, async ({ context, params, query, facts }) => {
    const { database, version } = context;
    const drill = await database.drills.find(params.id);
    if (drill === null) return noDrill;
    const locale = query.language ?? facts.locale;
    const operation = await database.operations.find(drill.id);
    return {
      kind: "file",
      name: `drill-${drill.id}-${locale}.html`,
      shown: { policy: `${reportPolicy}; frame-ancestors 'none'` },
      pieces: writeDrillReport(drill, { locale, version, steps: operation?.steps ?? [] }),
    };
  }),
  getDrillSamples: fileRoute(endpoints.getDrillSamples, ({ context, params }) =>
    toFile(context.database, params.id, "samples.json", writeSamplesJson),
  ),
  getDrillSamplesCsv: fileRoute(endpoints.getDrillSamplesCsv, ({ context, params }) =>
    toFile(context.database, params.id, "samples.csv", writeSamplesCsv),
  ),
};

async function toFile(
  database: Database,
  id: string,
  name: string,
  write: (drill: DrillDetail, samples: readonly ProbeSample[]) => AsyncIterable<string>,
): Promise<Refusal | FileAnswer> {
  const drill = await database.drills.find(id);
  if (drill === null) return noDrill;
  const samples = await readSamples(database, drill.id);
  if (samples === null) return refuse("conflict", [problemDetail("", "drill_samples_none")]);
  return { kind: "file", name: `drill-${drill.id}-${name}`, pieces: write(drill, samples) };
}
