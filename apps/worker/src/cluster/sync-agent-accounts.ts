import { type Message, message } from "@primacy/contract";
import {
  agentAccountHosts,
  dropAccountStatements,
  errorLogStatements,
  neededAccountStatements,
  schemaStatements,
} from "@primacy/core/cluster";
import type { ClusterRecord } from "@primacy/db";
import { factsOf, getAccount } from "../cluster-record/load-cluster";
import type { ServerConnection } from "../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../mysql/mysql-failure";
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
 * group without a primary, or whose primary cannot be verified, keeps what it has, and the operation's log says so, as it
 * does of a right that agents can do without. Throws `MysqlFailure` for anything else.
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
    const refused = await onPrimary(worker, clusterId, signal, (connection) =>
      syncOn(connection, wanted, password, signal),
    );
    if (refused !== null) await context.log("warning", refused);
  } catch (error) {
    signal.throwIfAborted();
    if (!(error instanceof StepFailure) && !isUntrusted(error)) throw error;
    await context.log("warning", error.explanation);
  }
}

/**
 * The same on the server that `connection` leads to. What may be refused alone comes last, so that nothing else is left
 * undone for it: then what an administrator has to grant comes back; null where all was done. Throws `MysqlFailure`.
 */
async function syncOn(
  connection: ServerConnection,
  wanted: readonly string[],
  password: string,
  signal: AbortSignal,
): Promise<Message | null> {
  const present = await readAgentHosts(connection, signal);
  const missing = wanted.filter((host) => !present.includes(host));
  const surplus = present.filter((host) => !wanted.includes(host));
  if (missing.length > 0) {
    await connection.run(neededAccountStatements("agent", password, missing), { signal });
    // The whole of it: an earlier release may have made the schema without a table that agents have rights in.
    if (await hasSchemaOn(connection, signal)) await connection.run(schemaStatements(missing), { signal });
  }
  await connection.run(dropAccountStatements("agent", surplus), { signal });
  const grants = errorLogStatements(missing);
  try {
    await connection.run(grants, { signal });
    return null;
  } catch (error) {
    if (!(error instanceof MysqlFailure) || !deniedNumbers.has(error.errno ?? 0)) throw error;
    const statement = grants.map(({ shown }) => shown).join("; ");
    return message("log.error_log_not_granted", { hosts: missing.join(", "), statement });
  }
}

/** The server's numbers for what the account may not do: in a schema, at all, with a table. */
const deniedNumbers = new Set([1044, 1045, 1142]);
