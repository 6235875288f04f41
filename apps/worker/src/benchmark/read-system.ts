import {
  type Host,
  type MeasuredServer,
  type MeasuredSystem,
  type ServerSettings,
  ServerVariable,
} from "@primacy/contract";
import type { HostMachine } from "@primacy/contract/agent";
import type { BenchmarkInput } from "@primacy/core/benchmark";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { AgentFailure } from "../agent-client/agent-failure";
import { agentOf, endpointOf, getAccount } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer, type ServerAccount, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { helloOf } from "../observe/greet-agent";

/** What is kept of a text that a server or a kernel says. */
const longestText = 200;
const askLimitMs = 3_000;

type Asked = Pick<BenchmarkInput, "clusterId" | "loadHostId" | "primary">;

/**
 * What the members' servers, their hosts and the load host are, all asked at once. Whoever does not answer within some seconds is
 * unknown, and costs the benchmark nothing. Throws only what is no failure of a server or an agent.
 */
export async function readSystem(
  worker: Pick<WorkerContext, "agents" | "db">,
  { clusterId, loadHostId, primary }: Asked,
  signal: AbortSignal,
): Promise<MeasuredSystem> {
  const { members } = await worker.db.clusters.get(clusterId);
  const account = await getAccount(worker.db, clusterId, "admin");
  const hosts = await worker.db.hosts.listByCluster(clusterId);
  const loadHost = await worker.db.hosts.get(loadHostId);
  const byId = new Map([...hosts, loadHost].map((host) => [host.id, host]));
  const asked = [...byId].map(async ([id, host]) => [id, await readMachine(worker, host, signal)] as const);
  const machines = new Map(await Promise.all(asked));
  const servers = await Promise.all(
    members.map(async (member): Promise<MeasuredServer> => {
      const name = member.hostName ?? member.address;
      return {
        memberId: member.id,
        name,
        isPrimary: member.serverUuid === primary.serverUuid,
        server: await readSettings(member, account, signal),
        machine: machines.get(member.hostId ?? "") ?? null,
      };
    }),
  );
  return { readAt: new Date().toISOString(), servers, loadMachine: machines.get(loadHostId) ?? null };
}

/** An agent of an older release cannot tell. */
async function readMachine(
  worker: Pick<WorkerContext, "agents">,
  host: Host,
  signal: AbortSignal,
): Promise<HostMachine | null> {
  const target = agentOf(host, null);
  try {
    const { abilities } = await helloOf(worker, target, signal);
    if (!abilities.includes("host_machine")) return null;
    const options = { signal, timeoutMs: askLimitMs };
    return await worker.agents.clientFor(target).call("describeMachine", undefined, options);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof AgentFailure)) throw error;
    return null;
  }
}

async function readSettings(
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<ServerSettings | null> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      return await askSettings(connection, signal);
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof MysqlFailure)) throw error;
    return null;
  }
}

const VersionRow = z.object({ version: z.string() });
const VariableRow = z.object({ Variable_name: ServerVariable, Value: z.coerce.string() });

/** Asks a server for its version and the variables that are kept; those that it does not have are absent. Throws `MysqlFailure`. */
export async function askSettings(
  connection: Pick<ServerConnection, "query">,
  signal: AbortSignal,
): Promise<ServerSettings> {
  const options = { signal, timeoutMs: askLimitMs };
  const [version] = await connection.query("SELECT VERSION() AS version", options);
  const names = ServerVariable.options.map((name) => `'${name}'`).join(", ");
  const rows = await connection.query(`SHOW GLOBAL VARIABLES WHERE Variable_name IN (${names})`, options);
  return {
    version: VersionRow.parse(version).version.slice(0, longestText),
    variables: Object.fromEntries(
      rows.map((row) => {
        const { Variable_name: name, Value: value } = VariableRow.parse(row);
        return [name, value.slice(0, longestText)];
      }),
    ),
  };
}
