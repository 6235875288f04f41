import type { Host } from "@primacy/contract";
import type { HostObservation } from "@primacy/contract/agent";
import type { ProxyHostSight } from "@primacy/core/proxy";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";

/** What is asked of a host that shall run a proxy. */
export interface HostQuestion {
  /** Ports of which is asked whether something listens there. */
  readonly ports: readonly number[];
  /** Addresses to ask for on the wire. */
  readonly addresses: readonly string[];
  readonly nic: string | null;
}

/** The same with all that its agent saw; null where it does not answer. */
export interface ObservedProxyHost extends ProxyHostSight {
  readonly observation: HostObservation | null;
}

const limitMs = 20_000;
const loopback = "127.0.0.1";

/** Looks at a host that shall run a proxy. Changes nothing; a silent agent is part of the answer. */
export async function observeProxyHost(
  worker: WorkerContext,
  host: Host,
  { ports, addresses, nic }: HostQuestion,
  signal: AbortSignal,
): Promise<ObservedProxyHost> {
  const about = { hostId: host.id, name: host.name };
  const nothing = { programs: null, busyPorts: null, observation: null };
  const target = agentOf(host, null);
  const agent = worker.agents.clientFor(target);
  const options = { signal, timeoutMs: limitMs };
  try {
    const hello = await greetAgent(worker, target, signal);
    if (!hello.abilities.includes("proxy_programs")) return { ...about, operator: "outdated", ...nothing };
    const places = [...new Set([loopback, host.agentAddress])];
    const connectTo = places.flatMap((address) => ports.map((port) => ({ address, port })));
    const [{ programs }, observation] = await Promise.all([
      agent.call("listProxyPrograms", undefined, options),
      agent.call("observe", { addresses: [...addresses], nic, connectTo }, options),
    ]);
    const reached = observation.details.connected.filter((one) => one.isReached).map(({ port }) => port);
    return {
      ...about,
      operator: hello.operator?.state ?? "off",
      programs,
      busyPorts: [...new Set(reached)],
      observation,
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { ...about, operator: { kind: "agent", reason: error.explanation }, ...nothing };
  }
}
