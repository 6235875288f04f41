import type { BenchmarkInput } from "@primacy/core/benchmark";
import { z } from "zod";
import { findAdministrator } from "../cluster-record/administrator";
import { endpointOf } from "../cluster-record/load-cluster";
import { connectServer, type ServerConnection } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { StepContext } from "../operation/executor";

const limitMs = 5_000;
/** ER_NO_SUCH_THREAD. */
const noSuchThread = 1_094;
const SessionRow = z.object({ id: z.coerce.number().int() });

/**
 * Ends what is left of a benchmark's account on every member. A server does not notice that a way to it has vanished: sessions behind it keep their
 * transactions for hours, the next run would wait for their rows, and the schema could not be deleted. A server that does not answer is left as it
 * is, and without an administrator's account all are. Throws only what is no failure of a server.
 */
export async function endSessions(
  context: StepContext,
  { clusterId, user, account }: Pick<BenchmarkInput, "clusterId" | "user" | "account">,
  signal: AbortSignal,
): Promise<void> {
  const administrator = await findAdministrator(context, clusterId, user);
  if (administrator === null) return;
  const { members } = await context.worker.db.clusters.get(clusterId);
  await Promise.all(
    members.map(async (member) => {
      try {
        const connection = await connectServer(endpointOf(member), administrator, signal);
        try {
          await killSessions(connection, account, signal);
        } finally {
          connection.close();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (!(error instanceof MysqlFailure)) throw error;
      }
    }),
  );
}

/** Ends the sessions of one account on one server; one that has ended meanwhile is none. Throws `MysqlFailure`. */
export async function killSessions(
  connection: Pick<ServerConnection, "query">,
  account: string,
  signal: AbortSignal,
): Promise<void> {
  const options = { signal, timeoutMs: limitMs };
  const rows = await connection.query(
    "SELECT PROCESSLIST_ID AS id FROM performance_schema.threads WHERE PROCESSLIST_USER = ?",
    { ...options, values: [account] },
  );
  for (const row of rows) {
    try {
      await connection.query(`KILL ${SessionRow.parse(row).id}`, options);
    } catch (error) {
      if (!(error instanceof MysqlFailure) || error.errno !== noSuchThread) throw error;
    }
  }
}
