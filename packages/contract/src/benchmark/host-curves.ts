import { z } from "zod";
import { Id } from "../primitives/scalar";
import { maxRunPoints, RunFigure } from "./series";

/** What each host did in a second of a run, as its agent saw it: shares from 0 to 1, and bytes, per second where they flow. */
export const HostMetric = z.enum([
  "cpu",
  "steal",
  "networkIn",
  "networkOut",
  "diskRead",
  "diskWrite",
  "diskBusy",
  "memoryAvailable",
]);
export type HostMetric = z.infer<typeof HostMetric>;

/**
 * What each member said of itself in a second of a run: transactions that wait for certification and to be applied, and how many
 * flow control held back in it (no version before 8.4 says that).
 */
export const MemberMetric = z.enum(["certify", "apply", "throttled"]);
export type MemberMetric = z.infer<typeof MemberMetric>;

/** Either. */
export const SurroundingMetric = z.enum([...HostMetric.options, ...MemberMetric.options]);
export type SurroundingMetric = z.infer<typeof SurroundingMetric>;

/** What a host was to a run: it made the load, or had the primary or another member. */
export const RunRole = z.enum(["load", "primary", "secondary"]);
export type RunRole = z.infer<typeof RunRole>;

/** One figure of one host or member over the seconds of a run; a point without a figure is a gap. */
export const HostCurve = z.object({
  /** Of the host, or of the member. */
  id: Id,
  /** Of the host; null where it is not registered any more. */
  name: z.string().nullable(),
  /** Null where nothing says which of the members was the primary. */
  role: RunRole.nullable(),
  points: z.array(z.object({ second: z.number().int(), figure: RunFigure })).max(maxRunPoints),
});
export type HostCurve = z.infer<typeof HostCurve>;

/** The curves of one figure in one run, of all that was asked meanwhile. */
export const HostCurves = z.object({
  runId: Id,
  metric: SurroundingMetric,
  stepSeconds: z.number().int(),
  curves: z.array(HostCurve),
});
export type HostCurves = z.infer<typeof HostCurves>;

/** Which run, and which figure. */
export const HostCurvesQuery = z.strictObject({ run: Id, metric: SurroundingMetric });
export type HostCurvesQuery = z.infer<typeof HostCurvesQuery>;
