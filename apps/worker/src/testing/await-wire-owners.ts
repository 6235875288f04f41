import { waitFor } from "@primacy/lab";
import type { SharedCluster } from "./shared-cluster";

/**
 * Waits until Prometheus is told that so many machines answer for the group's VIP. A picture in which nobody could ask
 * shows no figure, so that one look says nothing.
 */
export async function awaitWireOwners(lab: SharedCluster, count: number): Promise<void> {
  const line = `{cluster="main",vip="${lab.vipAddress}"} ${count}`;
  const look = async (): Promise<true | undefined> => {
    const text = await lab.worker.metrics.getSingleMetricAsString("primacy_vip_wire_owners");
    return text.split("\n").some((one) => one.endsWith(line)) || undefined;
  };
  await waitFor(`${count} owners in the metrics`, look, { timeoutMs: 60_000 });
}
