import type { HostObservation } from "@primacy/contract/agent";
import { type CheckedVariable, findNumber } from "./variables";

/**
 * A server that becomes primary waits until it has applied what its former primary wrote. Where transactions are applied by
 * several threads (`replica_parallel_workers` above 0, the default), nobody wakes it at the end of the last one: only the
 * coordinator's next checkpoint does (`mta_checkpoint_routine` in MySQL's `sql/rpl_replica.cc`, waited for in
 * `Relay_log_info::wait_for_gtid_set`), which comes once in `replica_checkpoint_period`, 300 ms by default. The group is
 * read-only until then.
 */
export interface CheckpointSettings {
  /** `replica_checkpoint_period` in milliseconds; null: unknown, or a server older than the variable. */
  readonly periodMs: number | null;
  /** `replica_parallel_workers`; null: unknown. */
  readonly workers: number | null;
}

/** The variables that say it. */
export const checkpointVariables = [
  "replica_checkpoint_period",
  "replica_parallel_workers",
] as const satisfies readonly CheckedVariable[];

/** What a server's variables say of it. */
export function checkpointSettingsOf(told: Pick<HostObservation, "variables">): CheckpointSettings {
  return {
    periodMs: findNumber(told, "replica_checkpoint_period"),
    workers: findNumber(told, "replica_parallel_workers"),
  };
}

/** What the fix sets: some 0.25 % of a core more on an idle server (measured), and a wait that nobody notices. */
export const fittingCheckpointMs = 20;
/** Above this the wait is a noticeable share of a switchover. */
export const noticedCheckpointMs = 50;

/** The longest that a switchover to this server waits for a checkpoint, in milliseconds; null where nothing is known. */
export function checkpointWaitMs({ periodMs, workers }: CheckpointSettings): number | null {
  if (periodMs === null) return null;
  return workers === 0 ? 0 : periodMs;
}
