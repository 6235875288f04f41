import type { OperationDefinitions } from "../operation/definition";
import { lookOperation } from "./look-operation";
import { checkOperation as checkMigration, runOperation } from "./migration/migration-operations";
import { checkOperation, installOperation, removeOperation } from "./proxy-operations";
import { startOperation, stopOperation } from "./service-operations";

/** Setting up and removing what stands between clients and the servers; and an address that goes between Keepalived and a VIP. */
export const proxyOperations: OperationDefinitions<
  | "proxy.check"
  | "proxy.look"
  | "proxy.install"
  | "proxy.start"
  | "proxy.stop"
  | "proxy.remove"
  | "migration.check"
  | "migration.run"
> = {
  "proxy.check": checkOperation,
  "proxy.look": lookOperation,
  "proxy.install": installOperation,
  "proxy.start": startOperation,
  "proxy.stop": stopOperation,
  "proxy.remove": removeOperation,
  "migration.check": checkMigration,
  "migration.run": runOperation,
};
