import { z } from "zod";

/**
 * The variables that a drill keeps of each server, in the order in which they are shown: when a silent member is expelled, for whom commits
 * wait, what becomes of a member that is cut off, who is elected, and what of an acknowledged write is on a disk.
 */
export const DrillVariable = z.enum([
  "version_comment",
  "group_replication_member_expel_timeout",
  "group_replication_communication_flp_timeout",
  "group_replication_consistency",
  "group_replication_unreachable_majority_timeout",
  "group_replication_exit_state_action",
  "group_replication_autorejoin_tries",
  "group_replication_member_weight",
  "sync_binlog",
  "innodb_flush_log_at_trx_commit",
]);
export type DrillVariable = z.infer<typeof DrillVariable>;

/** The timings of the VIP loop by which an outage is predicted, in the order in which they are shown; see `VipTimings`. */
export const DrillTiming = z.enum([
  "leaseSeconds",
  "releaseAfterMs",
  "evidenceMaxAgeMs",
  "actMs",
  "kernelSlackMs",
  "proofGuardMs",
]);
export type DrillTiming = z.infer<typeof DrillTiming>;

/** What a drill's prediction and verdict rest on, as it was just before the fault. */
export const DrillSystem = z.object({
  /** Of Primacy, as it runs the drill. */
  primacyVersion: z.string(),
  servers: z.array(
    z.object({
      name: z.string(),
      /** As the server gives it; null: it could not be asked. */
      version: z.string().nullable(),
      /** By the names of {@link DrillVariable}; one that the server does not have is absent. */
      variables: z.record(z.string(), z.string()),
      /** Of the agent beside it, as it was last heard; null: none was. */
      agentVersion: z.string().nullable(),
    }),
  ),
  /** By the names of {@link DrillTiming}. */
  timings: z.record(z.string(), z.number()),
});
export type DrillSystem = z.infer<typeof DrillSystem>;

/** The group at one instant of a drill's clock, in milliseconds from the fault: as the majority of it says, and each server and kernel of itself. */
export const DrillTopology = z.object({
  atMs: z.number(),
  members: z.array(
    z.object({
      name: z.string(),
      /** Null: nobody said. */
      state: z.string().nullable(),
      role: z.string().nullable(),
      /** Its `super_read_only`; null: it did not say. */
      isReadOnly: z.boolean().nullable(),
      /** The VIPs that the kernel of its host had; null: it did not say. */
      holds: z.array(z.string()).nullable(),
    }),
  ),
});
export type DrillTopology = z.infer<typeof DrillTopology>;
