import { checkedVariables, type LongTransactions } from "@primacy/core/check";
import type { GroupView } from "@primacy/core/cluster";
import type { MemberRecord } from "@primacy/db";
import { endpointOf } from "../../cluster-record/load-cluster";
import { connectServer, type ServerAccount } from "../../mysql/connect-server";
import { isUntrusted, MysqlFailure } from "../../mysql/mysql-failure";
import { readOpenTransactions } from "../../mysql/read-open-transactions";
import { readVariables } from "../../mysql/read-variables";
import type { ReplicationAdapter } from "../../replication/replication-adapter";

/** What a member's server says of its group and of itself. */
export interface ServerAnswer {
  readonly view: GroupView;
  readonly queue: number | null;
  /** Null where the account may not see them. */
  readonly open: LongTransactions | null;
  readonly variables: Readonly<Record<string, string>>;
}

/**
 * Asks a server through the console's own connection: an agent that has no account yet knows no variables. Null where it
 * does not answer; throws where somebody else does.
 */
export async function askServer(
  replication: ReplicationAdapter,
  member: MemberRecord,
  account: ServerAccount,
  signal: AbortSignal,
): Promise<ServerAnswer | null> {
  try {
    const connection = await connectServer(endpointOf(member), account, signal);
    try {
      const { view, queue } = await replication.observe(connection, { signal });
      const open = await readOpenTransactions(connection, signal).catch((error: unknown) => {
        if (error instanceof MysqlFailure && error.code === "mysql_statement") return null;
        throw error;
      });
      return { view, queue, open, variables: await readVariables(connection, checkedVariables, { signal }) };
    } finally {
      connection.close();
    }
  } catch (error) {
    signal.throwIfAborted();
    // Who answers there is not known: nothing is planned on it.
    if (error instanceof MysqlFailure && !isUntrusted(error)) return null;
    throw error;
  }
}
