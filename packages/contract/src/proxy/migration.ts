import { z } from "zod";
import { Port, VipAddress } from "../primitives/address";
import { Id, Instant, PlainText } from "../primitives/scalar";

/**
 * Which way an address goes: from Keepalived on the hosts of the members to a write VIP of their agents, where clients use it with
 * the server's own port; or back to the Keepalived from which it came.
 */
export const MigrationRequest = z.discriminatedUnion("to", [
  z.strictObject({ to: z.literal("vip"), address: VipAddress, port: Port.default(3306) }),
  z.strictObject({ to: z.literal("keepalived"), address: VipAddress }),
]);
export type MigrationRequest = z.infer<typeof MigrationRequest>;
export type MigrationRequestTo<T extends MigrationRequest["to"]> = Extract<MigrationRequest, { to: T }>;

/** Asks what stands against a migration, and what it would do. */
export const MigrationQuestion = z.strictObject({ migration: MigrationRequest });
export type MigrationQuestion = z.infer<typeof MigrationQuestion>;

/** Orders it: clients cannot reach the address for some seconds, so that it repeats the cluster's name in `confirm`. */
export const MigrationOrder = MigrationQuestion.extend({ confirm: PlainText });
export type MigrationOrder = z.infer<typeof MigrationOrder>;

/**
 * How long no write through the address was acknowledged, from the last one before to the first one after. The outage itself is
 * shorter by `errorMs` at most: that is how fine the client looked, which began a write every `everyMs` whatever became of the others.
 */
export const MigrationGap = z.object({
  gapMs: z.number().nonnegative(),
  errorMs: z.number().nonnegative(),
  everyMs: z.number().positive(),
  /** Writes that were begun, and those of them that were not acknowledged. */
  writes: z.number().int(),
  failed: z.number().int(),
});
export type MigrationGap = z.infer<typeof MigrationGap>;

/** What a migration ends with. `gap` null: whoever measured it ended meanwhile, as where a worker was restarted. */
export const MigrationProof = z.object({
  to: z.enum(["vip", "keepalived"]),
  address: VipAddress,
  /** The member to which the address leads at the end. */
  leadsTo: z.string(),
  gap: MigrationGap.nullable(),
});
export type MigrationProof = z.infer<typeof MigrationProof>;

/** An address that went from Keepalived to a VIP, and can go back. */
export const AddressMigration = z.object({
  /** That of the operation that did it. */
  id: Id,
  clusterId: Id,
  address: VipAddress,
  port: Port,
  /** The hosts whose Keepalived had it, the one that held it first; with the names that they had then. */
  hosts: z.array(z.object({ hostId: Id, name: z.string() })).min(1),
  gap: MigrationGap.nullable(),
  createdAt: Instant,
});
export type AddressMigration = z.infer<typeof AddressMigration>;
