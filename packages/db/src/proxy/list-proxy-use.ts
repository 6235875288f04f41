import { type ClusterProxy, operationKinds, type ProxyUse } from "@primacy/contract";
import { findProxyUse } from "@primacy/core/proxy";
import type { Readers } from "../unit-of-work/unit-of-work";

const newestSeries = 100;

/** What of the console comes, or will come, through a proxy: of its cluster's series the newest 100 are looked through. */
export async function listProxyUse(
  { probers, operations, drillSeries }: Pick<Readers, "probers" | "operations" | "drillSeries">,
  proxy: ClusterProxy,
): Promise<ProxyUse> {
  const { clusterId } = proxy;
  const queue = await operations.listQueue("benchmark");
  const { items } = await drillSeries.list(clusterId, { after: null, limit: newestSeries });
  return findProxyUse(proxy, {
    probers: await probers.listOn(clusterId),
    benchmarks: queue.flatMap(({ operation, isWaiting, input }) => {
      const asked = operationKinds.benchmark.input.safeParse(input);
      if (!isWaiting || operation.clusterId !== clusterId || !asked.success) return [];
      const { name, arms } = asked.data;
      return [{ name, endpoints: arms.flatMap(({ endpoints }) => endpoints) }];
    }),
    series: items.flatMap(({ name, state, endpoints, readEndpoints }) =>
      state === "running" || state === "waiting"
        ? [{ name, endpoints: [...endpoints, ...readEndpoints] }]
        : [],
    ),
  });
}
