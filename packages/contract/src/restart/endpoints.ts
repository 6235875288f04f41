import { z } from "zod";
import type { StartEndpoint } from "../api/start-endpoint";
import { Id } from "../primitives/scalar";
import { RestartOrder, RestartRequest } from "./restart";

const params = z.strictObject({ id: Id });
const tag = "members";

/** The calls for a rolling restart. */
export function restartEndpoints<A extends z.ZodType>(start: StartEndpoint<A>) {
  return {
    checkRestart: start("restart.check", ["post", "/clusters/{id}/restart/check"], {
      tag,
      summary: "Run the checks of a rolling restart and make its plan; changes nothing",
      params,
      body: RestartRequest,
      refusals: ["multi_primary", "vip_paused"],
    }),
    restartCluster: start("restart", ["post", "/clusters/{id}/restart"], {
      tag,
      summary:
        "Restart the servers of all members, one after another, the primary's last: another member is the primary then",
      params,
      body: RestartOrder,
      refusals: ["multi_primary", "vip_paused", "credentials_missing"],
    }),
  };
}
