import type { Plan, Vip } from "@primacy/contract";
import { planClusterRemove } from "@primacy/core/plan";
import { type KnownCluster, previewPlan, snapshotForPreview } from "../operation/preview-plan";

/** The plan that ends the management of a cluster, from what the browser knows of it. */
export function planRemoval(cluster: KnownCluster, vips: readonly Vip[]): Plan {
  return previewPlan(planClusterRemove(snapshotForPreview(cluster, vips)));
}
