import { paramsWith, type Vip, type VipProof } from "@primacy/contract";
import type { WantedCluster, WantedHost } from "@primacy/core/plan";
import { macsOf } from "../agent-document/inspect-members";
import type { WorkerContext } from "../context";
import { type HostWord, namesOf, reasonOf } from "../observe/holding";
import { StepFailure } from "../operation/failure";
import { verifyThrough } from "./verify-through";

/** What proving needs to know. */
export interface VerifyRequest {
  readonly wanted: WantedCluster;
  readonly vip: Vip;
}

type Observing = Pick<WorkerContext, "observer">;

/**
 * Proves a VIP once: exactly one kernel has it, every other host gets that host's answer on the wire, and a write
 * through it arrives at that host's server, which is the primary; through a read VIP a read does. Throws `StepFailure` (retryable) with the first
 * thing that is not so, or of which there is no evidence.
 */
export async function verifyVip(
  worker: WorkerContext,
  { wanted, vip }: VerifyRequest,
  signal: AbortSignal,
): Promise<Omit<VipProof, "heldAfterMs">> {
  const { holder, ...wire } = await verifyAnswered(worker, wanted.hosts, vip, signal);
  const through = await verifyThrough(worker, wanted, vip, holder, signal);
  return {
    vipId: vip.id,
    address: vip.address,
    holderHostId: holder.host.hostId,
    holderHostName: holder.host.name,
    ...wire,
    ...through,
  };
}

/** The part of the proof that the agents give: who holds the address, and who heard its answer. Throws as `verifyVip`. */
export async function verifyAnswered(
  worker: Observing,
  hosts: readonly WantedHost[],
  vip: Pick<Vip, "address" | "nics">,
  signal: AbortSignal,
): Promise<{ readonly holder: HostWord } & WireProof> {
  const holder = await verifyKernel(worker, hosts, vip.address, signal);
  return { holder, ...(await verifyWire(worker, hosts, vip, holder, signal)) };
}

async function verifyKernel(
  worker: Observing,
  hosts: readonly WantedHost[],
  address: string,
  signal: AbortSignal,
): Promise<HostWord> {
  const holding = await worker.observer.readHolding(hosts, address, signal);
  const [holder, second] = holding.holders;
  if (second !== undefined)
    throw new StepFailure("failure.vip_two_holders", {
      params: { address, hosts: namesOf(holding.holders) },
      retryable: true,
    });
  if (holder === undefined)
    throw new StepFailure("failure.vip_not_held", {
      params: paramsWith({ address, seconds: 0 }, { reason: reasonOf(holding) }),
      retryable: true,
    });
  if (holding.silentHosts.length > 0) {
    const silent = holding.silentHosts.map((host) => host.name).join(", ");
    throw new StepFailure("failure.vip_host_silent", { params: { address, hosts: silent }, retryable: true });
  }
  return holder;
}

/** What the other hosts heard on the wire. */
type WireProof = Pick<VipProof, "macs" | "askedBy" | "notAskedBy">;

async function verifyWire(
  worker: Observing,
  hosts: readonly WantedHost[],
  vip: Pick<Vip, "address" | "nics">,
  holder: HostWord,
  signal: AbortSignal,
): Promise<WireProof> {
  const askers = hosts.filter((host) => host.hostId !== holder.host.hostId);
  const answers = await worker.observer.askWire(askers, vip, signal);
  const own = new Set([...macsOf(holder.status.nics), ...holder.host.macs]);
  const wrong = answers.filter(
    (answer) => answer.macs.length === 0 || answer.macs.some((mac) => !own.has(mac)),
  );
  if (wrong.length > 0) {
    const macs = wrong.map((answer) => (answer.macs.length === 0 ? "-" : answer.macs.join(", "))).join("; ");
    const params = { host: holder.host.name, address: vip.address, macs, askers: namesOf(wrong) };
    throw new StepFailure("failure.vip_wire", { params, retryable: true });
  }
  if (askers.length > 0 && answers.length === 0) {
    const others = askers.map((host) => host.name).join(", ");
    const params = { host: holder.host.name, address: vip.address, hosts: others };
    throw new StepFailure("failure.vip_not_asked", { params, retryable: true });
  }
  const asked = answers.map((answer) => answer.host.name);
  return {
    macs: [...new Set(answers.flatMap((answer) => answer.macs))],
    askedBy: asked,
    notAskedBy: askers.map((host) => host.name).filter((name) => !asked.includes(name)),
  };
}
