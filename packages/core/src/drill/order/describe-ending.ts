import { type DrillVerdict, messageWith } from "@primacy/contract";
import type { DrillEnding } from "../findings/drill-record";

/** The verdict of a drill of which nothing is recorded. */
export function describeEnding(ending: DrillEnding): DrillVerdict {
  if (ending.kind === "whole") throw new Error("a drill that was carried out is judged by its record");
  const sentence = messageWith(`drill_ending.${ending.kind}`, {}, { reason: ending.reason });
  return { kind: ending.kind, sentence, notes: [] };
}
