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
});

/** What the writer process is told. */
export type WriterConfig = z.infer<typeof WriterConfig>;

/** One attempt to write one row, as the writer process reports it: one line of JSON. */
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
});

/** One attempt to write one row. */
export type WriteAttempt = z.infer<typeof WriteAttempt>;
