import { z } from "zod";
import { Id, Instant } from "../primitives/scalar";
import { DrillEndpoint } from "./way";

/** How often a client writes, reads and signs in anew, in milliseconds. Open loop: whatever became of those before. */
export const probeEveryMs = { write: 20, read: 100, login: 250 } as const;

/** How many writes of one client may be under way; those that are due beyond are not sent. */
export const probeOutstanding = 8;

const times = {
  /** Which of the ways of the order, from 0: those that are written through, then those that are only read through. */
  endpoint: z.number().int().nonnegative(),
  seq: z.number().int().nonnegative(),
  /** CLOCK_MONOTONIC of the observing host. */
  dueMs: z.number(),
  startedMs: z.number(),
  endedMs: z.number(),
  /** Code or short text of what went wrong; null: it was answered. */
  error: z.string().nullable(),
  /** The server that the connection led to; null: none was reached. */
  serverUuid: z.string().nullable(),
};

/**
 * One attempt of a client. `isSent`: the row was sent, so that it may be there. A read saw `rows` of the client's own rows up to `last`
 * (-1: none), when `ackedRows` up to `ackedLast` had been acknowledged as it began. A client that only reads looks at the rows of the first.
 */
export const ProbeSample = z.discriminatedUnion("lane", [
  z.object({ lane: z.literal("write"), ...times, isSent: z.boolean() }),
  z.object({
    lane: z.literal("read"),
    ...times,
    ackedRows: z.number().int(),
    ackedLast: z.number().int(),
    rows: z.number().int(),
    last: z.number().int(),
  }),
  z.object({ lane: z.literal("login"), ...times }),
]);
export type ProbeSample = z.infer<typeof ProbeSample>;

/** All attempts of a drill, their times in milliseconds from the fault. */
export const DrillSamples = z.object({
  drillId: Id,
  startedAt: Instant,
  endpoints: z.array(DrillEndpoint),
  /** A sample counts on here where it counts past `endpoints`. */
  readEndpoints: z.array(DrillEndpoint).default([]),
  samples: z.array(ProbeSample),
});
export type DrillSamples = z.infer<typeof DrillSamples>;
