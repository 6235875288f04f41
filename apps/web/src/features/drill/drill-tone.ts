import type { Drill, DrillVerdictKind, ProbeOutcome } from "@primacy/contract";
import type { Tone } from "@primacy/ui";

/** How a verdict is shown; one that nobody could reach is no failure of the cluster. */
export const verdictTone: Readonly<Record<DrillVerdictKind, Tone>> = {
  passed: "ok",
  failed: "failed",
  not_tested: "warning",
  broken_off: "warning",
};

/** How what became of an attempt is shown. */
export const outcomeTone: Readonly<Record<ProbeOutcome, Tone>> = {
  acked: "ok",
  refused: "failed",
  unknown: "warning",
  not_sent: "unknown",
};

/** How a drill stands: its verdict, unless the cluster could not be healed, which is louder. */
export function standingOf({ state, verdict, heal }: Pick<Drill, "state" | "verdict" | "heal">): {
  readonly word: DrillVerdictKind | "running" | "unhealed";
  readonly tone: Tone;
} {
  if (state === "running") return { word: "running", tone: "busy" };
  if (heal === "unhealed") return { word: "unhealed", tone: "failed" };
  const kind = verdict?.kind ?? "broken_off";
  return { word: kind, tone: verdictTone[kind] };
}
