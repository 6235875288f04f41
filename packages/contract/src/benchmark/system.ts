import { z } from "zod";
import { HostMachine } from "../agent/host-machine";
import { Id, Instant } from "../primitives/scalar";

/** The variables that a benchmark keeps of each server, in the order in which they are shown. */
export const ServerVariable = z.enum([
  "version_comment",
  "innodb_buffer_pool_size",
  "innodb_buffer_pool_instances",
  "innodb_redo_log_capacity",
  "innodb_log_buffer_size",
  "innodb_flush_log_at_trx_commit",
  "innodb_flush_method",
  "innodb_doublewrite",
  "innodb_io_capacity",
  "innodb_adaptive_hash_index",
  "sync_binlog",
  "binlog_row_image",
  "binlog_transaction_compression",
  "binlog_group_commit_sync_delay",
  "transaction_isolation",
  "max_connections",
  "thread_cache_size",
  "table_open_cache",
  "performance_schema",
  "replica_parallel_workers",
  "group_replication_single_primary_mode",
  "group_replication_consistency",
  "group_replication_flow_control_mode",
  "group_replication_communication_stack",
  "group_replication_compression_threshold",
  "group_replication_paxos_single_leader",
]);
export type ServerVariable = z.infer<typeof ServerVariable>;

/** What a server said of itself, by the names of {@link ServerVariable}. A variable that it does not have is absent. */
export const ServerSettings = z.object({
  /** As `VERSION()` gives it. */
  version: z.string().max(200),
  variables: z.record(z.string(), z.string().max(200)),
});
export type ServerSettings = z.infer<typeof ServerSettings>;

/** A member of the cluster, with its server and its host; null: it could not be asked. */
export const MeasuredServer = z.object({
  memberId: Id,
  /** Of its host. */
  name: z.string(),
  isPrimary: z.boolean(),
  server: ServerSettings.nullable(),
  machine: HostMachine.nullable(),
});
export type MeasuredServer = z.infer<typeof MeasuredServer>;

/** The servers and hosts of a benchmark as they were when it began. */
export const MeasuredSystem = z.object({
  readAt: Instant,
  servers: z.array(MeasuredServer),
  /** What the load host is made of; null: its agent could not say. */
  loadMachine: HostMachine.nullable(),
});
export type MeasuredSystem = z.infer<typeof MeasuredSystem>;
