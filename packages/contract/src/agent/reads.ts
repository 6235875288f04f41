import { z } from "zod";
import { Id } from "../primitives/scalar";

/**
 * Why a host could not hold any read VIP now, apart from its lag: its member is not ONLINE or in offline mode, its database
 * does not answer, or the host is joining the cluster.
 */
export const ReadUnfitness = z.enum(["not_online", "offline_mode", "database_down", "joining"]);
export type ReadUnfitness = z.infer<typeof ReadUnfitness>;

/** What an agent says of its host to whoever assigns read VIPs. */
export const ReadFitness = z.object({
  /** Null: none. */
  unfitFor: ReadUnfitness.nullable(),
  /** The read VIPs that it cannot hold for reasons of their own: an operator told it to stay without, or it is blocked. */
  without: z.array(Id),
  /** How far its server is behind in applying what the group has ordered; null where it cannot say. */
  lagMs: z.number().nonnegative().nullable(),
});
export type ReadFitness = z.infer<typeof ReadFitness>;

/** One agent asks another to read, in the group's order and on its own server, which host has a read VIP. */
export const AssignmentRequest = z.strictObject({ clusterId: Id, vipId: Id, fromHostId: Id });
export type AssignmentRequest = z.infer<typeof AssignmentRequest>;

/**
 * The host that the group's table names (null: none), by a read that began after this was asked. Null where this server could
 * not prove it in time.
 */
export const AssignmentReply = z.strictObject({
  read: z.strictObject({ hostId: Id.nullable(), viewId: z.string().max(128) }).nullable(),
});
export type AssignmentReply = z.infer<typeof AssignmentReply>;
