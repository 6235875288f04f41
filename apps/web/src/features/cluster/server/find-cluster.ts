import { type ProblemDetail, problemDetail, type Refusal, refuse } from "@primacy/contract";
import type { ClusterRecord, Readers } from "@primacy/db";

/** A cluster, or the refusal that there is none. */
export async function requireCluster(
  readers: Pick<Readers, "clusters">,
  id: string,
): Promise<ClusterRecord | Refusal> {
  return (await readers.clusters.find(id)) ?? refuse("not_found", [], { what: "cluster" });
}

/** The cluster that an order's address names, or the refusal that there is none. */
export function requireClusterOf(
  readers: Pick<Readers, "clusters">,
  { id }: { readonly id: string },
): Promise<ClusterRecord | Refusal> {
  return requireCluster(readers, id);
}

/** What the operation on a cluster is called, and what it is about. */
export function aboutCluster({ id, name }: ClusterRecord): {
  readonly title: { readonly cluster: string };
  readonly clusterId: string;
  readonly target: { readonly kind: "cluster"; readonly id: string; readonly name: string };
} {
  return { title: { cluster: name }, clusterId: id, target: { kind: "cluster", id, name } };
}

/** The problems of a dangerous request that must repeat the cluster's name; an absent one is not judged. */
export function checkConfirmation(
  cluster: { readonly name: string },
  confirm: string | undefined,
): ProblemDetail[] {
  if (confirm === undefined || confirm === cluster.name) return [];
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
