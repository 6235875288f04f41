import { type Cluster, defaultVipTimings, type Plan, type Vip, type VipChange } from "@primacy/contract";
import { toPlan } from "@primacy/core/operation";
import { planVipChange, planVipRemove, type WantedHost } from "@primacy/core/plan";

/** What is to become of a VIP without a look at the members first: it goes, or what is not in force changes. */
export type VipGoal = { readonly kind: "remove" } | { readonly kind: "change"; readonly change: VipChange };

/**
 * The plan that the worker will make, from what the browser knows of the cluster. The documents of the agents hold more
 * than that, so only statements are shown exactly.
 */
export function planVip(
  vip: Vip,
  goal: VipGoal,
  cluster: Pick<Cluster, "id" | "name" | "epoch" | "members">,
  vips: readonly Vip[],
): Plan {
  const snapshot = {
    wanted: {
      clusterId: cluster.id,
      clusterName: cluster.name,
      epoch: cluster.epoch,
      hosts: cluster.members.flatMap(toWantedHost).sort((a, b) => a.name.localeCompare(b.name)),
      vips,
      timings: defaultVipTimings,
    },
    primaryName: "-",
    heldEpoch: null,
  };
  const plan = toPlan(
    goal.kind === "remove" ? planVipRemove(snapshot, vip) : planVipChange(snapshot, vip, goal.change),
  );
  return {
    ...plan,
    steps: plan.steps.map((step) => ({
      ...step,
      preview: step.preview.filter((one) => one.kind === "sql"),
    })),
  };
}

function toWantedHost(member: Cluster["members"][number]): WantedHost[] {
  const { id, hostId, hostName, serverUuid, address, port } = member;
  if (hostId === null) return [];
  return [
    {
      hostId,
      name: hostName ?? address,
      agentAddress: address,
      agentPort: 0,
      macs: [],
      member: { memberId: id, serverUuid, address, port, adminAddress: null, adminPort: null },
    },
  ];
}
