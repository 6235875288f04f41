import { type Cluster, message } from "@primacy/contract";
import { staleAfterMs } from "@primacy/core/topology";
import type { ClusterRecord } from "@primacy/db";

/** A cluster with its state in one tone and one sentence; what nobody has renewed for too long is unknown. */
export function showCluster(record: ClusterRecord): Cluster {
  const { lastObserved, members, id, name, kind, groupName, epoch, revision, createdAt } = record;
  const { isProduction, allowsDrills, drillObjectiveMs } = record;
  const base = {
    ...{ id, name, kind, groupName, epoch, isProduction, allowsDrills, drillObjectiveMs },
    ...{ revision, createdAt },
    members: [...members],
  };
  if (lastObserved === null)
    return { ...base, tone: "unknown", summary: message("topology.summary_unknown") };
  const { tone, summary, ageMs } = lastObserved;
  if (ageMs <= staleAfterMs) return { ...base, tone, summary };
  const seconds = Math.floor(ageMs / 1_000);
  return { ...base, tone: "unknown", summary: message("topology.summary_unwatched", { seconds }) };
}
