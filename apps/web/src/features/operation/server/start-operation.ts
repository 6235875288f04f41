import {
  type Accepted,
  type AuditTargetKind,
  isRefusal,
  lookingKinds,
  type MessageParams,
  message,
  type OperationInput,
  type OperationKind,
  operationPasswordName,
  type Refusal,
  refuse,
} from "@primacy/contract";
import type { Actor, ExclusiveSubject, UnitOfWork } from "@primacy/db";
import type { KeepAnswer, RequestFacts } from "../../../server/api/call";
import { type Caller, toActor } from "../../../server/auth/caller";
import type { WebContext } from "../../../server/context";
import { hasWorker } from "../../../server/health";

/** Who asks for an operation, and where. */
export interface OperationCall {
  readonly context: WebContext;
  readonly caller: Caller;
  readonly facts: RequestFacts;
  readonly keep: KeepAnswer;
}

/** A long-running action as a use case asks for it. */
export interface OperationStart<K extends OperationKind> {
  /** Fill the title `operation.<kind>`. */
  readonly title: MessageParams;
  readonly clusterId?: string;
  readonly hostId?: string;
  readonly input: OperationInput<K>;
  /** Kept encrypted until the operation ends, under `operationPasswordName`. */
  readonly password?: string;
  /** What nothing else may change meanwhile; default: its cluster and its host. */
  readonly exclusive?: readonly ExclusiveSubject[];
  /** What the audit log tells beside the input and the operation's own id. */
  readonly audited?: Readonly<Record<string, unknown>>;
  /** What the audit log names as the target. */
  readonly target: { readonly kind: AuditTargetKind; readonly id?: string | null; readonly name: string };
}

/** Looks at what is stored, in the transaction of the operation, and says what to start or why not. */
export type OperationPlanner<K extends OperationKind> = (
  unit: UnitOfWork,
) => Promise<OperationStart<K> | Refusal>;

/**
 * Starts an operation: its refusals, its row, its audit entry and the answer under its `Idempotency-Key` in one
 * transaction. Operations that only look are not audited. Refused with `worker_absent` when nobody would carry it out.
 */
export async function startOperation<K extends OperationKind>(
  { context, caller, facts, keep }: OperationCall,
  kind: K,
  plan: OperationPlanner<K>,
): Promise<Accepted | Refusal> {
  const isLooking = lookingKinds.includes(kind);
  const actor: Actor = { ...toActor(caller, facts), ...(isLooking ? { kind: "system" as const } : {}) };
  return context.database.transact(actor, async (unit) => {
    const start = await plan(unit);
    if (isRefusal(start)) return start;
    if (!(await hasWorker(unit))) return refuse("worker_absent");
    const { clusterId, hostId, input, password, exclusive } = start;
    const operation = await unit.operations.enqueue({
      kind,
      title: message(`operation.${kind}`, start.title),
      clusterId: clusterId ?? null,
      hostId: hostId ?? null,
      input,
      ...(password === undefined ? {} : { secrets: { [operationPasswordName]: password } }),
      ...(exclusive === undefined ? {} : { exclusive }),
    });
    if (isRefusal(operation)) return operation;
    if (!isLooking) {
      // The entry's own id comes last: an input may name another operation.
      const detail = { ...input, ...start.audited, operationId: operation.id };
      await unit.audit.record({ action: kind, target: start.target, detail });
    }
    const answer: Accepted = { operation };
    return (await keep(unit, answer)) ?? answer;
  });
}
