import {
  type ProblemDetail,
  paramsWith,
  problemDetail,
  type Refusal,
  refuse,
  type Vip,
} from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import { findNicOf, type NicOwner, nicChecks } from "@primacy/core/check";
import type { WantedMemberDraft } from "@primacy/core/plan";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { StepFailure } from "../operation/failure";

type NicsByVip = Readonly<Record<string, Vip["nics"]>>;

/**
 * By VIP, the interfaces of hosts that it does not know yet. Each host needs an agent that answers, and for each VIP
 * an interface that could hold it: nobody goes through the pre-check for a member that joins.
 */
export async function findNewNics(
  worker: Pick<WorkerContext, "db" | "agents">,
  members: readonly WantedMemberDraft[],
  vips: readonly Vip[],
  signal: AbortSignal,
): Promise<NicsByVip | Refusal> {
  const nics: Record<string, Record<string, string>> = {};
  const errors: ProblemDetail[] = [];
  for (const member of members) {
    const { hostId } = member;
    if (vips.every((vip) => hostId !== null && vip.nics[hostId] !== undefined)) continue;
    const host = hostId === null ? null : await worker.db.hosts.find(hostId);
    if (host === null || host.agentState === "none") {
      errors.push(problemDetail("", "agent_missing", { host: host?.name ?? member.address }));
      continue;
    }
    const target = agentOf(host, null);
    try {
      const { chosen, problems } = await chooseNics(worker, target, member, vips, signal);
      for (const [vipId, nic] of chosen) nics[vipId] = { ...nics[vipId], [host.id]: nic };
      errors.push(...problems);
    } catch (error) {
      signal.throwIfAborted();
      if (!(error instanceof AgentFailure) && !(error instanceof StepFailure)) throw error;
      const params = paramsWith({ host: host.name }, { reason: error.explanation });
      errors.push(problemDetail("", "agent_unreachable", params));
    }
  }
  return errors.length === 0 ? nics : refuse("conflict", errors);
}

/** The interfaces of one host for the VIPs that do not know it, and why some have none. */
interface Choice {
  readonly chosen: ReadonlyMap<string, string>;
  readonly problems: readonly ProblemDetail[];
}

async function chooseNics(
  worker: Pick<WorkerContext, "agents">,
  target: AgentTarget,
  member: WantedMemberDraft,
  vips: readonly Vip[],
  signal: AbortSignal,
): Promise<Choice> {
  const path = `/hosts/${target.hostName}`;
  const look = (nic: string | null): Promise<HostObservation> =>
    worker.agents.clientFor(target).call("observe", { addresses: [], nic }, { signal, timeoutMs: 8_000 });
  const first = await look(null);
  const own = findNicOf(first, member.address) ?? first.detectedNic;
  if (own === null) throw new StepFailure("reason.nic_missing", { params: { nic: member.address } });
  const owner = { hostId: target.hostId, name: target.hostName, address: member.address };
  const others = first.nics.map(({ name }) => name).filter((name) => name !== own && name !== "lo");
  // The kernel's settings are those of the interface that was asked about; each is asked about once.
  const seen = new Map(first.detectedNic === null ? [] : [[first.detectedNic, first] as const]);
  const chosen = new Map<string, string>();
  const problems: Omit<ProblemDetail, "path">[] = [];
  for (const vip of vips.filter(({ nics }) => nics[target.hostId] === undefined)) {
    let unfit: readonly Omit<ProblemDetail, "path">[] = [];
    // A VIP may lie in another network than that of the members. One that is off may be put anywhere.
    const possible: readonly string[] = vip.enabled ? [own, ...others] : [own];
    for (const nic of possible) {
      const observed = seen.get(nic) ?? (await look(nic));
      seen.set(nic, observed);
      const found = vip.enabled ? listUnfit(vip, nic, owner, observed) : [];
      if (found.length === 0) chosen.set(vip.id, nic);
      if (found.length === 0) break;
      if (nic === own) unfit = found;
    }
    if (!chosen.has(vip.id)) problems.push(...unfit);
  }
  return { chosen, problems: listOnce(problems).map((one) => ({ path, ...one })) };
}

/** Why the interface could not hold this VIP. */
function listUnfit(
  { address, prefixLength }: Vip,
  nic: string,
  owner: NicOwner & { readonly hostId: string },
  seen: HostObservation,
): readonly Omit<ProblemDetail, "path">[] {
  return nicChecks({ address, prefixLength, nics: { [owner.hostId]: nic } }, owner, seen)
    .filter(({ result }) => result === "fail")
    .map(({ code, evidence }) => ({ code: `check.${code}`, message: evidence }));
}

/** What several VIPs say alike is listed once. */
function listOnce<T extends Pick<ProblemDetail, "message">>(problems: readonly T[]): readonly T[] {
  const isFirst = ({ message: { text } }: T, index: number): boolean =>
    problems.findIndex((one) => one.message.text === text) === index;
  return problems.filter(isFirst);
}
