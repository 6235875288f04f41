import { z } from "zod";
import { DrillGap, DrillStripSpan } from "./strip";
import { DrillEndpoint } from "./way";

/**
 * How far the reads of one way were behind the writes of the first way that is written through. The lag of a read is for how long, when it
 * began, the oldest write with a higher number than all that it saw had been acknowledged; 0 where it saw the highest. All of it is of one
 * process and one clock, that of the observing host.
 */
export const DrillReadLag = z.object({
  /** Of the reads that count: they began after the fault (before one was made: at any time), and there was something to miss. */
  highestMs: z.number().nonnegative(),
  /** When the read with it began. */
  highestAtMs: z.number(),
  medianMs: z.number().nonnegative(),
  /**
   * Between two reads nobody looks. While reads were answered over one connection and rows were written, the lag was never above the highest by more
   * than this.
   */
  errorMs: z.number().nonnegative(),
  /** In the middle, a read's lag rose by as much until the next read showed more. */
  medianErrorMs: z.number().nonnegative(),
  /** How many reads count. */
  reads: z.number().int().positive(),
});
export type DrillReadLag = z.infer<typeof DrillReadLag>;

/** What clients of a way that is only read through met. */
export const DrillReaderOutcome = z.object({
  endpoint: DrillEndpoint,
  /** What the console calls it, such as the VIP's name. */
  label: z.string(),
  /** The longest time between two answered reads, logins; null: fewer than two. */
  readGap: DrillGap.nullable(),
  loginGap: DrillGap.nullable(),
  /** For how long no read had been answered at the end of the record; 0: the last one was. */
  awayMs: z.number().nonnegative(),
  /** Reads, by what became of them. `notBegun`: the one before had not ended. */
  attempts: z.object({ answered: z.number().int(), failed: z.number().int(), notBegun: z.number().int() }),
  /** Of reads that were not answered, by what the client was told, the most frequent first. */
  errors: z.array(z.object({ code: z.string(), count: z.number().int() })),
  /** Null: no read was answered since the fault, or no write of the first way was acknowledged meanwhile, so that there was nothing to miss. */
  lag: DrillReadLag.nullable(),
  /** Which servers answered, and how often, the most frequent first. A read stays on its connection, and a login makes a new one. */
  servers: z.array(z.object({ server: z.string(), reads: z.number().int(), logins: z.number().int() })),
  strips: z.object({ read: z.array(DrillStripSpan), login: z.array(DrillStripSpan) }),
});
export type DrillReaderOutcome = z.infer<typeof DrillReaderOutcome>;
