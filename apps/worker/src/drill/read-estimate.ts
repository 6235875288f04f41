import type { DrillEstimate, DrillFault } from "@primacy/contract";
import { failoverVariables, findGroupFacts, type GroupFacts } from "@primacy/core/check";
import { predictDrill } from "@primacy/core/drill";
import { endpointOf, getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";

/** What is foreseen of a drill. */
export interface DrillForecast {
  /** For how long writes would stop; null: not known. */
  readonly estimate: DrillEstimate | null;
  /** What decides when a silent member is expelled; null: no server answers. */
  readonly group: GroupFacts | null;
}

/** For how long writes would stop by such a fault, by what the servers have set now. */
export async function readEstimate(
  worker: WorkerContext,
  { cluster, wanted }: LoadedCluster,
  fault: DrillFault,
  signal: AbortSignal,
): Promise<DrillForecast> {
  const account = await getAccount(worker.db, cluster.id, "admin");
  const settings = await Promise.all(
    cluster.members.map(async (member) => {
      try {
        const connection = await connectServer(endpointOf(member), account, signal);
        try {
          return [{ variables: await readVariables(connection, failoverVariables, { signal }) }];
        } finally {
          connection.leave();
        }
      } catch (error) {
        signal.throwIfAborted();
        if (error instanceof MysqlFailure) return [];
        throw error;
      }
    }),
  );
  const group = findGroupFacts(settings.flat());
  return { group, estimate: predictDrill({ group, timings: wanted.timings }, fault) };
}
