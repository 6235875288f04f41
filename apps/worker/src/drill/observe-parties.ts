import { isIP } from "node:net";
import { canonicalAddress, type DrillFault, type Host } from "@primacy/contract";
import { type DrillMember, type DrillOtherSight, type DrillTargetSight, traitsOf } from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../agent-client/agent-failure";
import { addressesOf } from "../cluster-record/addresses-of";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { nameOfMember } from "../endpoint/look-through";
import { findServerService } from "../host-operator/find-server-service";
import { greetAgent } from "../observe/greet-agent";
import { findConsoleAddress } from "./console-address";

/** For whom is looked. */
export interface DrillTask {
  readonly worker: WorkerContext;
  readonly loaded: LoadedCluster;
  readonly operationId: string;
  readonly requestedBy: string;
}

/** A member on a registered host; null where it is on none. */
export function toDrillMember(member: MemberRecord): DrillMember | null {
  const { id: memberId, serverUuid, address, port, hostId } = member;
  return hostId === null ? null : { memberId, serverUuid, name: nameOfMember(member), address, port, hostId };
}

/** What the host of the member that is to be hit can do, as far as the fault needs it. Changes nothing. */
export async function observeTarget(
  task: DrillTask,
  fault: DrillFault,
  member: DrillMember,
  signal: AbortSignal,
): Promise<DrillTargetSight | null> {
  const host = task.loaded.hosts.find(({ id }) => id === member.hostId);
  if (host === undefined) return null;
  const { needsService, cutsFrames, ability } = traitsOf(fault);
  const agent = agentOf(host, null);
  try {
    const hello = await greetAgent(task.worker, agent, signal);
    const operator = hello.operator?.state ?? "off";
    const canFault = hello.abilities.includes(ability);
    const service = operator === "running" && needsService ? await findService(task, host, signal) : null;
    const consoleAddress = cutsFrames ? await findConsoleAddress(agent, signal) : null;
    const consoleHostIds =
      consoleAddress === null ? [] : await listHostsAt(task, host, consoleAddress, signal);
    return { ...member, operator, canFault, service, consoleAddress, consoleHostIds };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const operator = { kind: "agent", reason: error.explanation } as const;
    return { ...member, operator, canFault: false, service: null, consoleAddress: null, consoleHostIds: [] };
  }
}

/** The hosts that have an address, as they were registered, and as the agent of the target tells now. An agent that is reached by loopback is on this one. */
async function listHostsAt(
  { worker, loaded }: DrillTask,
  target: Host,
  address: string,
  signal: AbortSignal,
): Promise<readonly string[]> {
  const floating = new Set(loaded.vips.map((vip) => canonicalAddress(vip.address)));
  const [hosts, nics] = await Promise.all([worker.db.hosts.listAll(), readNics(worker, target, signal)]);
  return hosts
    .filter((host) => {
      const isTarget = host.id === target.id;
      if (isTarget && isOwn(address)) return true;
      const known = [...addressesOf(host), ...(isTarget ? nics : [])].filter((one) => isIP(one) !== 0);
      return !floating.has(address) && known.some((one) => canonicalAddress(one) === address);
    })
    .map(({ id }) => id);
}

function findService(
  { worker, loaded, operationId, requestedBy }: DrillTask,
  host: Host,
  signal: AbortSignal,
): Promise<string | null> {
  const { id: clusterId, epoch } = loaded.cluster;
  const scope = { clusterId, epoch, grantedTo: { who: requestedBy, operationId } };
  return findServerService(worker, agentOf(host, null), scope, signal);
}

/** The second of a pair, with all by which its host may be known to others. */
export async function observeOther(
  task: DrillTask,
  member: DrillMember,
  signal: AbortSignal,
): Promise<DrillOtherSight> {
  const [own = []] = await listAddresses(task, [member], signal);
  return { ...member, addresses: own };
}

/** By member, the addresses of its host as it was registered and as its agent tells now, floating ones and loopback aside. */
export async function listAddresses(
  { worker, loaded }: DrillTask,
  members: readonly Pick<DrillMember, "address" | "hostId">[],
  signal: AbortSignal,
): Promise<readonly (readonly string[])[]> {
  const floating = new Set(loaded.vips.map(({ address }) => canonicalAddress(address)));
  return Promise.all(
    members.map(async ({ address, hostId }) => {
      const host = loaded.hosts.find(({ id }) => id === hostId);
      const known =
        host === undefined ? [] : [...addressesOf(host), ...(await readNics(worker, host, signal))];
      const plain = [address, ...known].filter((one) => isIP(one) !== 0).map((one) => canonicalAddress(one));
      return [...new Set(plain)].filter((one) => !floating.has(one) && !isOwn(one));
    }),
  );
}

/** Of a host that is silent nothing more is known. */
async function readNics(worker: WorkerContext, host: Host, signal: AbortSignal): Promise<readonly string[]> {
  try {
    const { nics } = await worker.observer.readStatus(agentOf(host, null), signal);
    return nics.flatMap(({ addresses }) => addresses.map(({ address }) => address));
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return [];
    throw error;
  }
}

function isOwn(address: string): boolean {
  return address.startsWith("127.") || address === "::1";
}
