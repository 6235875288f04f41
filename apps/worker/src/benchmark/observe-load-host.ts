import type { BenchmarkFields, Workload } from "@primacy/contract";
import type { AgentHello } from "@primacy/contract/agent";
import type { LoadHost, LoadTool } from "@primacy/core/benchmark";
import type { AgentTarget } from "../agent-client/agent-client";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { greetAgent } from "../observe/greet-agent";

const askLimitMs = 15_000;
const noTool: LoadTool = { path: null, version: null, said: null, isTrusted: true, scripts: [] };

/** Looks whether a program can be started on the load host, and for the tool of the workload. */
export async function observeLoadHost(
  worker: WorkerContext,
  { cluster }: LoadedCluster,
  { loadHostId: hostId, workload }: BenchmarkFields,
  signal: AbortSignal,
): Promise<LoadHost> {
  const host = await worker.db.hosts.get(hostId);
  const about = {
    hostId,
    name: host.name,
    isMemberHost: cluster.members.some((member) => member.hostId === hostId),
  };
  const target = agentOf(host, null);
  try {
    const hello = await greetAgent(worker, target, signal);
    const operator = hello.operator?.state ?? "off";
    if (!canTell(hello, workload)) return { ...about, operator, tool: "outdated" };
    return { ...about, operator, tool: await findTool(worker, target, workload, signal) };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return { ...about, operator: { kind: "agent", reason: error.explanation }, tool: null };
  }
}

/** A host operator of an earlier release takes no variable, and is of the release of its agent. */
function canTell({ abilities }: AgentHello, { tool }: Workload): boolean {
  return abilities.includes(tool === "custom" ? "load_program" : "load_tools");
}

async function findTool(
  worker: WorkerContext,
  target: AgentTarget,
  workload: Workload,
  signal: AbortSignal,
): Promise<LoadTool> {
  const agent = worker.agents.clientFor(target);
  const options = { signal, timeoutMs: askLimitMs };
  if (workload.tool === "custom") {
    const found = await agent.call("findLoadProgram", { program: workload.program }, options);
    return { ...noTool, ...found };
  }
  const { tools, scripts } = await agent.call("listLoadTools", undefined, options);
  const found = tools.find(({ tool }) => tool === workload.tool);
  return { ...noTool, ...found, scripts };
}
