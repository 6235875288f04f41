import { familyOf } from "@primacy/contract";
import type { AgentAbility } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import type {
  MemberGiven,
  NicCheck,
  NicGiven,
  NicSubject,
  Observed,
  VipCheck,
  VipSubject,
} from "./vip-needs";

const ipv6Ability: AgentAbility = "ipv6_vip";
/** Whoever knows read VIPs knows that a cluster may have several VIPs. */
const severalAbility: AgentAbility = "read_vip";

/**
 * What the agent of a host has to know for this VIP beyond the first version of its protocol; read VIPs have a check of
 * their own. One that does not know such a VIP would refuse all of a configuration that has one, and the other VIPs in it
 * too.
 */
export const abilityChecks: readonly VipCheck[] = [
  {
    code: "agent_ipv6",
    scope: "member",
    needs: "agent",
    applies: isForIpv6,
    judge: (seen) => abilityFinding("agent_ipv6", ipv6Ability, seen),
  },
  {
    code: "agent_several",
    scope: "member",
    needs: "agent",
    applies: isFurther,
    judge: (seen) => abilityFinding("agent_several", severalAbility, seen),
  },
];

/** The checks of an interface that is to hold an IPv6 address, beside those of every interface. */
export const ipv6Checks: readonly NicCheck[] = [
  { code: "ipv6_enabled", scope: "member", needs: "nic", applies: isForIpv6, isQuiet: true, judge: enabled },
  { code: "ipv6_wire", scope: "member", needs: "nic", applies: isForIpv6, isQuiet: true, judge: wire },
];

/** Whether the VIP that is asked for has an IPv6 address. */
function isForIpv6({ request }: Pick<NicSubject, "request">): boolean {
  return familyOf(request.address) === 6;
}

/** Whether what only concerns IPv4 concerns the VIP that is asked for. */
export function isForIpv4(subject: Pick<NicSubject, "request">): boolean {
  return !isForIpv6(subject);
}

/** It is one more write VIP of a cluster that has others. */
function isFurther({ request, snapshot }: VipSubject): boolean {
  return request.kind === "write" && snapshot.hasOtherVips === true;
}

function abilityFinding(
  code: "agent_ipv6" | "agent_several",
  ability: AgentAbility,
  { abilities }: MemberGiven["agent"],
): Finding {
  return abilities.includes(ability)
    ? { result: "pass", evidence: `check.${code}.pass` }
    : { result: "fail", evidence: `check.${code}.fail`, remedy: "check.agent.remedy_outdated" };
}

/** The interface's own setting decides; that for all interfaces is copied to each when it is set. */
function enabled({ observation, nic }: NicGiven["nic"]): readonly Finding[] {
  const value = observation.sysctls[`net.ipv6.conf.${nic.name}.disable_ipv6`];
  const params = { nic: nic.name };
  // A kernel without IPv6 has no such setting, and no address of the network either, which is another check's.
  if (value === undefined) return [];
  return value === "0"
    ? [{ result: "pass", evidence: "check.ipv6_enabled.pass", params }]
    : [{ result: "fail", evidence: "check.ipv6_enabled.fail", remedy: "check.ipv6_enabled.remedy", params }];
}

/** `arping` asks for IPv4 alone, and an address is taken only after a clear answer. */
function wire({ observation: { tools } }: Observed): Finding {
  return tools.hasNetlink
    ? { result: "pass", evidence: "check.ipv6_wire.pass" }
    : { result: "fail", evidence: "check.ipv6_wire.fail", remedy: "check.ipv6_wire.remedy" };
}
