import { z } from "zod";
import { LoadToolName } from "../agent/load-tools";
import { PlainText } from "../primitives/scalar";
import { LoadArgument, LoadProgramName, PasswordSource, Sql } from "./load-program";

/** The workloads of sysbench's own that Primacy runs. */
export const SysbenchScript = z.enum([
  "oltp_read_write",
  "oltp_read_only",
  "oltp_write_only",
  "oltp_point_select",
  "oltp_update_index",
  "oltp_insert",
]);
export type SysbenchScript = z.infer<typeof SysbenchScript>;

/** The name of an option of sysbench as it is written, such as `point_selects`. */
const OptionName = z.string().regex(/^[a-z][a-z0-9_]{0,63}$/);

/** A script of sysbench, the size of its data, and options beyond Primacy's own. */
export const SysbenchWorkload = z.strictObject({
  tool: z.literal("sysbench"),
  script: SysbenchScript.default("oltp_read_write"),
  tables: z.number().int().min(1).max(10_000).default(4),
  /** Rows of each table. */
  tableSize: z.number().int().min(1).max(1_000_000_000).default(10_000),
  options: z.record(OptionName, z.union([z.number(), z.boolean(), PlainText.max(100)])).default({}),
});
export type SysbenchWorkload = z.infer<typeof SysbenchWorkload>;

/** What mysqlslap's own statements do: it calls it the load type. */
export const SlapLoad = z.enum(["mixed", "write", "read", "update", "key"]);
export type SlapLoad = z.infer<typeof SlapLoad>;

/**
 * Statements that mysqlslap makes by itself for one table, or statements that are given: `create` makes the tables anew before each
 * iteration, `query` is what is measured; several are apart by semicolons.
 */
export const SlapSql = z.discriminatedUnion("kind", [
  z.strictObject({
    kind: z.literal("generated"),
    load: SlapLoad.default("mixed"),
    /** Rows that are inserted before each iteration. */
    rows: z.number().int().min(1).max(1_000_000).default(100),
    intColumns: z.number().int().min(1).max(100).default(1),
    charColumns: z.number().int().min(1).max(100).default(1),
  }),
  z.strictObject({ kind: z.literal("given"), query: Sql, create: Sql.optional() }),
]);
export type SlapSql = z.infer<typeof SlapSql>;

/**
 * mysqlslap: `queries` statements, shared by all threads, `iterations` times. It ends when they are done, has no warm-up, and tells nothing
 * while it runs.
 */
export const MysqlslapWorkload = z.strictObject({
  tool: z.literal("mysqlslap"),
  sql: SlapSql.default({ kind: "generated", load: "mixed", rows: 100, intColumns: 1, charColumns: 1 }),
  queries: z.number().int().min(1).max(1_000_000_000).default(10_000),
  iterations: z.number().int().min(1).max(1_000).default(3),
});
export type MysqlslapWorkload = z.infer<typeof MysqlslapWorkload>;

/**
 * A program of the load host's own, with its arguments as they are and no shell between, and which tool's output it writes. `prepare` is
 * run once before the first run. Only operators order one.
 */
export const CustomWorkload = z.strictObject({
  tool: z.literal("custom"),
  program: LoadProgramName,
  run: z.array(LoadArgument).max(100),
  prepare: z.array(LoadArgument).max(100).optional(),
  parser: LoadToolName,
  password: PasswordSource.default({ kind: "defaults_file" }),
  /** False: it may be run through an endpoint that only reads. */
  isWriting: z.boolean().default(true),
});
export type CustomWorkload = z.infer<typeof CustomWorkload>;

/** What is run against the database. */
export const Workload = z.discriminatedUnion("tool", [SysbenchWorkload, MysqlslapWorkload, CustomWorkload]);
export type Workload = z.infer<typeof Workload>;
