/** A name that is no longer than this is short as it is. */
const SHORT = 14;

/**
 * The names of one fleet without what their long ones share: "payments-eu-central-1-db01" is "db01" beside
 * "payments-eu-central-1-db02". Every short name tells its host apart; otherwise all stay whole.
 */
export function shortNames(names: readonly string[]): readonly string[] {
  const stems = names.filter((name) => name.length > SHORT).map(stemOf);
  const shared = stems.find((stem) => stem !== "" && stems.filter((other) => other === stem).length > 1);
  if (shared === undefined) return names;
  const short = names.map((name) => (stemOf(name) === shared ? name.slice(shared.length) : name));
  return new Set(short).size === names.length && !short.includes("") ? short : names;
}

function stemOf(name: string): string {
  return name.slice(0, Math.max(name.lastIndexOf("-"), name.lastIndexOf("."), name.lastIndexOf("_")) + 1);
}
