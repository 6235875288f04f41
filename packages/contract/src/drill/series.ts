import { z } from "zod";
import { Message } from "../message/schema";
import { DisplayName, Id, Instant, PlainText, StoredName } from "../primitives/scalar";
import { DrillRequest } from "./drill";
import { DrillFault } from "./fault";
import { DrillEndpoint } from "./way";

/** The most that a series may hold: faults, and how often it makes each in one round. */
export const mostSeriesFaults = 24;
export const mostSeriesRuns = 50;
export const longestWindowMinutes = 1_440;

/** When rounds of a series begin. */
export const DrillSchedule = z.strictObject({
  /** Five fields: minute, hour, day of the month, month, day of the week. */
  cron: PlainText.max(100),
  /** By whose clock, as IANA calls it: `Europe/Berlin`. */
  timeZone: PlainText.max(64),
  /** A drill begins only within so many minutes after the time of its round; what is left then is left out. */
  windowMinutes: z.number().int().min(1).max(longestWindowMinutes),
});
export type DrillSchedule = z.infer<typeof DrillSchedule>;

/** A series as it is asked for: its rounds make each fault in turn, and all of them `runs` times. */
export const DrillSeriesRequest = z.strictObject({
  name: DisplayName,
  faults: z.array(DrillFault).min(1).max(mostSeriesFaults),
  endpoints: DrillRequest.shape.endpoints,
  readEndpoints: DrillRequest.shape.readEndpoints,
  observerHostId: DrillRequest.shape.observerHostId,
  objectiveMs: DrillRequest.shape.objectiveMs,
  runs: z.number().int().min(1).max(mostSeriesRuns),
  /** Null: one round, which begins at once. */
  schedule: DrillSchedule.nullable(),
});
export type DrillSeriesRequest = z.infer<typeof DrillSeriesRequest>;

/** Orders it: its drills hit servers without anybody asking again, so that it repeats the cluster's name in `confirm`. */
export const DrillSeriesCreate = DrillSeriesRequest.extend({ confirm: PlainText });
export type DrillSeriesCreate = z.infer<typeof DrillSeriesCreate>;

/**
 * `running`: a round is under way. `waiting`: the next round has its time. `done`: the one round without a schedule has ended. `stopped`: by
 * somebody, or by itself.
 */
export const DrillSeriesState = z.enum(["running", "waiting", "done", "stopped"]);
export type DrillSeriesState = z.infer<typeof DrillSeriesState>;

/** A series of drills. */
export const DrillSeries = z.object({
  id: Id,
  clusterId: Id,
  clusterName: StoredName,
  name: StoredName,
  faults: z.array(DrillFault),
  endpoints: z.array(DrillEndpoint),
  readEndpoints: z.array(DrillEndpoint).default([]),
  observerHostId: Id.nullable(),
  objectiveMs: z.number().int(),
  runs: z.number().int(),
  schedule: DrillSchedule.nullable(),
  state: DrillSeriesState,
  /** Drills of the present or last round that have ended, of so many. */
  done: z.number().int(),
  total: z.number().int(),
  /** The drill that it ordered and that has not ended; its id is that of its operation. */
  drillId: Id.nullable(),
  /** When the next round begins; null: none will by its time. */
  nextAt: Instant.nullable(),
  /** Why the next drill of the round under way does not begin now. */
  waitsFor: Message.nullable(),
  /** What became of the last round or of the series, where there is something to say. */
  remark: Message.nullable(),
  requestedBy: z.string(),
  createdAt: Instant,
  endedAt: Instant.nullable(),
});
export type DrillSeries = z.infer<typeof DrillSeries>;
