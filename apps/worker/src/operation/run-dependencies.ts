import type { ClaimedOperation } from "@primacy/db";
import type { WorkerContext } from "../context";
import type { OperationDefinition } from "./definition";
import type { LeaseKeeper } from "./lease-keeper";
import type { OperationMetrics } from "./metrics";
import type { OperationStore } from "./operation-store";

/** What carrying out one claimed operation works with. */
export interface RunDependencies {
  readonly worker: WorkerContext;
  readonly store: OperationStore;
  readonly keeper: LeaseKeeper;
  readonly claimed: ClaimedOperation;
  readonly definition: OperationDefinition;
  readonly metrics: OperationMetrics;
}
