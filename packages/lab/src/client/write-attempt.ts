import { z } from "zod";

/** What the writer process is told, as one line of JSON on its standard input. */
export const WriterConfig = z.object({
  run: z.string(),
  /** One, or several of which one takes writes: then refusals keep the connection, and the client finds who does. */
  addresses: z.array(z.string()).min(1),
  port: z.number().int(),
  user: z.string(),
  password: z.string(),
  tls: z.boolean(),
  intervalMs: z.number().positive(),
  slots: z.number().int().positive(),
  connectTimeoutMs: z.number().positive(),
  attemptTimeoutMs: z.number().positive(),
  /** Whether the servers are to name the GTID of each commit. */
  tracksGtids: z.boolean().optional(),
  /**
   * Whether it reads its rows back over the first address, how often, on one connection or on one for each read, and which other
   * run's rows it looks for as well.
   */
  reads: z
    .object({
      everyMs: z.number().positive(),
      connects: z.enum(["once", "each"]),
      otherRun: z.string(),
    })
    .optional(),
});

/** What the writer process is told. */
export type WriterConfig = z.infer<typeof WriterConfig>;

/** One attempt to write one row, as the writer process reports it. */
export const WriteAttempt = z.object({
  seq: z.number().int(),
  /** When the attempt was due and when it began, CLOCK_MONOTONIC in ms. */
  dueMonotonicMs: z.number(),
  startedMonotonicMs: z.number(),
  endedMonotonicMs: z.number(),
  /** True when the server acknowledged the commit. False says nothing: the row may still be there. */
  acked: z.boolean(),
  /** False when the attempt ended before the row was sent, so that it cannot be there. */
  isSent: z.boolean(),
  /** Code or short text of what went wrong, null when acknowledged. */
  error: z.string().nullable(),
  /** The server that the connection led to, null where none was reached. */
  serverUuid: z.string().nullable(),
  /** Under which GTID the server says that it committed the row; null where it was not acknowledged, or none was named. */
  gtid: z.string().nullable(),
});

/** One attempt to write one row. */
export type WriteAttempt = z.infer<typeof WriteAttempt>;

/** What one read saw of the writer's own rows, beside what the writer had been promised when it began. */
export const OwnRead = z.object({
  startedMonotonicMs: z.number(),
  endedMonotonicMs: z.number(),
  /** Code or short text of why it was not answered; what it saw tells nothing then. Null when answered. */
  error: z.string().nullable(),
  serverUuid: z.string().nullable(),
  /** How many rows were acknowledged when the read began, and the highest `seq` among them; -1 where none was. */
  ackedRows: z.number().int(),
  ackedSeq: z.number().int(),
  /** How many it saw, and the highest; -1 where it saw none. */
  rows: z.number().int(),
  seq: z.number().int(),
  /** The highest row of the other run that it saw; -1 where none. */
  otherSeq: z.number().int(),
});

/** What one read saw of the writer's own rows. */
export type OwnRead = z.infer<typeof OwnRead>;

/** One line of JSON of the writer process. */
export const WriterLine = z.union([z.object({ write: WriteAttempt }), z.object({ read: OwnRead })]);

/** One line of JSON of the writer process. */
export type WriterLine = z.infer<typeof WriterLine>;
