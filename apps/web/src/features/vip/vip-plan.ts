import type { Plan, Vip, VipChange, VipPause } from "@primacy/contract";
import { planPluginRebind, planPluginRemove } from "@primacy/core/greatdb-ha";
import type { PlannedOperation } from "@primacy/core/operation";
import {
  planVipChange,
  planVipPause,
  planVipRemove,
  planVipUnpause,
  type VipPlanSnapshot,
} from "@primacy/core/plan";
import { type KnownCluster, previewPlan, snapshotForPreview } from "../operation/preview-plan";

/** What is to become of a VIP without a look at the members first: it goes, stays, follows, or what is not in force changes. */
export type VipGoal =
  | { readonly kind: "remove" }
  | { readonly kind: "change"; readonly change: VipChange }
  | { readonly kind: "pause"; readonly pause: VipPause }
  | { readonly kind: "unpause" }
  | { readonly kind: "rebind" };

/** The plan for one VIP that the worker will make, from what the browser knows of the cluster. */
export function planVip(vip: Vip, goal: VipGoal, cluster: KnownCluster, vips: readonly Vip[]): Plan {
  const snapshot = snapshotForPreview(cluster, vips);
  return previewPlan(planGoal(snapshot, vip, goal));
}

function planGoal(snapshot: VipPlanSnapshot, vip: Vip, goal: VipGoal): PlannedOperation {
  switch (goal.kind) {
    case "remove":
      return vip.provider === "greatdb_ha" ? planPluginRemove(snapshot, vip) : planVipRemove(snapshot, vip);
    case "change":
      return planVipChange(snapshot, vip, goal.change);
    case "pause":
      return planVipPause(snapshot, vip, goal.pause);
    case "unpause":
      return planVipUnpause(snapshot, vip);
    case "rebind":
      return planPluginRebind(snapshot, vip);
  }
}
