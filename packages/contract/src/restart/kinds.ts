import { z } from "zod";
import { countReport } from "../operation/counts";
import { changing, looking } from "../operation/declare";
import { RestartCheck, RestartFields, RestartRequest, RestartResult } from "./restart";

/** What is done for a rolling restart. */
export const restartKinds = {
  "restart.check": looking("operator", { input: RestartRequest, result: RestartCheck, count: countReport }),
  restart: changing("operator", {
    input: RestartFields.extend({ user: z.string().nullable() }),
    result: RestartResult,
  }),
};
