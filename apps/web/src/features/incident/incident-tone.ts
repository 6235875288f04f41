import type { Incident } from "@primacy/contract";
import type { Tone } from "@primacy/ui";

/** How an incident stands: one that lasts is loud, one that is over is worth knowing. */
export function standingOf({ endedAt, isPartial }: Pick<Incident, "endedAt" | "isPartial">): {
  readonly word: "open" | "ended" | "partial";
  readonly tone: Tone;
} {
  if (endedAt === null) return { word: "open", tone: "failed" };
  return isPartial ? { word: "partial", tone: "unknown" } : { word: "ended", tone: "warning" };
}
