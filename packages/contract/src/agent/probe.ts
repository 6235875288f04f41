import { z } from "zod";
import { ProbeSample } from "../drill/probe";
import { DrillEndpoint, mostDrillEndpoints } from "../drill/way";
import { Id, SecretText } from "../primitives/scalar";
import { ReportedMessage } from "./reported-message";
import { AgentClock } from "./status";

/** The longest that clients are played, and how long what they met is kept after that. */
export const longestProbeMs = 3_600_000;
export const probeKeptMs = 600_000;

/** Clients of which nobody asks for so long end. */
export const probeUnaskedMs = 30_000;
/** Above the longest attempt, with what clients take to leave: none writes for longer than this once it is to end. */
export const probeEndMs = 8_000;

/** The most attempts that one answer has. */
export const probeSamplesAtOnce = 5_000;

/**
 * Has the agent play a client of each way to the database, in a process of its own: it writes, reads and signs in as
 * `probeEveryMs` says, with rows of `primacy.verify`, and ends after `forMs` by itself. Those of `readers` write nothing. Whoever answers has to show a certificate of one
 * of the authorities (PEM) before it is told a password.
 */
export const ProbeOrder = z.strictObject({
  probeId: Id,
  /** Each with the name of its rows: their ids begin with the first 24 characters of `run`, and end with the number of the write in 12 hexadecimal digits. */
  clients: z
    .array(z.strictObject({ endpoint: DrillEndpoint, run: Id }))
    .min(1)
    .max(mostDrillEndpoints),
  /** Ways that are only read through: the rows of the first client. Only for an agent that has `drill_read_probe`. */
  readers: z
    .array(z.strictObject({ endpoint: DrillEndpoint }))
    .max(mostDrillEndpoints - 1)
    .default([]),
  authorities: z.array(z.string().min(1)).min(1),
  user: z.string().min(1).max(64),
  password: SecretText,
  forMs: z.number().int().min(1_000).max(longestProbeMs),
});
export type ProbeOrder = z.infer<typeof ProbeOrder>;

/** Asks for the attempts that ended after the first `after`; with `stop`, once those that are under way have ended. */
export const ProbeQuestion = z.strictObject({
  probeId: Id,
  after: z.number().int().nonnegative(),
  stop: z.boolean(),
});
export type ProbeQuestion = z.infer<typeof ProbeQuestion>;

/** How a probe stands. `lost`: its process ended before its time, for which `reason` says as much as is known. */
export const ProbeReport = z.object({
  state: z.enum(["running", "ended", "lost"]),
  reason: ReportedMessage.nullable(),
  clock: AgentClock,
  /** In the order in which they ended, at most `probeSamplesAtOnce`. */
  samples: z.array(ProbeSample),
  /** What to ask `after` next. */
  next: z.number().int().nonnegative(),
  /** There are more already. */
  hasMore: z.boolean(),
});
export type ProbeReport = z.infer<typeof ProbeReport>;

/** The id of the row of a client's write. */
export function probeRowId(run: string, seq: number): string {
  return `${run.slice(0, 24)}${seq.toString(16).padStart(12, "0")}`;
}
