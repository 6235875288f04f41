import { z } from "zod";
import { Port } from "../primitives/address";
import { Id } from "../primitives/scalar";

/**
 * Whether an agent answers proxies that ask which role the server of its host has, on a port of its own, by plain HTTP: `GET
 * /primary` and `GET /secondary`, 200 or 503. Null: it does not, as long as nothing else is said. It has no part in what
 * decides about addresses.
 */
export const RoleCheckOrder = z.strictObject({ clusterId: Id, port: Port.nullable() });
export type RoleCheckOrder = z.infer<typeof RoleCheckOrder>;

/** The parameter of a check that says of which cluster the server is: a host may have several. */
export const roleCheckCluster = "cluster";

/** The paths of both checks. */
export const roleCheckPaths = { primary: "/primary", secondary: "/secondary" } as const;
