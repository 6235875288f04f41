import { createHash } from "node:crypto";
import { Id } from "@primacy/contract";
import { z } from "zod";
import type { Prisma } from "../generated/client";

/** What the name of the channel begins with; the hash of the schema follows. */
export const CHANNEL_PREFIX = "primacy_";

/**
 * The one channel that the processes of a console notify each other on. Channels belong to the database,
 * so a console that shares it with others has one of its own, named after its schema.
 */
export function toChannel(schema: string): string {
  return `${CHANNEL_PREFIX}${createHash("md5").update(schema, "utf8").digest("hex")}`;
}

/**
 * Something changed: ids only, so that whoever hears it reads the rows as they are now. Sent when the
 * transaction commits, never when it does not.
 */
export const Notification = z.discriminatedUnion("kind", [
  z.object({
    kind: z.literal("operation"),
    operationId: Id,
    clusterId: Id.nullable(),
    hostId: Id.nullable(),
  }),
  z.object({ kind: z.literal("host"), hostId: Id }),
  /** The wanted configuration or the registration of a cluster changed. */
  z.object({ kind: z.literal("cluster"), clusterId: Id }),
  z.object({ kind: z.literal("event"), clusterId: Id, cursor: z.number().int() }),
  z.object({ kind: z.literal("topology"), clusterId: Id, revision: z.number().int() }),
  /** A benchmark or a run of it changed; of each second that is measured nobody is told. */
  z.object({ kind: z.literal("benchmark"), benchmarkId: Id, clusterId: Id }),
  z.object({ kind: z.literal("setting"), key: z.string() }),
]);
export type Notification = z.infer<typeof Notification>;

/** Sends a notification with the commit of the transaction. The same one sent twice arrives once. */
export async function notify(
  connection: Prisma.TransactionClient,
  notification: Notification,
): Promise<void> {
  const payload = JSON.stringify(notification);
  await connection.$executeRaw`SELECT pg_notify(${CHANNEL_PREFIX} || md5(current_schema()), ${payload})`;
}

/** Reads a payload; null for one of another release that this one does not know. */
export function parseNotification(payload: string): Notification | null {
  try {
    return Notification.safeParse(JSON.parse(payload)).data ?? null;
  } catch {
    return null;
  }
}
