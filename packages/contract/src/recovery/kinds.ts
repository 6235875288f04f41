import { z } from "zod";
import { countReport } from "../operation/counts";
import { changing, looking } from "../operation/declare";
import { RecoveryCheck, RecoveryFields, RecoveryRequest, RecoveryResult } from "./recovery";

/** What is done to bring back a group that serves nobody. */
export const recoveryKinds = {
  "recovery.check": looking("operator", {
    input: RecoveryRequest,
    result: RecoveryCheck,
    count: countReport,
  }),
  recovery: changing("operator", {
    input: RecoveryFields.extend({ user: z.string().nullable() }),
    result: RecoveryResult,
  }),
};
