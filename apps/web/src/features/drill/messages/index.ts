import { catalog } from "../../../i18n/messages/texts";
import { faultMessages } from "./faults";
import { formMessages } from "./form";
import { leverMessages } from "./lever";
import { listMessages } from "./list";
import { logMessages } from "./logs";
import { pageMessages } from "./page";
import { repairMessages } from "./repair";
import { systemMessages } from "./system";
import { timelineMessages } from "./timeline";

/** The texts of failover drills. */
export const drillMessages = /* @__PURE__ */ catalog(
  {
    ...listMessages.en,
    ...faultMessages.en,
    ...formMessages.en,
    ...pageMessages.en,
    ...repairMessages.en,
    ...timelineMessages.en,
    ...systemMessages.en,
    ...leverMessages.en,
    ...logMessages.en,
  },
  {
    ...listMessages.zh,
    ...faultMessages.zh,
    ...formMessages.zh,
    ...pageMessages.zh,
    ...repairMessages.zh,
    ...timelineMessages.zh,
    ...systemMessages.zh,
    ...leverMessages.zh,
    ...logMessages.zh,
  },
);
