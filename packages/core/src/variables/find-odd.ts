import type { VariableNature } from "@primacy/contract";

/** A value as it is compared; null: the server has no such variable. */
export interface ComparedValue {
  readonly value: string | null;
  readonly role: "PRIMARY" | "SECONDARY" | null;
}

/**
 * Which of these are not what most have, of those that should have the same: by their places. Where no value is that of
 * more than half of them, all are odd; where all have the same, none is.
 */
export function findOdd(values: readonly ComparedValue[], nature: VariableNature): ReadonlySet<number> {
  if (nature === "own") return new Set();
  const placed = values.map((one, place) => ({ ...one, place }));
  if (nature === "equal") return findMinority(placed);
  const ofRole = (["PRIMARY", "SECONDARY"] as const).map((role) => placed.filter((one) => one.role === role));
  return new Set(ofRole.flatMap((some) => [...findMinority(some)]));
}

function findMinority(
  placed: readonly { readonly value: string | null; readonly place: number }[],
): Set<number> {
  const counts = new Map<string | null, number>();
  for (const { value } of placed) counts.set(value, (counts.get(value) ?? 0) + 1);
  if (counts.size < 2) return new Set();
  const usual = [...counts].find(([, count]) => count * 2 > placed.length);
  return new Set(
    placed.filter(({ value }) => usual === undefined || value !== usual[0]).map(({ place }) => place),
  );
}
