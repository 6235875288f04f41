import { type Cluster, defaultVipTimings, type Plan, type Vip } from "@primacy/contract";
import { type PlannedOperation, toPlan } from "@primacy/core/operation";
import type { RemoveStep, VipPlanSnapshot, WantedHost } from "@primacy/core/plan";
import { compareNames } from "@primacy/core/topology";

/** What the browser knows of a cluster that a plan is made from. */
export type KnownCluster = Pick<Cluster, "id" | "name" | "epoch" | "members">;

/** What a plan on VIPs is made from, as far as the browser knows it. */
export function snapshotForPreview(cluster: KnownCluster, vips: readonly Vip[]): VipPlanSnapshot {
  return {
    wanted: {
      clusterId: cluster.id,
      clusterName: cluster.name,
      epoch: cluster.epoch,
      hosts: cluster.members.flatMap(toWantedHost).sort((a, b) => compareNames(a.name, b.name)),
      vips,
      timings: defaultVipTimings,
    },
    primaryName: "-",
    heldEpoch: null,
  };
}

/** Its statements name the hosts from which agents sign in, which only the worker knows. */
const inexact: RemoveStep["code"] = "account.drop";

/**
 * The plan that the worker will make, as it is shown before it is asked to. The agents' documents and some statements
 * hold more than the browser knows, and are left out.
 */
export function previewPlan(planned: PlannedOperation): Plan {
  const plan = toPlan(planned);
  return {
    ...plan,
    steps: plan.steps.map((step) => ({
      ...step,
      preview: step.code === inexact ? [] : step.preview.filter((one) => one.kind === "sql"),
    })),
  };
}

function toWantedHost(member: Cluster["members"][number]): WantedHost[] {
  const { id, hostId, hostName, serverUuid, address, port } = member;
  if (hostId === null) return [];
  return [
    {
      hostId,
      askedOf: null,
      name: hostName ?? address,
      agentAddress: address,
      agentPort: 0,
      macs: [],
      member: { memberId: id, serverUuid, address, port, adminAddress: null, adminPort: null },
    },
  ];
}
