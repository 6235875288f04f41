import { z } from "zod";
import { HostAddress, Port } from "../primitives/address";

/** A way to the database that a drill watches, by which clients connect. */
export const DrillEndpoint = z.strictObject({ address: HostAddress, port: Port });
export type DrillEndpoint = z.infer<typeof DrillEndpoint>;

/** The most ways that one drill watches, those for reads among them. */
export const mostDrillEndpoints = 4;
