import { z } from "zod";
import { startEndpoint } from "../api/start-endpoint";
import { Id } from "../primitives/scalar";
import { restartKinds } from "./kinds";
import { RestartOrder, RestartRequest } from "./restart";

const params = z.strictObject({ id: Id });
const tag = "members";

/** The calls for a rolling restart. */
export function restartEndpoints<A extends z.ZodType>(accepted: A) {
  return {
    checkRestart: startEndpoint(
      accepted,
      restartKinds["restart.check"],
      ["post", "/clusters/{id}/restart/check"],
      {
        tag,
        summary: "Run the checks of a rolling restart and make its plan; changes nothing",
        params,
        body: RestartRequest,
      },
    ),
    restartCluster: startEndpoint(accepted, restartKinds.restart, ["post", "/clusters/{id}/restart"], {
      tag,
      summary:
        "Restart the servers of all members, one after another, the primary's last: another member is the primary then",
      params,
      body: RestartOrder,
    }),
  };
}
