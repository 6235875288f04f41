import type { HaproxyRequest, Host } from "@primacy/contract";
import {
  type CheckedMemberHost,
  type HaproxyHost,
  type HaproxySnapshot,
  placeOnHost,
  proxyFiles,
  type SeenFile,
} from "@primacy/core/proxy";
import type { MemberRecord } from "@primacy/db";
import { AgentFailure } from "../../agent-client/agent-failure";
import { agentOf } from "../../cluster-record/load-cluster";
import { findPrimaryMember, nameOfMember } from "../../endpoint/look-through";
import { OperatorSession } from "../../host-operator/operator-session";
import { greetAgent } from "../../observe/greet-agent";
import { findExplainedFailure } from "../../operation/failure";
import { observeProxyHost } from "../observe-proxy-host";
import type { ProxyTask } from "../proxy-driver";

const lookMs = 60_000;

/** Looks at every host of a proxy and at the group, all at once. Changes nothing. */
export async function observeHaproxy(
  task: ProxyTask,
  request: HaproxyRequest,
  signal: AbortSignal,
): Promise<HaproxySnapshot> {
  const { worker, loaded } = task;
  const { cluster } = loaded;
  const hosts = await Promise.all(request.hostIds.map((id) => worker.db.hosts.get(id)));
  const proxies = await worker.db.proxies.listByCluster(cluster.id);
  const checkPort = proxies.flatMap((one) => (one.kind === "haproxy" ? one.checkPort : []))[0] ?? null;
  const primary = await findPrimaryMember(worker, cluster.id, signal);
  const vip = await worker.db.vips.findByAddress(request.address);
  const vipOwner = vip === null ? null : await worker.db.clusters.find(vip.clusterId);
  return {
    request,
    hosts: await Promise.all(hosts.map((host) => observeHost(task, host, request, signal))),
    members: await Promise.all(
      cluster.members.map((member) => observeMember(task, member, request.checkPort, checkPort, signal)),
    ),
    primary: primary === null ? null : nameOfMember(primary),
    vipOf: vip === null ? null : (vipOwner?.name ?? vip.clusterId),
    proxies: (await worker.db.proxies.listAll()).map(({ id, address, hosts: on }) => ({
      id,
      name: address ?? on[0]?.name ?? id,
    })),
    takenRouterIds: await worker.db.proxies.listVirtualRouterIds(),
    checkPort,
  };
}

async function observeHost(
  task: ProxyTask,
  host: Host,
  { address, ports, nics }: HaproxyRequest,
  signal: AbortSignal,
): Promise<HaproxyHost> {
  const named = nics[host.id] ?? null;
  const question = { ports: Object.values(ports), addresses: [address], nic: named };
  const { observation, ...sight } = await observeProxyHost(task.worker, host, question, signal);
  const placement = observation === null ? null : placeOnHost(observation.nics, address, named);
  // Without a name it is asked on the interface of the server's own address, which a host of proxies has none of.
  const asked =
    observation === null || placement?.kind !== "placed" || named === placement.nic
      ? observation
      : ((await observeProxyHost(task.worker, host, { ...question, ports: [], nic: placement.nic }, signal))
          .observation ?? observation);
  return {
    ...sight,
    placement,
    files: sight.operator === "running" ? await readFiles(task, host, signal) : null,
    arp: asked?.arp ?? [],
    ownAddresses: (observation?.nics ?? []).flatMap((nic) => nic.addresses.map((one) => one.address)),
  };
}

async function readFiles(
  { worker, loaded, operationId, requestedBy }: ProxyTask,
  host: Host,
  signal: AbortSignal,
): Promise<HaproxyHost["files"]> {
  const { id: clusterId, epoch } = loaded.cluster;
  const grantedTo = { who: requestedBy, operationId };
  try {
    const session = await OperatorSession.open(
      worker,
      agentOf(host, null),
      { clusterId, epoch, grantedTo, kinds: ["file"], forMs: lookMs },
      signal,
    );
    const read = async (file: SeenFile["file"]): Promise<SeenFile> => ({
      file,
      text: (await session.readFile(proxyFiles[file], signal))?.text ?? null,
    });
    return [await read("haproxy"), await read("keepalived")];
  } catch (error) {
    signal.throwIfAborted();
    const explained = error instanceof AgentFailure ? error : findExplainedFailure(error);
    if (explained === null) throw error;
    return { reason: explained.explanation };
  }
}

/** Something that listens on the port of checks is another thing only where this cluster does not use that port yet. */
async function observeMember(
  { worker, loaded }: ProxyTask,
  { hostId, hostName, address, clusterId }: MemberRecord,
  port: number,
  present: number | null,
  signal: AbortSignal,
): Promise<CheckedMemberHost> {
  const name = hostName ?? address;
  const host = loaded.hosts.find(({ id }) => id === hostId);
  if (host === undefined) return { hostId: null, name, agent: "able", isPortBusy: false };
  const target = agentOf(host, clusterId);
  try {
    const { abilities } = await greetAgent(worker, target, signal);
    if (!abilities.includes("role_check")) return { hostId, name, agent: "outdated", isPortBusy: false };
    if (port === present) return { hostId, name, agent: "able", isPortBusy: false };
    const connectTo = [{ address: host.agentAddress, port }];
    const seen = await worker.agents
      .clientFor(target)
      .call("observe", { addresses: [], nic: null, connectTo }, { signal, timeoutMs: 20_000 });
    return { hostId, name, agent: "able", isPortBusy: seen.details.connected.some((one) => one.isReached) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { hostId, name, agent: { reason: error.explanation }, isPortBusy: false };
  }
}
