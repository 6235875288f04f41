import type { OwnRead, WriteAttempt } from "@primacy/core/drill";
import { z } from "zod";

/** What the writer process is told, as one line of JSON on its standard input. */
export const WriterConfig = z.object({
  /** Names its rows. */
  run: z.string(),
  /** Schema and table that it writes to; `describeTable` makes it. */
  table: z.string().regex(/^\w+\.\w+$/),
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

const Write: z.ZodType<WriteAttempt> = z.object({
  seq: z.number().int(),
  dueMonotonicMs: z.number(),
  startedMonotonicMs: z.number(),
  endedMonotonicMs: z.number(),
  acked: z.boolean(),
  isSent: z.boolean(),
  error: z.string().nullable(),
  serverUuid: z.string().nullable(),
  gtid: z.string().nullable(),
});

const Read: z.ZodType<OwnRead> = z.object({
  startedMonotonicMs: z.number(),
  endedMonotonicMs: z.number(),
  error: z.string().nullable(),
  serverUuid: z.string().nullable(),
  ackedRows: z.number().int(),
  ackedSeq: z.number().int(),
  rows: z.number().int(),
  seq: z.number().int(),
  otherSeq: z.number().int(),
});

/** One line of JSON of the writer process. */
export const WriterLine = z.union([z.object({ write: Write }), z.object({ read: Read })]);

/** One line of JSON of the writer process. */
export type WriterLine = z.infer<typeof WriterLine>;
