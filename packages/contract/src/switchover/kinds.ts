import { CheckedPlan } from "../operation/checked-plan";
import { countReport } from "../operation/counts";
import { changing, looking } from "../operation/declare";
import { SwitchoverRequest, SwitchoverResult } from "./switchover";

/** What is done for a planned change of the primary. */
export const switchoverKinds = {
  "switchover.check": looking("operator", {
    input: SwitchoverRequest,
    result: CheckedPlan,
    count: countReport,
  }),
  switchover: changing("operator", { input: SwitchoverRequest, result: SwitchoverResult }),
};
