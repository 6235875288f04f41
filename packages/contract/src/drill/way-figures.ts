import { z } from "zod";
import { HostAddress, Port } from "../primitives/address";

/** What clients of one way met in one drill, as a comparison needs it. */
export const DrillWayFigures = z.object({
  address: HostAddress,
  port: Port,
  /** What the console called it. */
  label: z.string(),
  /** The longest time between two acknowledged writes; null: fewer than two. */
  gapMs: z.number().nonnegative().nullable(),
  /** By so much the outage itself may have been shorter. */
  errorMs: z.number().nonnegative(),
  /** When after the fault a write was acknowledged again; null: none was while the drill measured. */
  writeBackMs: z.number().nullable(),
  /** Acknowledged writes that are missing; null: not known. */
  lost: z.number().int().nonnegative().nullable(),
});
export type DrillWayFigures = z.infer<typeof DrillWayFigures>;
