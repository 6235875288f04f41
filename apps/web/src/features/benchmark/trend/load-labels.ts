import { listWorkloadOptions, type TrendLoad } from "@primacy/core/benchmark";

/** Of an option, which may be a long statement, so many characters are shown. */
const shownCharacters = 60;

/**
 * The label of each load by its key, no two the same: loads that would have the same one are told apart by the options in which they
 * differ, and where these are too long to show by a number.
 */
export function tellLoadsApart(
  loads: readonly TrendLoad[],
  tell: (load: TrendLoad, options: string) => string,
): ReadonlyMap<string, string> {
  const labels = new Map<string, string>();
  const seen: string[] = [];
  for (const load of loads) {
    // How many benchmarks a load has tells it apart today, and not tomorrow.
    const bare = (one: TrendLoad): string => tell({ ...one, points: [] }, " ");
    const twins = loads.filter((one) => one.key !== load.key && bare(one) === bare(load));
    const telling = wordsOf(load).filter((word) => twins.some((one) => !wordsOf(one).includes(word)));
    const label = tell(load, telling.map(clip).join(" "));
    const again = seen.filter((one) => one === label).length;
    seen.push(label);
    labels.set(load.key, again === 0 ? label : `${label} #${again + 1}`);
  }
  return labels;
}

function wordsOf({ workload }: TrendLoad): readonly string[] {
  const program = workload.tool === "custom" ? [workload.program, `parser=${workload.parser}`] : [];
  return [...program, ...listWorkloadOptions(workload)];
}

function clip(word: string): string {
  return word.length > shownCharacters ? `${word.slice(0, shownCharacters)}…` : word;
}
