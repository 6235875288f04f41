import type { Check } from "@primacy/contract";
import type { AgentAbility } from "@primacy/contract/agent";
import type { JudgedGroup } from "../cluster/judge-group";
import { buildCheck, type Finding, skipCheck } from "./build-check";
import type { CheckedMember, VipCheckSnapshot } from "./snapshot";

const ability: AgentAbility = "read_vip";
const preferenceAbility: AgentAbility = "read_vip_preference";

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
  const needed = request.reads?.preferredHostId === undefined ? [ability] : [ability, preferenceAbility];
  return [buildCheck("agent_reads", member, agentReads(sight.abilities ?? [], needed))];
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

/** One that does not know such read VIPs would refuse all of a configuration that has one, and the other VIPs in it too. */
function agentReads(abilities: readonly string[], needed: readonly AgentAbility[]): Finding {
  const [missing] = needed.filter((one) => !abilities.includes(one));
  if (missing === undefined) return { result: "pass", evidence: "check.agent_reads.pass" };
  const evidence =
    missing === preferenceAbility ? "check.agent_reads.fail_preference" : "check.agent_reads.fail";
  return { result: "fail", evidence, remedy: "check.agent.remedy_outdated" };
}
