import type { DowntimeEstimate, DrillFault } from "@primacy/contract";
import { failoverVariables, findGroupFacts, predictDowntime } from "@primacy/core/check";
import { fitEstimate } from "@primacy/core/drill";
import { endpointOf, getAccount, type LoadedCluster } from "../cluster-record/load-cluster";
import type { WorkerContext } from "../context";
import { connectServer } from "../mysql/connect-server";
import { MysqlFailure } from "../mysql/mysql-failure";
import { readVariables } from "../mysql/read-variables";

/** Proxies have settings of their own, of which this says nothing. */
const noProxies = { routerTtlMs: null, routerReadTimeoutMs: 0, haproxy: null } as const;

/** For how long writes would stop after such a crash of the primary, by what the servers have set now; null where none answers. */
export async function readEstimate(
  worker: WorkerContext,
  { cluster, wanted }: LoadedCluster,
  fault: DrillFault,
  signal: AbortSignal,
): Promise<DowntimeEstimate | null> {
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
  const facts = findGroupFacts(settings.flat());
  if (facts === null) return null;
  const more = { majorityBoundSeconds: null, majorityTimeout: null, checkpointMs: null };
  const estimates = predictDowntime({ ...facts, ...more, timings: wanted.timings, proxies: noProxies });
  const crash = estimates.find((one) => one.fault === "crash" && one.path === "vip");
  return crash === undefined ? null : fitEstimate(crash, fault);
}
