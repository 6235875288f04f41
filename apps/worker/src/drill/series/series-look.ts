import {
  type DrillRequest,
  type DrillSeries,
  joinMessages,
  type Message,
  message,
  type Operation,
  problemDetail,
} from "@primacy/contract";
import type { WorkerContext } from "../../context";
import { judgeAsked } from "../drill-operation";

/** Says why a drill cannot begin now; null: it can. Changes nothing. */
export type SeriesLook = (
  worker: WorkerContext,
  series: DrillSeries,
  request: DrillRequest,
  signal: AbortSignal,
) => Promise<Message | null>;

/** Looks whether anything else changes the cluster, and only then at the group, the hosts and the ways, by the checks of a drill. */
export const lookForSeries: SeriesLook = async (worker, series, request, signal) => {
  const { id, clusterId, requestedBy } = series;
  const other = await findOther(worker, clusterId);
  if (other !== null) {
    const { kind, requestedBy: actor } = other;
    return message("drill_series.waits_busy", { operation: kind, actor });
  }
  const operation = { id, kind: "drill", clusterId, hostId: null, requestedBy } as const;
  const { report, planned } = await judgeAsked({ worker, operation }, request, signal);
  const failed = report.checks.filter(({ result }) => result === "fail");
  if (failed.length > 0) return joinMessages(failed.map(({ evidence }) => evidence));
  return planned === null ? problemDetail("", "not_found", { what: "primary" }).message : null;
};

/** An operation that changes the cluster, or is about to. */
async function findOther({ db }: WorkerContext, clusterId: string): Promise<Operation | null> {
  for (const state of ["queued", "running", "undoing"] as const) {
    const filter = { clusterId, state, effect: "changing", isWaiting: false } as const;
    const { items } = await db.operations.list(filter, { after: null, limit: 1 });
    if (items[0] !== undefined) return items[0];
  }
  return null;
}
