/**
 * What a library needs and the host lacks, by what `ldd` printed: libraries, and versions of symbols that a library is too old for. `ldd`
 * tells both on its standard output and ends with 0 for the second.
 */
export function listUnmetNeeds(printed: string): string[] {
  const libraries = [...printed.matchAll(/^\s*(\S+) => not found/gm)].flatMap(([, name]) => name ?? []);
  const versions = [...printed.matchAll(/version `([^']+)' not found/g)].flatMap(([, name]) => name ?? []);
  return [...new Set([...libraries, ...versions])];
}
