import {
  accountStatements,
  agentAccountHosts,
  dropAccountStatements,
  schemaStatements,
} from "@primacy/core/cluster";
import type { ClusterRecord } from "@primacy/db";
import { factsOf, getAccount } from "../cluster-record/load-cluster";
import type { ServerConnection } from "../mysql/connect-server";
import { isUntrusted } from "../mysql/mysql-failure";
import { StepFailure } from "../operation/failure";
import type { OperationContext } from "../operation/operation-context";
import { hasSchemaOn, onPrimary, readAgentHosts } from "../vip-steps/schema-steps";

/** From where the agents of a cluster's members may sign in, as their servers were last seen. */
export function agentHostsOf(cluster: Pick<ClusterRecord, "members">): readonly string[] {
  return agentAccountHosts(
    cluster.members.map((member) => ({
      address: member.address,
      adminAddress: factsOf(member).adminAddress,
    })),
  );
}

/**
 * Makes the accounts of agents whose hosts have none yet, and drops those of hosts that carry no member any more. A
 * group without a primary, or whose primary cannot be verified, keeps what it has, and the operation's log says so. Throws
 * `MysqlFailure` for anything else.
 */
export async function syncAgentAccounts(
  context: OperationContext,
  clusterId: string,
  signal: AbortSignal,
): Promise<void> {
  const { worker } = context;
  const wanted = agentHostsOf(await worker.db.clusters.get(clusterId));
  const { password } = await getAccount(worker.db, clusterId, "agent");
  try {
    await onPrimary(worker, clusterId, signal, (connection) => syncOn(connection, wanted, password, signal));
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StepFailure) && !isUntrusted(error)) throw error;
    await context.log("warning", error.explanation);
  }
}

/** The same on the server that `connection` leads to. Throws `MysqlFailure`. */
async function syncOn(
  connection: ServerConnection,
  wanted: readonly string[],
  password: string,
  signal: AbortSignal,
): Promise<void> {
  const present = await readAgentHosts(connection, signal);
  const missing = wanted.filter((host) => !present.includes(host));
  const surplus = present.filter((host) => !wanted.includes(host));
  if (missing.length > 0) {
    await connection.run(accountStatements("agent", password, missing), { signal });
    if (await hasSchemaOn(connection, signal)) await connection.run(schemaStatements(missing), { signal });
  }
  await connection.run(dropAccountStatements("agent", surplus), { signal });
}
