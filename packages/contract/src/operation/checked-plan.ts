import { z } from "zod";
import { CheckReport } from "../check/check";
import { OfferedFix } from "../fix/fix";
import { Plan } from "./plan";

/** What a check found, and the plan of what would be done; `plan` has no steps while checks fail. */
export const CheckedPlan = z.object({
  report: CheckReport,
  plan: Plan,
  /** What could be mended at once, each with its own plan; absent where this check offers none. */
  fixes: z.array(OfferedFix).optional(),
});
export type CheckedPlan = z.infer<typeof CheckedPlan>;
