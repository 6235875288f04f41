import { acrossChecks } from "./across-rules";
import { addressChecks } from "./address-rules";
import { detailChecks } from "./detail-rules";
import { groupChecks } from "./group-rules";
import { agentChecks, agentServerChecks, hostChecks } from "./host-rules";
import { backlogChecks, memberServerChecks } from "./member-rules";
import { networkChecks } from "./network-rules";
import { readGroupChecks } from "./read-rules";
import { restoredChecks } from "./restored-rule";
import { serverChecks } from "./server-rules";
import { settingsChecks } from "./settings-rules";
import type { VipCheck } from "./vip-needs";

/**
 * Every VIP pre-check, in the order of the report. One more is a judge and a declaration in the rules of its feature, and
 * its texts in the catalogues.
 */
export const vipChecks: readonly VipCheck[] = [
  ...restoredChecks,
  ...addressChecks,
  ...groupChecks,
  ...readGroupChecks,
  ...settingsChecks,
  ...acrossChecks,
  ...agentChecks,
  ...agentServerChecks,
  ...networkChecks,
  ...hostChecks,
  ...serverChecks,
  ...memberServerChecks,
  ...backlogChecks,
  ...detailChecks,
];

/** Those of the address alone, the one that names a cause best first. `address_unused` and `subnet` need hosts. */
export const vipAddressChecks: readonly VipCheck[] = vipChecks.filter((check) => check.isOfAddress === true);
