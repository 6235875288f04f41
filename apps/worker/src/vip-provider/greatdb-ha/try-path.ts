import { type Message, message } from "@primacy/contract";
import type { PluginPath } from "@primacy/contract/agent";
import { pluginPort } from "@primacy/core/greatdb-ha";
import { AgentFailure } from "../../agent-client/agent-failure";
import { agentOf, endpointOf, type LoadedCluster } from "../../cluster-record/load-cluster";
import type { WorkerContext } from "../../context";
import { connectServer, type ServerAccount } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { greetAgent } from "../../observe/greet-agent";
import { type PathFacts, readPathFacts } from "./path-facts";

const readLimitMs = 5_000;
/** The agent tries all peers at once, each for 3 s at each of its questions. */
const tryLimitMs = 8_000;

type Member = LoadedCluster["cluster"]["members"][number];

/** What a member's server says of its plugin's path, as administrator; or why it says nothing. Changes nothing. */
export async function readFacts(
  member: Member,
  administrator: ServerAccount,
  signal: AbortSignal,
): Promise<PathFacts | Message> {
  try {
    const connection = await connectServer(endpointOf(member), administrator, signal);
    try {
      return await readPathFacts(connection, { signal, timeoutMs: readLimitMs });
    } finally {
      connection.leave();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return error.explanation;
    throw error;
  }
}

/**
 * Has the agent of a member's host try the path as its plugin would use it: with `asks` by the plugins' own function, which has to be there
 * then. A message says why it did not try; nothing is changed.
 */
export async function tryPath(
  worker: WorkerContext,
  { hosts }: Pick<LoadedCluster, "hosts">,
  member: Member,
  { facts, asks }: { readonly facts: PathFacts; readonly asks: boolean },
  signal: AbortSignal,
): Promise<PluginPath | Message> {
  const host = hosts.find(({ id }) => id === member.hostId);
  if (host === undefined || host.agentState === "none") return message("problem.plugin_path_no_agent");
  const { release, peers, user, secret, viewStamp } = facts;
  const isByPort = release?.channel === "port";
  const target = agentOf(host, null);
  try {
    const { abilities } = await greetAgent(worker, target, signal);
    if (!abilities.includes("plugin_path")) return message("check.plugin_skipped_agent");
    const question = {
      port: isByPort ? pluginPort : null,
      peers: peers.map(({ host: name, port }) => ({ host: name, port })),
      account: isByPort || user === null || secret === null ? null : { user, password: secret },
      viewStamp: asks && !isByPort ? viewStamp : null,
    };
    const options = { signal, timeoutMs: tryLimitMs };
    return await worker.agents.clientFor(target).call("tryPluginPath", question, options);
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof AgentFailure) return error.explanation;
    throw error;
  }
}

/** Whether something is why nothing is known. */
export function isReason<T extends object>(value: T | Message): value is Message {
  return "text" in value && "code" in value && "params" in value;
}
