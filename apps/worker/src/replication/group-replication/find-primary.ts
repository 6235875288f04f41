import { joinMessages, type Message, message, paramsWith } from "@primacy/contract";
import { connectServer, type ServerAccount, type ServerEndpoint } from "../../mysql/connect-server";
import { MysqlFailure } from "../../mysql/mysql-failure";
import { StepFailure } from "../../operation/failure";
import type { PrimaryConnection, ServerReading } from "../replication-adapter";
import { readGroup } from "./read-group";

/**
 * Finds the primary among `servers`, asking each what it is itself; a server that only claims the role but is read-only
 * is none. Throws `StepFailure` `no_primary` (retryable) that names why each did not serve, or `MysqlFailure` when the
 * account is refused, or when one that could be the primary has a certificate that cannot be verified.
 */
export async function findPrimary(
  servers: readonly ServerEndpoint[],
  account: ServerAccount,
  clusterName: string,
  signal: AbortSignal,
): Promise<PrimaryConnection> {
  const reasons: Message[] = [];
  let untrusted: MysqlFailure | null = null;
  for (const server of servers) {
    try {
      const connection = await connectServer(server, account, signal);
      const reading = await readGroup(connection, { signal }).catch((error: unknown) => {
        connection.close();
        throw error;
      });
      if (isWritablePrimary(reading)) return { connection, reading };
      connection.close();
      const { address, port } = server;
      reasons.push(message("failure.mysql_not_primary", { address, port }));
    } catch (error) {
      if (!(error instanceof MysqlFailure)) throw error;
      if (error.code === "mysql_untrusted") untrusted = error;
      else if (error.code !== "mysql_unreachable") throw error;
      reasons.push(error.explanation);
    }
  }
  if (untrusted !== null) throw untrusted;
  const params = paramsWith({ cluster: clusterName }, { reasons: joinMessages(reasons) });
  throw new StepFailure("failure.no_primary", { params, retryable: true });
}

/** True when the server says of itself that it is the group's online primary, and accepts writes. */
export function isWritablePrimary(reading: ServerReading): boolean {
  const own = reading.view.members.find((member) => member.serverUuid === reading.serverUuid);
  return own?.state === "ONLINE" && own.role === "PRIMARY" && !reading.isSuperReadOnly;
}
