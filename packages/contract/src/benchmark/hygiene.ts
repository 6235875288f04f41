import { z } from "zod";

/**
 * What is done before each run, so that none begins with what the one before has left: nothing; the tables are made anew; the members' servers
 * are restarted as well, one after another; and the caches of their hosts' kernels are dropped.
 */
export const BenchmarkHygiene = z.enum(["keep_tables", "fresh_tables", "restart_servers", "drop_caches"]);
export type BenchmarkHygiene = z.infer<typeof BenchmarkHygiene>;

/**
 * One part of it: the old tables are deleted, a server is restarted, a host's caches are dropped, another member becomes the primary, each
 * arm's endpoints lead to servers again, the tables are filled.
 */
export const PreparationKind = z.enum([
  "clear",
  "restart",
  "drop_caches",
  "switch",
  "await_endpoints",
  "fill",
]);
export type PreparationKind = z.infer<typeof PreparationKind>;

/** One part that is done, and how long it took; `name`: the member or host that it was about. */
export const RunPreparation = z.object({
  kind: PreparationKind,
  name: z.string().nullable(),
  ms: z.number(),
});
export type RunPreparation = z.infer<typeof RunPreparation>;
