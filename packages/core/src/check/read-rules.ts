import type { Check } from "@primacy/contract";
import type { AgentAbility } from "@primacy/contract/agent";
import type { JudgedGroup } from "../cluster/judge-group";
import { buildCheck, type Finding, skipCheck } from "./build-check";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

const ability: AgentAbility = "read_vip";

/** The check of the group that a read VIP has beside those of every VIP; none for a write VIP. */
export function readGroupChecks(snapshot: VipCheckSnapshot, group: JudgedGroup): readonly Check[] {
  if (snapshot.request.kind === "write") return [];
  return secondaries(snapshot, group).map((finding) => buildCheck("read_secondaries", null, finding));
}

/** The check of one host that a read VIP has beside those of every VIP; none for a write VIP. */
export function readHostChecks({ request }: VipCheckSnapshot, member: CheckedMember): readonly Check[] {
  if (request.kind === "write") return [];
  const { sight } = member;
  if (sight.kind !== "observed") return [skipCheck("agent_reads", member, "agent")];
  return [buildCheck("agent_reads", member, agentReads(sight.abilities ?? []))];
}

/** Where nobody is the primary, that is another check's affair. */
function secondaries(snapshot: VipCheckSnapshot, group: JudgedGroup): readonly Finding[] {
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

/** One that does not know read VIPs would refuse all of a configuration that has one, and the other VIPs in it too. */
function agentReads(abilities: readonly string[]): Finding {
  return abilities.includes(ability)
    ? { result: "pass", evidence: "check.agent_reads.pass" }
    : { result: "fail", evidence: "check.agent_reads.fail", remedy: "check.agent.remedy_outdated" };
}
