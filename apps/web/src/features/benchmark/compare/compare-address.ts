import { comparedLimits } from "@primacy/core/benchmark";

const anId = /[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}/gi;

/** The ids within a text, each once: of an address, or as somebody pasted them. */
export function readIds(text: string): readonly string[] {
  return [...new Set((text.match(anId) ?? []).map((one) => one.toLowerCase()))];
}

/** Whether so many can be compared. */
export function canCompare(count: number): boolean {
  return count >= comparedLimits.least && count <= comparedLimits.most;
}

/** The page on which these benchmarks stand side by side; it can be sent. */
export function compareAddress(clusterId: string, ids: readonly string[]): string {
  return `/clusters/${clusterId}/benchmarks/compare?ids=${ids.join(",")}`;
}

/** The short name of the benchmark at a place, for headers and charts: A, B, … */
export function letterOf(place: number): string {
  return String.fromCharCode(65 + place);
}
