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
