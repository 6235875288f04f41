import type { HostActionRecord } from "@primacy/contract/agent";
import { isOpen, type JournalRecord, targetOf } from "./record";

/** What a record of the journal does not say by itself. */
export interface RecordFacts {
  readonly byHand: readonly string[];
  /** Where the record lies. */
  readonly file: string;
  /** Of a program that has ended. */
  readonly exitCode: number | null;
}

/** An act as it is told of. */
export function describeRecord(
  record: JournalRecord,
  { byHand, file, exitCode }: RecordFacts,
): HostActionRecord {
  const { actionId, clusterId, grantedTo, state, bootId, startedAt, undoAtMs, reason, action, undo } = record;
  const leader = undo.kind === "process" ? undo.leader : null;
  return {
    ...{ actionId, clusterId, grantedTo, state, bootId, startedAt, undoAtMs, reason },
    kind: action.kind,
    target: targetOf(action),
    byHand: state === "undo_failed" ? [...byHand] : [],
    settle: `rm ${file}`,
    process: leader === null ? null : { pid: leader.pid, isRunning: isOpen(record), exitCode },
    ...(undo.kind === "fault" && undo.evidence !== null ? { evidence: undo.evidence } : {}),
    ...(undo.kind === "fault" && undo.lapse !== undefined ? { lapse: undo.lapse } : {}),
  };
}
