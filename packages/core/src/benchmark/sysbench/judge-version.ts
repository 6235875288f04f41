/** The oldest sysbench whose options and output are known. */
export const oldestSysbench = "1.0.17";

/** Whether a version of sysbench can be used; `unknown`: it is not of the form that versions of it have. */
export type SysbenchFitness = "fit" | "old" | "unknown";

/** Judges what sysbench tells as its version: `1.0.20`, `0.5`, `1.1.0-de18a03`, `1.0.20-5+deb12u1`. */
export function judgeSysbenchVersion(version: string): SysbenchFitness {
  const parts = partsOf(version);
  if (parts === null) return "unknown";
  const oldest = partsOf(oldestSysbench) ?? [];
  for (const [place, least] of oldest.entries()) {
    const part = parts[place] ?? 0;
    if (part !== least) return part > least ? "fit" : "old";
  }
  return "fit";
}

/** A part that is absent is 0; what follows the third, or a dash, is of the build. */
function partsOf(version: string): readonly number[] | null {
  const found = /^(\d{1,9})\.(\d{1,9})(?:\.(\d{1,9}))?(?=$|[^\d])/.exec(version);
  return found === null ? null : found.slice(1, 4).map((part) => Number(part ?? 0));
}
