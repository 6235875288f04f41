import { z } from "zod";
import { Message } from "../message/schema";

/** The most lines that a drill keeps of one server's error log, and the most characters of one of them. */
export const mostLogLines = 200;
export const longestLogText = 500;

/** What MySQL calls the weight of a line in its error log. Notes are not kept. */
export const LogPriority = z.enum(["Error", "Warning", "System"]);
export type LogPriority = z.infer<typeof LogPriority>;

/** A line of a server's error log on a drill's clock, in milliseconds from the fault; it may have been `errorMs` earlier or later. */
export const DrillLogLine = z.object({
  atMs: z.number(),
  errorMs: z.number().nonnegative(),
  priority: LogPriority,
  /** Such as MY-011503. */
  code: z.string(),
  /** Such as Repl. */
  subsystem: z.string(),
  /** In one line, as the server wrote it; an ellipsis stands for its rest. */
  text: z.string(),
});
export type DrillLogLine = z.infer<typeof DrillLogLine>;

/** What one server wrote into its error log from a moment before the fault to the end of a drill, the oldest first. */
export const DrillErrorLog = z.object({
  server: z.string(),
  lines: z.array(DrillLogLine),
  /** Later lines were left out, for there were more than are kept. */
  isCut: z.boolean(),
  /** Why it could not be read when it was asked last. Null: it could. */
  notRead: Message.nullable(),
  /** Whether it was read at all: where not at the end, before the heal. Absent: of a drill from before that was kept. */
  wasRead: z.boolean().optional(),
});
export type DrillErrorLog = z.infer<typeof DrillErrorLog>;
