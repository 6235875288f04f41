import { z } from "zod";

/** The load generators that are looked for on a host. */
export const LoadToolName = z.enum(["sysbench", "mysqlslap", "go-tpc"]);
export type LoadToolName = z.infer<typeof LoadToolName>;

/** One load generator as its host has it. */
export const LoadTool = z.object({
  tool: LoadToolName,
  /** Null: the host has none. */
  path: z.string().nullable(),
  /** Such as `1.0.20`; null where it could not be read. */
  version: z.string().nullable(),
  /**
   * The first line that it printed where no version could be read. Null also where it printed nothing, or was not run because
   * others than root could replace it.
   */
  said: z.string().nullable(),
  /** False: others than root could replace it, so that it is not run. An agent of an earlier release does not say it. */
  isTrusted: z.boolean().default(true),
});
export type LoadTool = z.infer<typeof LoadTool>;

/** With what load can be made from a host: each known tool, in the order of {@link LoadToolName}. */
export const LoadTools = z.object({
  tools: z.array(LoadTool),
  /** The tests that came with sysbench, such as `oltp_read_write`; empty without sysbench. */
  scripts: z.array(z.string()),
});
export type LoadTools = z.infer<typeof LoadTools>;

/** A program that somebody names: in a folder of the system as the host operator takes it, or by its name alone. */
export const LoadProgramRequest = z.strictObject({ program: z.string().min(1).max(200) });
export type LoadProgramRequest = z.infer<typeof LoadProgramRequest>;

/** Where a host has it. It is looked for, and not run. */
export const FoundLoadProgram = z.object({
  /** Null: the host has none. */
  path: z.string().nullable(),
  /** False: others than root could replace it, so that the host operator does not start it. */
  isTrusted: z.boolean(),
});
export type FoundLoadProgram = z.infer<typeof FoundLoadProgram>;
