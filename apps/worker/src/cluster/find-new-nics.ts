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
import type { AgentAbility, HostObservation } from "@primacy/contract/agent";
import { findNicOf, type NicOwner, nicChecks } from "@primacy/core/check";
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
 * knows such VIPs, and an interface that could hold all of them: nobody goes through the pre-check for a member that joins.
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
      else errors.push(...found);
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
): Promise<string | readonly ProblemDetail[]> {
  const path = `/hosts/${target.hostName}`;
  const needed = neededOf(vips);
  const abilities: readonly string[] =
    needed.length === 0 ? [] : (await helloOf(worker, target, signal)).abilities;
  const missing = needed.find(({ ability }) => !abilities.includes(ability));
  if (missing !== undefined) return [{ path, code: missing.code, message: message(`${missing.code}.fail`) }];
  const look = (nic: string | null): Promise<HostObservation> =>
    worker.agents.clientFor(target).call("observe", { addresses: [], nic }, { signal, timeoutMs: 8_000 });
  const first = await look(null);
  const own = findNicOf(first, member.address) ?? first.detectedNic;
  if (own === null) throw new StepFailure("reason.nic_missing", { params: { nic: member.address } });
  const unknown = vips.filter((vip) => vip.enabled && vip.nics[target.hostId] === undefined);
  const owner = { hostId: target.hostId, name: target.hostName, address: member.address };
  const others = first.nics.map(({ name }) => name).filter((name) => name !== own && name !== "lo");
  let unfit: readonly ProblemDetail[] = [];
  // VIPs may lie in another network than that of the members.
  for (const nic of [own, ...others]) {
    // The kernel's settings are those of the interface that was asked about.
    const seen = nic === first.detectedNic ? first : await look(nic);
    const found = listUnfit(unknown, nic, owner, seen);
    if (found.length === 0) return nic;
    if (nic === own) unfit = found.map((one) => ({ path, ...one }));
  }
  return unfit;
}

/** Why the interface could not hold all of these VIPs; what several say alike is listed once. */
function listUnfit(
  vips: readonly Vip[],
  nic: string,
  owner: NicOwner & { readonly hostId: string },
  seen: HostObservation,
): readonly Omit<ProblemDetail, "path">[] {
  const failed = vips
    .flatMap(({ address, prefixLength }) =>
      nicChecks({ address, prefixLength, nics: { [owner.hostId]: nic } }, owner, seen),
    )
    .filter(({ result }) => result === "fail")
    .map(({ code, evidence }) => ({ code: `check.${code}`, message: evidence }));
  return failed.filter(
    ({ message: { text } }, index) => failed.findIndex((one) => one.message.text === text) === index,
  );
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
