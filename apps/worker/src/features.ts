import type { WorkerContext, WorkerService } from "./context";
import type { OperationDefinitions } from "./operation/definition";

/** What each feature can carry out. An operation of a kind that no worker knows stays queued. */
export const allOperations: Partial<OperationDefinitions> = {};

/** What runs as long as the worker does, beyond its skeleton. */
export function listServices(_worker: WorkerContext): readonly WorkerService[] {
  return [];
}
