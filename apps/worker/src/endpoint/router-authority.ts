import type { ClusterEndpoint } from "@primacy/contract";
import { z } from "zod";
import type { WorkerContext } from "../context";

/** What is kept beside a MySQL Router: the CA whose certificate it shows where it ends TLS itself. */
const Kept = z.object({ authority: z.string().nullable().optional() });

/** The CA of a MySQL Router; null where none was read. */
export async function findRouterAuthority(
  { db }: Pick<WorkerContext, "db">,
  proxyId: string,
): Promise<string | null> {
  return Kept.safeParse(await db.proxies.getRestore(proxyId)).data?.authority ?? null;
}

/** The CA of what ends TLS at an endpoint itself, as MySQL Router's port for both does; null elsewhere. */
export async function findOwnAuthority(
  worker: Pick<WorkerContext, "db">,
  { ref, way }: Pick<ClusterEndpoint, "ref" | "way">,
): Promise<string | null> {
  return ref.kind === "proxy" && way === "router_split" ? findRouterAuthority(worker, ref.proxyId) : null;
}
