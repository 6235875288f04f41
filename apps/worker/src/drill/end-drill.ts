import { gzipSync } from "node:zlib";
import type { DrillFindings, DrillHeal, DrillResult, ProbeSample } from "@primacy/contract";
import { type DrillEnding, describeEnding, findDrill, judgeDrill, placeSamples } from "@primacy/core/drill";
import { listWayFigures } from "@primacy/core/drill/compare";
import type { WorkerContext } from "../context";
import { findRecorder } from "./drill-recorder";

/** What a drill comes to: what was recorded in this process is judged, and stored with every attempt. May run twice. */
export async function endDrill(
  worker: WorkerContext,
  drillId: string,
  ending: DrillEnding,
  heal: DrillHeal,
): Promise<DrillResult> {
  const record = findRecorder(drillId)?.read() ?? null;
  const findings = record === null ? null : findDrill(record);
  const verdict =
    record === null || findings === null ? describeEnding(ending) : judgeDrill(record, findings, ending);
  const result: DrillResult = { verdict, ...figuresOf(findings) };
  const samples = record === null ? null : pack(placeSamples(record));
  const outcomes = findings === null ? null : listWayFigures(findings);
  const ended = { ...result, heal, endedAt: worker.now(), samples, outcomes };
  await worker.db.transact(worker.actor, (unit) =>
    unit.drills.end(drillId, findings === null ? ended : { ...ended, findings }),
  );
  return result;
}

/** Of the worst way, and of all together. */
function figuresOf(findings: DrillFindings | null): Omit<DrillResult, "verdict"> {
  const gaps =
    findings?.endpoints.flatMap(({ writeGap }) => (writeGap === null ? [] : [writeGap.gapMs])) ?? [];
  const lost = findings?.endpoints.map((one) => one.lost?.count ?? null) ?? [null];
  const sum = lost.reduce<number>((total, count) => total + (count ?? 0), 0);
  return {
    worstWriteGapMs: gaps.length === 0 ? null : Math.max(...gaps),
    // What is missing is so, whatever is not known besides.
    lostWrites: sum === 0 && lost.includes(null) ? null : sum,
  };
}

function pack(samples: readonly ProbeSample[]): Uint8Array {
  return gzipSync(JSON.stringify(samples));
}
