import { catalog } from "../message/catalog/catalog";

/** Why a drill is refused while all drills are stopped. */
export const drillLeverMessages = catalog(
  {
    "check.drill_allowed.fail_lever": "{who} has stopped all drills.",
    "check.drill_allowed.remedy_lever": "An administrator releases the lever, once the reason is gone.",
  },
  {
    "check.drill_allowed.fail_lever": "{who} 已停止全部演练。",
    "check.drill_allowed.remedy_lever": "原因消除后，请管理员解除。",
  },
);
