import type { Check, CheckReport } from "@primacy/contract";
import { judgeGroup } from "../cluster/judge-group";
import { acrossChecks } from "./across-rules";
import { addressChecks } from "./address-rules";
import { type CheckCode, skipCheck } from "./build-check";
import { detailCheckCodes, detailChecks } from "./detail-rules";
import { findFailoverFacts, groupChecks } from "./group-rules";
import { agentCheck, agentServerCheck, hostChecks } from "./host-rules";
import { abilityChecks } from "./ipv6-rules";
import { backlogCheck, memberServerChecks } from "./member-rules";
import { networkChecks } from "./network-rules";
import { predictDowntime } from "./predict-downtime";
import { readGroupChecks, readHostChecks } from "./read-rules";
import { serverChecks } from "./server-rules";
import { settingsChecks } from "./settings-rules";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

/** The codes of the checks that need an answer of the host's agent; skipped where there is none. */
export const hostCheckCodes = [
  "agent_server",
  "nic",
  "subnet",
  "address_unused",
  "privileges",
  "tools",
  "tool_nft",
  "tool_arping",
  "other_manager",
  "report_host",
  "bind_address",
  "port",
  "listening_ports",
  "restart_safety",
  "admin_address",
  "connections",
  "durability",
  "group_requirements",
  "bootstrap",
  "backlog",
  ...detailCheckCodes,
] as const satisfies readonly CheckCode[];

/** The codes that need the host's MySQL server to have answered its agent. */
const serverCheckCodes = [
  "report_host",
  "bind_address",
  "port",
  "listening_ports",
  "restart_safety",
  "admin_address",
  "connections",
  "durability",
  "group_requirements",
  "bootstrap",
] as const satisfies readonly CheckCode[];

/**
 * Judges every VIP pre-check on every member. A member that could not be looked at fails its own `agent` check and has
 * its others skipped; the rest is judged all the same. Nothing may be applied while `hasFailures`.
 */
export function checkVip(snapshot: VipCheckSnapshot): CheckReport {
  const group = judgeGroup(snapshot.views);
  const checks: readonly Check[] = [
    ...addressChecks(snapshot),
    ...groupChecks(snapshot, group),
    ...readGroupChecks(snapshot, group),
    ...settingsChecks(snapshot, group),
    ...acrossChecks(snapshot),
    ...snapshot.members.flatMap((member) => memberChecks(snapshot, member)),
  ];
  // It is writes that are estimated, and no write goes through a read VIP.
  const facts = snapshot.request.kind === "write" ? findFailoverFacts(snapshot) : null;
  return {
    checks: [...checks],
    hasFailures: checks.some((check) => check.result === "fail"),
    estimates: facts === null ? [] : [...predictDowntime(facts)],
  };
}

/** The checks of the address alone, for a VIP that will not be in force yet. `address_unused` and `subnet` need hosts. */
export function checkVipAddress(snapshot: VipCheckSnapshot): CheckReport {
  const checks = checkVip(snapshot).checks.filter((check) => addressCodes.includes(check.code));
  return { checks, hasFailures: checks.some((check) => check.result === "fail"), estimates: [] };
}

const addressCodes: readonly string[] = [
  "address_usable",
  "address_not_host",
  "address_not_vip",
  "address_not_gateway",
  "address_unused",
  "subnet",
] satisfies readonly CheckCode[];

function memberChecks(snapshot: VipCheckSnapshot, member: CheckedMember): readonly Check[] {
  const agent = agentCheck(snapshot, member);
  if (member.sight.kind !== "observed")
    return [
      agent,
      ...readHostChecks(snapshot, member),
      ...abilityChecks(snapshot, member),
      ...hostCheckCodes.map((code) => skipCheck(code, member, "agent")),
    ];
  const { observation, status } = member.sight;
  return [
    agent,
    ...readHostChecks(snapshot, member),
    ...abilityChecks(snapshot, member),
    agentServerCheck(member, status),
    ...networkChecks(snapshot, member, observation),
    ...hostChecks(snapshot, member, observation),
    ...(Object.keys(observation.variables).length === 0
      ? serverCheckCodes.map((code) => skipCheck(code, member, "server"))
      : [...serverChecks(snapshot, member, observation), ...memberServerChecks(member, observation)]),
    backlogCheck(member, snapshot.request),
    ...detailChecks(snapshot, member, observation),
  ];
}
