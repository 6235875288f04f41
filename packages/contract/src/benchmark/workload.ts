import { z } from "zod";
import { PlainText } from "../primitives/scalar";

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

/** What is run against the database: a script of sysbench, the size of its data, and options beyond Primacy's own. */
export const Workload = z.strictObject({
  tool: z.literal("sysbench"),
  script: SysbenchScript.default("oltp_read_write"),
  tables: z.number().int().min(1).max(10_000).default(4),
  /** Rows of each table. */
  tableSize: z.number().int().min(1).max(1_000_000_000).default(10_000),
  options: z.record(OptionName, z.union([z.number(), z.boolean(), PlainText.max(100)])).default({}),
});
export type Workload = z.infer<typeof Workload>;
