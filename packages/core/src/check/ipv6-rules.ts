import { familyOf } from "@primacy/contract";
import type { Finding } from "./build-check";
import type { NicCheck, NicGiven, NicSubject, Observed } from "./vip-needs";

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
