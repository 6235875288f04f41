import { type Check, familyOf } from "@primacy/contract";
import type { AgentAbility, HostObservation, NicStatus } from "@primacy/contract/agent";
import { buildCheck, type CheckPlace, type Finding, skipCheck } from "./build-check";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

const ipv6Ability: AgentAbility = "ipv6_vip";
/** Whoever knows read VIPs knows that a cluster may have several VIPs. */
const severalAbility: AgentAbility = "read_vip";

/** What the agent of a host has to know for this VIP beyond the first version of its protocol; read VIPs have a check of their own. */
export function abilityChecks(snapshot: VipCheckSnapshot, member: CheckedMember): readonly Check[] {
  const isIpv6 = familyOf(snapshot.request.address) === 6;
  const isFurther = snapshot.request.kind === "write" && snapshot.hasOtherVips === true;
  return [
    ...(isIpv6 ? [abilityCheck("agent_ipv6", ipv6Ability, member)] : []),
    ...(isFurther ? [abilityCheck("agent_several", severalAbility, member)] : []),
  ];
}

/** One that does not know such a VIP would refuse all of a configuration that has one, and the other VIPs in it too. */
function abilityCheck(
  code: "agent_ipv6" | "agent_several",
  ability: AgentAbility,
  member: CheckedMember,
): Check {
  const { sight } = member;
  if (sight.kind !== "observed") return skipCheck(code, member, "agent");
  return (sight.abilities ?? []).includes(ability)
    ? buildCheck(code, member, { result: "pass", evidence: `check.${code}.pass` })
    : buildCheck(code, member, {
        result: "fail",
        evidence: `check.${code}.fail`,
        remedy: "check.agent.remedy_outdated",
      });
}

/** The checks of an interface that is to hold an IPv6 address, beside those of every interface. */
export function ipv6Checks(
  member: CheckPlace,
  observation: HostObservation,
  nic: NicStatus,
): readonly Check[] {
  return [
    ...enabled(observation, nic).map((finding) => buildCheck("ipv6_enabled", member, finding)),
    buildCheck("ipv6_wire", member, wire(observation)),
  ];
}

/** The interface's own setting decides; that for all interfaces is copied to each when it is set. */
function enabled(observation: HostObservation, nic: NicStatus): readonly Finding[] {
  const value = observation.sysctls[`net.ipv6.conf.${nic.name}.disable_ipv6`];
  const params = { nic: nic.name };
  // A kernel without IPv6 has no such setting, and no address of the network either, which is another check's.
  if (value === undefined) return [];
  return value === "0"
    ? [{ result: "pass", evidence: "check.ipv6_enabled.pass", params }]
    : [{ result: "fail", evidence: "check.ipv6_enabled.fail", remedy: "check.ipv6_enabled.remedy", params }];
}

/** `arping` asks for IPv4 alone, and an address is taken only after a clear answer. */
function wire({ tools }: HostObservation): Finding {
  return tools.hasNetlink
    ? { result: "pass", evidence: "check.ipv6_wire.pass" }
    : { result: "fail", evidence: "check.ipv6_wire.fail", remedy: "check.ipv6_wire.remedy" };
}
