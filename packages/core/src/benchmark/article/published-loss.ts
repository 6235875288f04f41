import type { BenchmarkRecord } from "@primacy/contract";
import { type PresetArm, presetArmOf } from "./preset";

/**
 * The losses of article 000 against the primary's own address, in percent as it prints them: by thread count, and its own mean.
 * The direct way is what the others are compared with.
 */
export const article000Losses: Readonly<
  Record<
    Extract<PresetArm, "vip" | "router">,
    { readonly threads: Readonly<Record<number, number>>; readonly mean: number }
  >
> = {
  vip: { threads: { 16: 2, 32: -0.9, 64: 1.4 }, mean: 0.83 },
  router: { threads: { 16: 14.2, 32: 24.7, 64: 17.3 }, mean: 18.7 },
};

/**
 * What the article that a benchmark follows has for one of its arms and thread counts (null: over all of them), in percent of loss; null where it
 * has none. Its mean is that of 16, 32 and 64 threads, and stands beside no other choice of them. Nothing is published against another
 * baseline than the direct way.
 */
export function findPublishedLoss(
  { preset, arms, threads: measured }: Pick<BenchmarkRecord, "preset" | "arms" | "threads">,
  arm: number,
  threads: number | null,
): number | null {
  if (preset === null || kindOf(arms[0]) !== "direct") return null;
  const kind = kindOf(arms[arm]);
  if (kind !== "vip" && kind !== "router") return null;
  const published = article000Losses[kind];
  if (threads !== null) return published.threads[threads] ?? null;
  const counts = Object.keys(published.threads).map(Number);
  const isSame = measured.length === counts.length && counts.every((one) => measured.includes(one));
  return isSame ? published.mean : null;
}

/** An arm of several endpoints is none of the article's. A benchmark writes, so that a member of it is the primary. */
function kindOf(arm: BenchmarkRecord["arms"][number] | undefined): PresetArm | null {
  const [endpoint, ...others] = arm?.endpoints ?? [];
  return endpoint === undefined || others.length > 0 ? null : presetArmOf(endpoint, true);
}

/**
 * A loss by which something is `percent` quicker than the slower of two, in percent of the quicker: 25 becomes 20. Article 000 prints the first
 * and calls it the second.
 */
export function lossOfLead(percent: number): number {
  return 100 - 10_000 / (100 + percent);
}
