import type { Plan, Vip, VipChange } from "@primacy/contract";
import { planVipChange, planVipRemove } from "@primacy/core/plan";
import { type KnownCluster, previewPlan, snapshotForPreview } from "../operation/preview-plan";

/** What is to become of a VIP without a look at the members first: it goes, or what is not in force changes. */
export type VipGoal = { readonly kind: "remove" } | { readonly kind: "change"; readonly change: VipChange };

/** The plan for one VIP that the worker will make, from what the browser knows of the cluster. */
export function planVip(vip: Vip, goal: VipGoal, cluster: KnownCluster, vips: readonly Vip[]): Plan {
  const snapshot = snapshotForPreview(cluster, vips);
  return previewPlan(
    goal.kind === "remove" ? planVipRemove(snapshot, vip) : planVipChange(snapshot, vip, goal.change),
  );
}
