/** What an option of a file sets a variable to; `given` is the part of the option's name that says the variable. */
export interface OptionMatch {
  readonly value: string;
  /** What stands before the variable in the option's name, such as `loose-skip-`. */
  readonly prefix: string;
  /** The variable as the option spells it. */
  readonly given: string;
  /** True where `loose` is among the prefixes: a server without the variable passes the option by. */
  readonly isLoose: boolean;
  /** True where a prefix turns the variable on or off. */
  readonly isSwitch: boolean;
}

/** Dashes and underscores are the same to the server; capital letters are not the same as small ones. */
export function normaliseName(name: string): string {
  return name.replaceAll("-", "_");
}

/**
 * What an option says of a variable, null where it sets another one: `super_read_only`, `loose-super-read-only = 1` and
 * `skip-super-read-only` set the same. A bare name means ON. `maximum-` bounds a variable and sets nothing.
 */
export function matchOption(name: string, value: string | null, variable: string): OptionMatch | null {
  const wanted = normaliseName(variable);
  let given = name;
  let isLoose = false;
  let isOn: boolean | null = null;
  // The server tries the whole name first, and takes one prefix after another away.
  while (normaliseName(given) !== wanted) {
    const prefix = /^(skip|disable|enable|loose)[-_]/.exec(given);
    if (prefix === null) return null;
    given = given.slice(prefix[0].length);
    if (prefix[1] === "loose") isLoose = true;
    // The prefix beside the variable is the one that counts. What is turned off with 0 is on.
    isOn = prefix[1] === "loose" ? null : (prefix[1] === "enable") !== (value === "0");
  }
  const said = isOn === null ? (value ?? "ON") : isOn ? "ON" : "OFF";
  const prefix = name.slice(0, name.length - given.length);
  return { value: said, prefix, given, isLoose, isSwitch: isOn !== null };
}

/** Options of which each line adds a value, so that the last one does not replace those before it. */
const accumulating: ReadonlySet<string> = new Set([
  ...["plugin_load_add", "performance_schema_instrument", "binlog_do_db", "binlog_ignore_db"],
  ...[
    "do_db",
    "ignore_db",
    "do_table",
    "ignore_table",
    "wild_do_table",
    "wild_ignore_table",
    "rewrite_db",
  ].map((one) => `replicate_${one}`),
]);

/** Whether every line of the option counts, not the last one alone. */
export function isAccumulating(variable: string): boolean {
  return accumulating.has(normaliseName(variable));
}
