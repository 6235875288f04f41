import type { CheckReport } from "@primacy/contract";
import { acrossChecks } from "../check/across-rules";
import { addressChecks } from "../check/address-rules";
import { runVipChecks } from "../check/check-vip";
import { groupChecks } from "../check/group-rules";
import { agentChecks, agentServerChecks } from "../check/host-rules";
import { backlogChecks } from "../check/member-rules";
import { networkChecks } from "../check/network-rules";
import { restoredChecks } from "../check/restored-rule";
import { runChecks } from "../check/run-checks";
import { serverChecks } from "../check/server-rules";
import { settingsChecks } from "../check/settings-rules";
import type { VipCheckSnapshot } from "../check/snapshot";
import type { VipCheck } from "../check/vip-needs";
import { pathChecks, pathMemberNeeds } from "./path-checks";
import { type PluginSubject, pluginChecks, pluginClusterNeeds, pluginMemberNeeds } from "./plugin-checks";
import { portChecks } from "./port-path-checks";

/** What of a VIP's pre-checks holds whoever moves it. What only the agent needs of a host is not among them. */
const commonChecks: readonly VipCheck[] = [
  ...restoredChecks,
  ...addressChecks,
  ...groupChecks,
  ...settingsChecks,
  ...acrossChecks,
  ...agentChecks,
  ...agentServerChecks,
  ...networkChecks,
  ...serverChecks,
  ...backlogChecks,
];

/**
 * Judges whether the plugin can move a VIP here: what holds of every VIP, and the plugin's own pre-checks of each member. How long
 * writes would stop is not said: the plugin's own share in that is not measured.
 */
export function checkPlugin(snapshot: VipCheckSnapshot): CheckReport {
  const { request, plugin } = snapshot;
  const subject: PluginSubject = { request, plugin: plugin ?? { members: [], hasAdministrator: false } };
  const subjects = subject.plugin.members.map((seen) => ({ ...subject, seen, member: seen }));
  const checks = [
    ...runVipChecks(commonChecks, snapshot),
    ...runChecks(
      pluginChecks,
      { subject, needs: pluginClusterNeeds },
      { subjects, needs: pluginMemberNeeds },
    ),
    ...runChecks(
      [...pathChecks, ...portChecks],
      { subject, needs: pluginClusterNeeds },
      { subjects, needs: pathMemberNeeds },
    ),
  ];
  return { checks, hasFailures: checks.some(({ result }) => result === "fail"), estimates: [] };
}
