import { canonicalAddress, listAddresses, paramsWith, quote } from "@primacy/contract";
import type { HostObservation, VipManagerObservation } from "@primacy/contract/agent";
import { tellServerError } from "../topology/read-server-error";
import type { Finding } from "./build-check";
import { findFlag, findVariable } from "./variables";
import {
  hasServer,
  type MemberGiven,
  type MemberSubject,
  noServer,
  type Observed,
  type VipCheck,
} from "./vip-needs";

/** Whether the member's host has an agent of this console's protocol that answers. */
export const agentChecks: readonly VipCheck[] = [
  { code: "agent", scope: "member", needs: "nothing", judge: agent },
];

/** Whether the agent can sign in to the server beside it: it can prove nothing otherwise, and takes no address. */
export const agentServerChecks: readonly VipCheck[] = [
  { code: "agent_server", scope: "member", needs: "status", judge: agentServer },
];

/** The checks of one host's privileges and tools, and of other programs that move addresses. */
export const hostChecks: readonly VipCheck[] = [
  { code: "privileges", scope: "member", needs: "agent", judge: privileges },
  { code: "tools", scope: "member", needs: "agent", judge: tools },
  {
    code: "tool_nft",
    scope: "member",
    needs: "agent",
    judge: ({ observation }) => optionalTool(observation.tools.nft, "tool_nft"),
  },
  {
    code: "tool_arping",
    scope: "member",
    needs: "agent",
    judge: ({ observation }) => optionalTool(observation.tools.arping, "tool_arping"),
  },
  { code: "other_manager", scope: "member", needs: "agent", judge: otherManagers },
];

function agent({ snapshot, member }: MemberSubject): Finding {
  const { sight } = member;
  switch (sight.kind) {
    case "observed": {
      const version = sight.status?.agentVersion ?? "-";
      return {
        result: "pass",
        evidence: "check.agent.pass",
        params: { version, protocol: snapshot.agentProtocol },
      };
    }
    case "no_host":
      return { result: "fail", evidence: "check.agent.fail_no_host", remedy: "check.hosts_distinct.remedy" };
    case "no_agent":
      return { result: "fail", evidence: "check.agent.fail_missing", remedy: "check.agent.remedy_missing" };
    case "outdated":
      return {
        result: "fail",
        evidence: "check.agent.fail_outdated",
        remedy: "check.agent.remedy_outdated",
        params: { actual: sight.protocol, expected: snapshot.agentProtocol },
      };
    case "unreachable":
      return {
        result: "fail",
        evidence: "check.agent.fail_unreachable",
        remedy: "check.agent.remedy_unreachable",
        params: { reason: sight.reason, address: member.agentAddress, port: member.agentPort },
      };
  }
}

/** What the agent says of the server beside it. */
export function agentServer({
  member,
  status: { mysql },
}: Pick<MemberSubject, "member"> & MemberGiven["status"]): Finding {
  const { reach, error } = mysql;
  if (reach === "up") return { result: "pass", evidence: "check.agent_server.pass" };
  const remedy = "check.agent_server.remedy";
  // It has no account before the first configuration, which gives it one.
  if (reach === "unconfigured") return { result: "warn", evidence: "check.agent_server.warn", remedy };
  const reason = error === null ? quote(reach) : (tellServerError(error, member) ?? error);
  const params = paramsWith({}, { reason });
  return { result: "fail", evidence: "check.agent_server.fail", remedy, params };
}

function privileges({ observation: { capabilities } }: Observed): Finding {
  const missing = [
    ...(capabilities.hasNetAdmin ? [] : ["CAP_NET_ADMIN"]),
    ...(capabilities.hasNetRaw ? [] : ["CAP_NET_RAW"]),
  ];
  if (missing.length === 0) return { result: "pass", evidence: "check.privileges.pass" };
  return {
    result: "fail",
    evidence: "check.privileges.fail",
    remedy: "check.privileges.remedy",
    params: { missing: missing.join(", ") },
  };
}

function tools({ observation: { tools: has } }: Observed): Finding {
  const remedy = "check.tools.remedy";
  if (!has.ip && !has.hasNetlink) return { result: "fail", evidence: "check.tools.fail", remedy };
  if (!has.ip) return { result: "warn", evidence: "check.tools.warn_ip", remedy };
  if (!has.ss) return { result: "warn", evidence: "check.tools.warn_ss", remedy };
  return { result: "pass", evidence: "check.tools.pass" };
}

function optionalTool(isThere: boolean, code: "tool_nft" | "tool_arping"): Finding {
  return isThere
    ? { result: "pass", evidence: `check.${code}.pass` }
    : { result: "warn", evidence: `check.${code}.warn`, remedy: `check.${code}.remedy` };
}

function otherManagers({ request, observation }: MemberSubject & Observed): readonly Finding[] {
  const findings = listManagers(observation).flatMap((manager) => managerFinding(request.address, manager));
  if (findings.length > 0) return findings;
  // A plugin of the server is found in its variables, and nobody could read them.
  if (!hasServer(observation)) return [noServer];
  return [{ result: "pass", evidence: "check.other_manager.pass" }];
}

/** An agent that could not ask its server does not know of the server's own plugin; the console's connection may. */
function listManagers(observation: HostObservation): readonly VipManagerObservation[] {
  const { managers } = observation;
  const enabled = findFlag(observation, "greatdb_ha_enable_mgr_vip");
  if (enabled === null || managers.some((manager) => manager.kind === "greatdb_ha")) return managers;
  const names = ["greatdb_ha_mgr_vip_ip", "greatdb_ha_mgr_read_vip_ips"] as const;
  const addresses = names.flatMap((name) => listAddresses(findVariable(observation, name) ?? ""));
  const evidence = `greatdb_ha_enable_mgr_vip = ${enabled ? "ON" : "OFF"}`;
  return [...managers, { kind: "greatdb_ha", isRunning: enabled, addresses, evidence }];
}

function managerFinding(address: string, manager: VipManagerObservation): readonly Finding[] {
  // An address may be written with its prefix length.
  const isConfigured = manager.addresses.some((one) => canonicalAddress(one.split("/")[0] ?? "") === address);
  const params = {
    manager: manager.kind,
    address,
    addresses: manager.addresses.join(", "),
    evidence: manager.evidence,
  };
  const remedy = "check.other_manager.remedy";
  if (isConfigured && manager.isRunning) {
    const byKind = manager.kind === "keepalived" ? "check.other_manager.remedy_keepalived" : remedy;
    return [{ result: "fail", evidence: "check.other_manager.fail", remedy: byKind, params }];
  }
  // Switched off, the plugin leaves its addresses bound, and its thread binds them again every 20 s.
  if (isConfigured && manager.kind === "greatdb_ha")
    return [{ result: "fail", evidence: "check.other_manager.fail_plugin_off", remedy, params }];
  if (isConfigured)
    return [{ result: "warn", evidence: "check.other_manager.warn_configured", remedy, params }];
  if (!manager.isRunning) return [];
  const isKnown = manager.addresses.length > 0;
  return [
    {
      result: "warn",
      evidence: isKnown ? "check.other_manager.warn_running" : "check.other_manager.warn_unknown",
      remedy: "check.other_manager.remedy_running",
      params,
    },
  ];
}
