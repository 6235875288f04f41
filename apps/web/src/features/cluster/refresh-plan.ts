import type { Cluster, Plan, Vip } from "@primacy/contract";
import { planRefresh, type WantedMemberDraft } from "@primacy/core/plan";
import { previewPlan } from "../operation/preview-plan";

/**
 * What a new discovery of a cluster with these VIPs does, with the statements that it runs for a member that came and for one
 * that left: who that is, is what it finds out.
 */
export function planDiscovery(cluster: Pick<Cluster, "id">, vips: readonly Vip[]): Plan {
  return previewPlan(
    planRefresh({
      clusterId: cluster.id,
      members: [memberAt("<NEW MEMBER>")],
      previous: [memberAt("<MEMBER THAT LEFT>")],
      leaving: [],
      vips,
      newNics: {},
    }),
  );
}

function memberAt(address: string): WantedMemberDraft {
  return { address, port: 3306, serverUuid: "", hostId: null, facts: {} };
}
