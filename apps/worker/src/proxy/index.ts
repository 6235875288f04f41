import type { OperationDefinitions } from "../operation/definition";
import { lookOperation } from "./look-operation";
import { checkOperation, installOperation, removeOperation } from "./proxy-operations";

/** Setting up and removing what stands between clients and the servers. */
export const proxyOperations: OperationDefinitions<
  "proxy.check" | "proxy.look" | "proxy.install" | "proxy.remove"
> = {
  "proxy.check": checkOperation,
  "proxy.look": lookOperation,
  "proxy.install": installOperation,
  "proxy.remove": removeOperation,
};
