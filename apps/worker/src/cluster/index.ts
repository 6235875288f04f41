import type { OperationDefinitions } from "../operation/definition";
import { discoverOperation } from "./discover-operation";
import { refreshOperation } from "./refresh-operation";
import { registerOperation } from "./register-operation";
import { removeOperation } from "./remove-operation";

/** The operations on clusters. */
export const clusterOperations: OperationDefinitions<
  "cluster.discover" | "cluster.register" | "cluster.refresh" | "cluster.remove"
> = {
  "cluster.discover": discoverOperation,
  "cluster.register": registerOperation,
  "cluster.refresh": refreshOperation,
  "cluster.remove": removeOperation,
};
