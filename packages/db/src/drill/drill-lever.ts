import { HeldDrillLever } from "@primacy/contract";
import { z } from "zod";
import type { Readers, UnitOfWork } from "../unit-of-work/unit-of-work";

/** The setting that the lever is kept under. */
export const drillLeverKey = "drill_lever";

const Stored = z.object({ held: HeldDrillLever.nullable() });

/** Who has stopped all drills; null: nobody has. */
export async function findDrillLever({
  settings,
}: Pick<Readers, "settings">): Promise<HeldDrillLever | null> {
  return (await settings.find(drillLeverKey, Stored))?.value.held ?? null;
}

/** Holds the lever, or releases it (null). False when somebody else moved it at the same time; nothing is changed then. */
export async function setDrillLever(
  { settings }: Pick<UnitOfWork, "settings">,
  held: HeldDrillLever | null,
): Promise<boolean> {
  const before = await settings.find(drillLeverKey, Stored);
  return settings.set(drillLeverKey, { held }, before?.revision ?? null);
}
