import { Message, Operation, OperationLogLine, OperationStep, StepState } from "@primacy/contract";
import type { PlannedStep } from "@primacy/core/operation";
import { toInstant, toNullableInstant } from "../connection/json";
import type {
  OperationLogLine as LogRow,
  Operation as OperationRow,
  OperationStep as StepRow,
} from "../generated/client";

/** What an operation's row is read with. */
export const operationInclude = { steps: { orderBy: { ordinal: "asc" } } } as const;

/** A step as the worker needs it: what was planned, how far it got, and how to take it back. */
export interface StoredStep extends PlannedStep {
  readonly state: StepState;
  readonly detail: Message | null;
  /** How often it was started. */
  readonly attempt: number;
  /** Recorded before the step acted; null when nothing was. */
  readonly undo: unknown;
  /** What it found out; null when nothing was stored. */
  readonly output: unknown;
}

/** Reads an operation's row. */
export function toOperation(row: OperationRow & { readonly steps: readonly StepRow[] }): Operation {
  return Operation.parse({
    id: row.id,
    kind: row.kind,
    state: row.state,
    clusterId: row.clusterId,
    clusterName: row.clusterName,
    hostId: row.hostId,
    hostName: row.hostName,
    title: row.title,
    requestedBy: row.requestedBy,
    isCancelRequested: row.isCancelRequested,
    steps: row.steps.map(toStep),
    result: row.result,
    problem: row.problem,
    createdAt: toInstant(row.createdAt),
    startedAt: toNullableInstant(row.startedAt),
    finishedAt: toNullableInstant(row.finishedAt),
    revision: row.revision,
  });
}

/** Reads a step's row for the worker. */
export function toStoredStep(row: StepRow): StoredStep {
  const step = toStep(row);
  return { ...step, input: row.input, undo: row.undo, output: row.output };
}

/** Reads a line of the log. */
export function toLogLine({ seq, createdAt, level, message }: LogRow): OperationLogLine {
  return OperationLogLine.parse({ seq, at: toInstant(createdAt), level, message });
}

function toStep(row: StepRow): OperationStep {
  const { ordinal, code, hostId, hostName, title, preview, isReversible, detail, attempt } = row;
  return OperationStep.parse({
    ordinal,
    code,
    hostId,
    hostName,
    title: Message.parse(title),
    preview,
    isReversible,
    state: StepState.parse(row.state),
    detail,
    attempt,
    startedAt: toNullableInstant(row.startedAt),
    finishedAt: toNullableInstant(row.finishedAt),
  });
}
