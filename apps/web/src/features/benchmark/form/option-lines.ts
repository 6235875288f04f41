/** What options are written as: one `name=value` per line. */
export interface OptionLines {
  readonly options: readonly (readonly [name: string, value: number | boolean | string])[];
  /** Lines that are no option. */
  readonly bad: readonly string[];
  /** Names that stand there more than once. */
  readonly twice: readonly string[];
}

/**
 * Reads options as people copy them from a command line: dashes before the name, and dashes for underscores within it, are
 * sysbench's other way to write the same. Numbers and true or false become such.
 */
export function parseOptions(text: string): OptionLines {
  const options: (readonly [string, number | boolean | string])[] = [];
  const bad: string[] = [];
  const twice = new Set<string>();
  for (const line of text.split("\n").map((one) => one.trim())) {
    if (line === "") continue;
    const [, written, value] = /^(?:--)?([A-Za-z][\w-]*)\s*=\s*(\S.*)$/.exec(line) ?? [];
    if (written === undefined || value === undefined) {
      bad.push(line);
      continue;
    }
    const name = written.replaceAll("-", "_").toLowerCase();
    if (options.some(([known]) => known === name)) twice.add(name);
    else options.push([name, toValue(value)]);
  }
  return { options, bad, twice: [...twice] };
}

function toValue(text: string): number | boolean | string {
  if (text === "true" || text === "false") return text === "true";
  return /^-?\d+(\.\d+)?$/.test(text) ? Number(text) : text;
}
