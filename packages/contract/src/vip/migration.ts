import { z } from "zod";
import { PlainText } from "../primitives/scalar";
import { MigrationGap } from "../proxy/migration";
import { VipProvider } from "./vip";
import { VipProof } from "./vip-proof";

/** Asks what stands against another provider for a VIP that exists, and what the change would do. */
export const VipMigrationQuestion = z.strictObject({ to: VipProvider });
export type VipMigrationQuestion = z.infer<typeof VipMigrationQuestion>;

/** Orders it: clients cannot reach the address for some seconds, so that it repeats the cluster's name in `confirm`. */
export const VipMigrationOrder = VipMigrationQuestion.extend({ confirm: PlainText });
export type VipMigrationOrder = z.infer<typeof VipMigrationOrder>;

/**
 * The VIP as it was proved with its new provider. `gap` null: the worker that measured it ended meanwhile. The option files are those
 * that were edited: with `to` the plugin they got its settings, else they lost them.
 */
export const VipMigrationProof = VipProof.extend({ to: VipProvider, gap: MigrationGap.nullable() });
export type VipMigrationProof = z.infer<typeof VipMigrationProof>;
