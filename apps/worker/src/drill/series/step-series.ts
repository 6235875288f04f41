import {
  type DrillRequest,
  type DrillSeries,
  isFinished,
  isRefusal,
  type Message,
  message,
  messageWith,
  type Refusal,
} from "@primacy/contract";
import {
  type OrderedDrill,
  planSeries,
  type SeriesCourse,
  type SeriesPlan,
} from "@primacy/core/drill/series";
import { type ClaimedDrillSeries, type DrillSeriesChange, systemActor } from "@primacy/db";
import type { WorkerContext } from "../../context";
import { explain } from "../../operation/explain";
import type { SeriesLook } from "./series-look";

/** After what stands against a drill was told, it is looked again. */
export const lookAgainMs = 15_000;

/**
 * Takes a series one step on: accounts for its last drill, and orders the next where nothing stands against it, in one transaction with what is stored of the
 * series. So a worker that dies leaves it as it was, and one whose lease was taken over orders nothing. Throws `lease_lost`, and the reason of the signal.
 */
export async function stepSeries(
  worker: WorkerContext,
  claimed: ClaimedDrillSeries,
  look: SeriesLook,
  signal: AbortSignal,
): Promise<void> {
  const now = worker.now();
  const drill = await findOrdered(worker, claimed.series);
  const plan = planSeries(await readCourse(worker, claimed), drill, now);
  if (plan.next.kind !== "order") return store(worker, claimed, toChange(plan, claimed, now));
  const request = nextRequest(claimed.series, plan.course.done);
  const hindrance = notBegunYet(plan) ?? (await tryLook(worker, claimed.series, request, look, signal));
  if (hindrance !== null) return store(worker, claimed, toChange(plan, claimed, now, hindrance));
  const refusal = await order(worker, claimed, request, toChange(plan, claimed, now));
  if (refusal !== null) await store(worker, claimed, toChange(plan, claimed, now, refusal.message));
}

async function readCourse(
  { db }: WorkerContext,
  { series, roundAt, brokenOff }: ClaimedDrillSeries,
): Promise<SeriesCourse> {
  const { id, clusterId, state, schedule, done, total, nextAt, waitsFor, remark, createdAt } = series;
  const next = nextAt === null ? null : new Date(nextAt);
  const [last] = await db.drills.listEnded(clusterId, id, 1);
  const idleSince = new Date(last?.endedAt ?? createdAt);
  return { state, schedule, done, total, roundAt, nextAt: next, brokenOff, idleSince, waitsFor, remark };
}

async function findOrdered({ db }: WorkerContext, { drillId }: DrillSeries): Promise<OrderedDrill | null> {
  if (drillId === null) return null;
  const operation = await db.operations.find(drillId);
  if (operation !== null && !isFinished(operation.state)) return { kind: "under_way" };
  const drill = await db.drills.find(drillId);
  if (drill === null) {
    const reason = operation?.problem?.message ?? message("why.drill_not_begun");
    return { kind: "not_begun", reason };
  }
  const { verdict, heal, target, proxy } = drill;
  const isBrokenOff = verdict === null || verdict.kind === "broken_off" || verdict.kind === "not_tested";
  // An operation that a bug ended said nothing of the heal.
  return { kind: "ended", isBrokenOff, unhealed: heal === "healed" ? null : (proxy?.host ?? target.name) };
}

/** The faults in turn. */
function nextRequest(
  { faults, endpoints, readEndpoints, observerHostId, objectiveMs }: DrillSeries,
  done: number,
): DrillRequest {
  const fault = faults[done % faults.length];
  if (fault === undefined) throw new Error("a series without a fault");
  return { fault, endpoints, readEndpoints, observerHostId, objectiveMs };
}

/** That it could not be looked is a reason to wait, and no end. */
async function tryLook(
  worker: WorkerContext,
  series: DrillSeries,
  request: DrillRequest,
  look: SeriesLook,
  signal: AbortSignal,
): Promise<Message | null> {
  try {
    return await look(worker, series, request, signal);
  } catch (error) {
    signal.throwIfAborted();
    const { explanation, isBug } = explain(error, series.id);
    if (isBug) worker.log.error({ seriesId: series.id, err: error }, "cluster of a series not looked at");
    return messageWith("drill_series.waits_look", {}, { reason: explanation });
  }
}

/** The next is not tried at once: what stood against the last one may still do so. */
function notBegunYet({ notBegun }: SeriesPlan): Message | null {
  return notBegun === null ? null : messageWith("drill_series.waits_begin", {}, { reason: notBegun });
}

function toChange(
  { course, next }: SeriesPlan,
  { series }: ClaimedDrillSeries,
  now: Date,
  hindrance: Message | null = null,
): DrillSeriesChange {
  const { state, done, roundAt, nextAt, brokenOff, remark } = course;
  const isUnderWay = next.kind === "wait" && state === "running";
  const again = new Date(now.getTime() + lookAgainMs);
  return {
    ...{ state, done, roundAt, nextAt, brokenOff, remark },
    waitsFor: hindrance,
    drillId: isUnderWay ? series.drillId : null,
    lookAt: next.kind === "end" ? null : next.kind === "wait" ? next.until : again,
  };
}

function store(
  worker: WorkerContext,
  { lease }: ClaimedDrillSeries,
  change: DrillSeriesChange,
): Promise<void> {
  return worker.db.transact(worker.actor, (unit) => unit.drillSeries.advance(lease, change));
}

/** In the name of who asked for the series. Refused where another operation has taken the cluster since it was looked at. */
async function order(
  worker: WorkerContext,
  { series, lease }: ClaimedDrillSeries,
  input: DrillRequest,
  change: DrillSeriesChange,
): Promise<Refusal | null> {
  const { id: seriesId, clusterId, clusterName, requestedBy } = series;
  const outcome = await worker.db.transact(systemActor(requestedBy), async (unit) => {
    const title = message("operation.drill", { cluster: clusterName });
    const operation = await unit.operations.enqueue({ kind: "drill", title, clusterId, input });
    if (isRefusal(operation)) return operation;
    await unit.audit.record({
      action: "drill",
      target: { kind: "cluster", id: clusterId, name: clusterName },
      detail: { ...input, seriesId, operationId: operation.id },
    });
    await unit.drillSeries.advance(lease, { ...change, waitsFor: null, drillId: operation.id });
    return operation;
  });
  return isRefusal(outcome) ? outcome : null;
}
