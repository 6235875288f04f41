import { type ProblemDetail, problemDetail, type Refusal, refuse } from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";
import { reasonsOf } from "../../../server/api/join-refusals";

/** A cluster, or the refusal that there is none. */
export async function requireCluster(
  readers: Pick<Readers, "clusters">,
  id: string,
): Promise<ClusterRecord | Refusal> {
  return (await readers.clusters.find(id)) ?? refuse("not_found", [], { what: "cluster" });
}

/** The problems of a dangerous request that must repeat the cluster's name; an absent name or cluster is not judged. */
export function checkConfirmation(
  cluster: { readonly name: string } | null,
  confirm: string | undefined,
): ProblemDetail[] {
  if (cluster === null || confirm === undefined || confirm === cluster.name) return [];
  return [problemDetail("/confirm", "confirm_mismatch", { expected: cluster.name })];
}

/** Refuses what a multi-primary group cannot have, where the last picture says that it is one. */
export async function refuseMultiPrimary(
  readers: Pick<Readers, "topologies">,
  clusterId: string,
): Promise<Refusal | null> {
  const observed = await readers.topologies.find(clusterId);
  return observed?.topology.isSinglePrimary === false ? refuse("multi_primary") : null;
}

/** The reasons that `judge` has against a cluster; none where the cluster is not there, which the answer tells by itself. */
export async function checkAboutCluster(
  readers: Pick<Readers, "clusters">,
  id: string,
  judge: (cluster: ClusterRecord) => Promise<Refusal | null>,
): Promise<readonly ProblemDetail[]> {
  const cluster = await readers.clusters.find(id);
  const refusal = cluster && (await judge(cluster));
  return refusal === null ? [] : reasonsOf(refusal);
}
