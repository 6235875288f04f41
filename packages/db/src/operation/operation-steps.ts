import type { Message, StepState } from "@primacy/contract";
import { type PlannedOperation, type PlannedStep, toPlan } from "@primacy/core/operation";
import type { RepositoryContext } from "../connection/context";
import { toJson, toNullableJson } from "../connection/json";
import type { Prisma } from "../generated/client";
import { type OperationLease, writeUnderLease } from "./operation-lease";
import { type StoredStep, toStoredStep } from "./operation-row";

/** How far a step got; absent fields stay as they are. */
export interface StepProgress {
  readonly state: Exclude<StepState, "pending">;
  readonly detail?: Message | null | undefined;
  /** JSON without secrets. */
  readonly output?: unknown;
  /** Takes the record of `recordUndo` away: there is nothing to take back. */
  readonly undo?: null;
}

/** How a worker records the steps of an operation. */
export interface OperationSteps {
  /** The steps in order; empty before `recordPlan`. */
  listSteps(operationId: string): Promise<readonly StoredStep[]>;
  /** Stores the planned steps. The first plan stays: false, with nothing written, when there is one. */
  recordPlan(lease: OperationLease, planned: PlannedOperation): Promise<boolean>;
  /** Starts a step, or starts it again, and returns which attempt it is, from 1. */
  startStep(lease: OperationLease, ordinal: number): Promise<number>;
  /** Stores how to take a step back, before it acts. The first record stays; returns the one that holds. */
  recordUndo(lease: OperationLease, ordinal: number, undo: unknown): Promise<unknown>;
  /** Stores how far a step got. */
  recordStep(lease: OperationLease, ordinal: number, progress: StepProgress): Promise<void>;
}

const finalStates: ReadonlySet<StepState> = new Set(["done", "failed", "undone", "skipped"]);

/** Writes within a transaction. */
export function createOperationSteps({ connection }: RepositoryContext): OperationSteps {
  const whereStep = ({ operationId }: OperationLease, ordinal: number) => ({
    operationId_ordinal: { operationId, ordinal },
  });
  return {
    async listSteps(operationId) {
      const rows = await connection.operationStep.findMany({
        where: { operationId },
        orderBy: { ordinal: "asc" },
      });
      return rows.map(toStoredStep);
    },
    async recordPlan(lease, planned) {
      await writeUnderLease(connection, lease);
      const id = lease.operationId;
      const { plan } = await connection.operation.findUniqueOrThrow({
        where: { id },
        select: { plan: true },
      });
      if (plan !== null) return false;
      await connection.operation.update({ where: { id }, data: { plan: toJson(toPlan(planned)) } });
      await connection.operationStep.createMany({ data: planned.steps.map((step) => toStepData(id, step)) });
      return true;
    },
    async startStep(lease, ordinal) {
      await writeUnderLease(connection, lease);
      const row = await connection.operationStep.update({
        where: whereStep(lease, ordinal),
        data: {
          state: "running",
          attempt: { increment: 1 },
          startedAt: new Date(),
          finishedAt: null,
          detail: toNullableJson(null),
        },
      });
      return row.attempt;
    },
    async recordUndo(lease, ordinal, undo) {
      await writeUnderLease(connection, lease);
      const where = whereStep(lease, ordinal);
      const before = await connection.operationStep.findUniqueOrThrow({ where });
      if (before.undo !== null) return before.undo;
      return (await connection.operationStep.update({ where, data: { undo: toNullableJson(undo) } })).undo;
    },
    async recordStep(lease, ordinal, { state, detail, output, undo }) {
      await writeUnderLease(connection, lease);
      await connection.operationStep.update({
        where: whereStep(lease, ordinal),
        data: {
          state,
          ...(detail === undefined ? {} : { detail: toNullableJson(detail) }),
          ...(output === undefined ? {} : { output: toNullableJson(output) }),
          ...(undo === undefined ? {} : { undo: toNullableJson(undo) }),
          ...(finalStates.has(state) ? { finishedAt: new Date() } : {}),
        },
      });
    },
  };
}

function toStepData(operationId: string, step: PlannedStep): Prisma.OperationStepCreateManyInput {
  const { ordinal, code, hostId, hostName, isReversible } = step;
  return {
    operationId,
    ordinal,
    code,
    hostId,
    hostName,
    isReversible,
    title: toJson(step.title),
    preview: toJson(step.preview),
    input: toNullableJson(step.input),
    state: "pending",
  };
}
