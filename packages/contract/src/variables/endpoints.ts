import { z } from "zod";
import { endpoint } from "../api/endpoint";
import type { StartEndpoint } from "../api/start-endpoint";
import { Id } from "../primitives/scalar";
import { ReadVipsOrder } from "./read-vips";
import { VariablesReading } from "./variables";

const params = z.strictObject({ id: Id });
const tag = "members";

/** The calls for the variables of a cluster's servers. */
export function variablesEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    getVariables: endpoint("get", "/clusters/{id}/variables", {
      access: "viewer",
      tag,
      summary:
        "The variables of every member as they were last read: running values, where they are from, what the next start gives, and what differs",
      params,
      /** Null: they were not read in the last hour. */
      answer: z.object({ reading: VariablesReading.nullable() }),
    }),
    readVariables: start("variables.read", ["post", "/clusters/{id}/variables/read"], {
      tag,
      summary: "Read the variables of every member anew; changes nothing",
      params,
    }),
    moveReadVips: start("variables.read_vips", ["post", "/clusters/{id}/variables/read-vips"], {
      tag,
      summary:
        "Move read VIPs of the plugin greatdb_ha to other members, by the map of the primary (vip_tope)",
      params,
      body: ReadVipsOrder,
    }),
  };
}
