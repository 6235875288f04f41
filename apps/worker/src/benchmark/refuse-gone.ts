import { type Refusal, refuse } from "@primacy/contract";
import type { WorkerContext } from "../context";

/** A benchmark that waited may find its cluster or its load host gone: null where both are there. */
export async function refuseGone(
  { db }: Pick<WorkerContext, "db">,
  clusterId: string | null,
  loadHostId: string,
): Promise<Refusal | null> {
  const cluster = clusterId === null ? null : await db.clusters.find(clusterId);
  if (cluster === null) return refuse("not_found", [], { what: "cluster" });
  return (await db.hosts.find(loadHostId)) === null ? refuse("not_found", [], { what: "host" }) : null;
}
