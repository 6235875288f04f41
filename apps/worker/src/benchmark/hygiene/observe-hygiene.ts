import type { BenchmarkFields, Host, Message } from "@primacy/contract";
import { type DatabaseHost, type HygieneSight, restartsServers } from "@primacy/core/benchmark";
import { compareNames } from "@primacy/core/topology";
import { AgentFailure } from "../../agent-client/agent-failure";
import { findPausedWriteVip } from "../../cluster-record/find-write-vip";
import { agentOf, type LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { greetAgent } from "../../observe/greet-agent";
import { toParty } from "../../switchover-steps/find-switchover";
import { observeMembers } from "../../switchover-steps/observe-members";

/** What was seen, and why agents are silent or what they decided, of which the sight has the text alone. */
export interface ObservedHygiene {
  readonly hygiene: HygieneSight | null;
  readonly told: readonly Message[];
}

/** Looks at what restarting the servers before each run would meet; at nothing where none is restarted. Changes nothing. */
export async function observeHygiene(
  worker: WorkerContext,
  loaded: LoadedCluster,
  { hygiene: level }: BenchmarkFields,
  { primaryUuid, online }: { readonly primaryUuid: string | null; readonly online: readonly string[] },
  signal: AbortSignal,
): Promise<ObservedHygiene> {
  if (!restartsServers(level)) return { hygiene: null, told: [] };
  const { cluster, hosts, vips } = loaded;
  const next = cluster.members
    .map(toParty)
    .filter(({ serverUuid }) => online.includes(serverUuid) && serverUuid !== primaryUuid)
    .sort((a, b) => compareNames(a.name, b.name))
    .at(-1);
  const targetMemberId = next?.memberId ?? "";
  const { told, ...restart } = await observeMembers(worker, loaded, { targetMemberId }, signal);
  const seen =
    level === "drop_caches" ? await Promise.all(hosts.map((host) => observeHost(worker, host, signal))) : [];
  const hygiene: HygieneSight = {
    isProduction: cluster.isProduction,
    pausedVip: findPausedWriteVip(vips)?.address ?? null,
    restart,
    hosts: seen,
  };
  return { hygiene, told };
}

async function observeHost(worker: WorkerContext, host: Host, signal: AbortSignal): Promise<DatabaseHost> {
  const { name } = host;
  try {
    const { abilities, clock, operator } = await greetAgent(worker, agentOf(host, null), signal);
    return {
      name,
      operator: operator?.state ?? "off",
      canDrop: abilities.includes("drop_caches"),
      bootId: clock.bootId,
      ownsKernel: abilities.includes("own_kernel"),
    };
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    const operator = { kind: "agent", reason: error.explanation } as const;
    return { name, operator, canDrop: false, bootId: null, ownsKernel: false };
  }
}
