import type { KeepalivedTarget, KeepMigrationInput, ParkInput, RestoreInput } from "@primacy/core/proxy";
import { z } from "zod";

const target = {
  migrationId: z.string(),
  clusterId: z.string(),
  address: z.string(),
  hostId: z.string(),
  hostName: z.string(),
};
const place = { migrationId: z.string(), clusterId: z.string(), address: z.string(), port: z.number() };

/** The inputs of the steps, as they are stored with the plan. */
export const Target: z.ZodType<KeepalivedTarget> = z.object(target);
export const Park: z.ZodType<ParkInput> = z.object({
  ...target,
  sha256: z.string(),
  isRunning: z.boolean(),
  all: z.array(z.object({ hostId: z.string(), name: z.string() })),
  nics: z.record(z.string(), z.string()),
});
export const Restore: z.ZodType<RestoreInput> = z.object({
  ...target,
  recordId: z.string(),
  sha256: z.string(),
});
export const Keep: z.ZodType<KeepMigrationInput> = z.object({
  ...place,
  hosts: z.array(
    z.object({ hostId: z.string(), name: z.string(), sha256: z.string(), isRunning: z.boolean() }),
  ),
});

/** Where `migration.prove` saw the address lead. */
export const ProveOutput = z.object({ leadsTo: z.string() });
