import {
  familyOf,
  message,
  type ProblemDetail,
  paramsWith,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
} from "@primacy/contract";
import type { AgentAbility } from "@primacy/contract/agent";
import { findNicOf } from "@primacy/core/check";
import type { WantedMemberDraft } from "@primacy/core/plan";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";
import { helloOf } from "./agent-call";

/** Whoever knows read VIPs also knows that a cluster may have several VIPs. */
const readAbility: AgentAbility = "read_vip";
const ipv6Ability: AgentAbility = "ipv6_vip";

/**
 * The interfaces of hosts that a VIP does not know yet; none where there is no VIP. Each needs an agent that answers and
 * knows such VIPs, and an interface found.
 */
export async function findNewNics(
  worker: Pick<WorkerContext, "db" | "agents">,
  members: readonly WantedMemberDraft[],
  vips: readonly Vip[],
  signal: AbortSignal,
): Promise<Vip["nics"] | Refusal> {
  const nics: Record<string, string> = {};
  const errors: ProblemDetail[] = [];
  for (const member of members) {
    const { hostId } = member;
    if (vips.every((vip) => hostId !== null && vip.nics[hostId] !== undefined)) continue;
    const host = hostId === null ? null : await worker.db.hosts.find(hostId);
    if (host === null || host.agentState === "none") {
      errors.push(problemDetail("", "agent_missing", { host: host?.name ?? member.address }));
      continue;
    }
    const target = { hostId: host.id, hostName: host.name, address: host.agentAddress, port: host.agentPort };
    try {
      const found = await findNic(worker, target, member, vips, signal);
      if (typeof found === "string") nics[host.id] = found;
      else errors.push(found);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AgentFailure) && !(error instanceof StepFailure)) throw error;
      const params = paramsWith({ host: host.name }, { reason: error.explanation });
      errors.push(problemDetail("", "agent_unreachable", params));
    }
  }
  return errors.length === 0 ? nics : refuse("conflict", errors);
}

async function findNic(
  worker: Pick<WorkerContext, "agents">,
  target: AgentTarget,
  member: WantedMemberDraft,
  vips: readonly Vip[],
  signal: AbortSignal,
): Promise<string | ProblemDetail> {
  const needed = neededOf(vips);
  const abilities: readonly string[] =
    needed.length === 0 ? [] : (await helloOf(worker, target, signal)).abilities;
  const missing = needed.find(({ ability }) => !abilities.includes(ability));
  if (missing !== undefined)
    return {
      path: `/hosts/${target.hostName}`,
      code: missing.code,
      message: message(`${missing.code}.fail`),
    };
  const seen = await worker.agents
    .clientFor(target)
    .call("observe", { addresses: [], nic: null }, { signal, timeoutMs: 8_000 });
  const nic = findNicOf(seen, member.address) ?? seen.detectedNic;
  if (nic === null) throw new StepFailure("reason.nic_missing", { params: { nic: member.address } });
  return nic;
}

interface NeededAbility {
  readonly ability: AgentAbility;
  readonly code: "check.agent_reads" | "check.agent_several" | "check.agent_ipv6";
}

/** What an agent has to know for a document with these VIPs. */
function neededOf(vips: readonly Vip[]): readonly NeededAbility[] {
  const enabled = vips.filter((vip) => vip.enabled);
  return [
    ...(enabled.some((vip) => vip.kind === "read")
      ? [{ ability: readAbility, code: "check.agent_reads" } as const]
      : []),
    ...(enabled.length > 1 ? [{ ability: readAbility, code: "check.agent_several" } as const] : []),
    ...(enabled.some((vip) => familyOf(vip.address) === 6)
      ? [{ ability: ipv6Ability, code: "check.agent_ipv6" } as const]
      : []),
  ];
}
