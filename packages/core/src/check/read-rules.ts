import type { AgentAbility } from "@primacy/contract/agent";
import type { Finding } from "./build-check";
import type { MemberGiven, MemberSubject, VipCheck, VipSubject } from "./vip-needs";

const ability: AgentAbility = "read_vip";
const preferenceAbility: AgentAbility = "read_vip_preference";

/** The checks of the group that a read VIP has beside those of every VIP; none for a write VIP. */
export const readGroupChecks: readonly VipCheck[] = [
  { code: "read_secondaries", scope: "cluster", needs: "nothing", applies: isRead, judge: secondaries },
];

/** The checks of one host that a read VIP has beside those of every VIP; none for a write VIP. */
export const readHostChecks: readonly VipCheck[] = [
  { code: "agent_reads", scope: "member", needs: "agent", applies: isRead, judge: agentReads },
];

function isRead({ request }: VipSubject): boolean {
  return request.kind === "read";
}

/** Where nobody is the primary, that is another check's affair. */
function secondaries({ snapshot, group }: VipSubject): readonly Finding[] {
  const primary = snapshot.members.find((member) => member.serverUuid === group.primaryUuid);
  if (primary === undefined) return [];
  const names = snapshot.members
    .filter((member) => member !== primary)
    .filter(({ serverUuid }) =>
      group.members.some((one) => one.serverUuid === serverUuid && one.state === "ONLINE"),
    )
    .map((member) => member.name);
  const params = { members: names.join(", "), primary: primary.name };
  return names.length > 0
    ? [{ result: "pass", evidence: "check.read_secondaries.pass", params }]
    : [
        {
          result: "warn",
          evidence: "check.read_secondaries.warn",
          remedy: "check.read_secondaries.remedy",
          params,
        },
      ];
}

/** One that does not know such read VIPs would refuse all of a configuration that has one, and the other VIPs in it too. */
function agentReads({ request, abilities }: MemberSubject & MemberGiven["agent"]): Finding {
  const needed = request.reads?.preferredHostId === undefined ? [ability] : [ability, preferenceAbility];
  const [missing] = needed.filter((one) => !abilities.includes(one));
  if (missing === undefined) return { result: "pass", evidence: "check.agent_reads.pass" };
  const evidence =
    missing === preferenceAbility ? "check.agent_reads.fail_preference" : "check.agent_reads.fail";
  return { result: "fail", evidence, remedy: "check.agent.remedy_outdated" };
}
