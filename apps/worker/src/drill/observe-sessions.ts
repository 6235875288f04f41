import type { DrillFault } from "@primacy/contract";
import { type DrillSnapshot, traitsOf } from "@primacy/core/drill";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";
import { endpointOf, getAccount } from "../cluster-record/load-cluster";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import type { DrillTask } from "./observe-parties";

const LimitRow = z.object({ most: z.coerce.number() });
const StatusRow = z.object({ Value: z.coerce.number() });

/** How many sessions the primary has, where the fault holds writes there; nothing of any other fault, nor where it does not answer. */
export async function observeSessions(
  { worker, loaded }: DrillTask,
  fault: DrillFault,
  primary: MemberRecord | null,
  signal: AbortSignal,
): Promise<Pick<DrillSnapshot, "sessions">> {
  if (primary === null || !traitsOf(fault).holdsWrites) return {};
  const account = await getAccount(worker.db, loaded.cluster.id, "admin");
  try {
    const connection = await connectServer(endpointOf(primary), account, signal);
    try {
      const [limit] = await connection.query("SELECT @@global.max_connections AS most", { signal });
      const [status] = await connection.query("SHOW GLOBAL STATUS LIKE 'Threads_connected'", { signal });
      return { sessions: { used: StatusRow.parse(status).Value, most: LimitRow.parse(limit).most } };
    } finally {
      connection.leave();
    }
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof MysqlFailure) return {};
    throw error;
  }
}
