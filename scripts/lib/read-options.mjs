import { parseArgs } from "node:util";

/**
 * Reads a command's options with all that is wrong with them. `known` maps each option to what it takes.
 *
 * @param {readonly string[]} args
 * @param {Readonly<Record<string, "text" | "nothing">>} known
 * @returns {{ values: ReadonlyMap<string, string>, words: readonly string[], problems: string[] }}
 */
export function readOptions(args, known) {
  const options = Object.fromEntries(
    Object.entries(known).map(([name, takes]) => [
      name,
      { type: /** @type {"string" | "boolean"} */ (takes === "text" ? "string" : "boolean") },
    ]),
  );
  const { tokens } = parseArgs({
    args: [...args],
    options,
    strict: false,
    allowPositionals: true,
    tokens: true,
  });
  /** @type {Map<string, string>} */
  const values = new Map();
  /** @type {string[]} */
  const words = [];
  /** @type {string[]} */
  const problems = [];
  for (const token of tokens) {
    if (token.kind === "positional") words.push(token.value);
    if (token.kind !== "option") continue;
    const takes = Object.hasOwn(known, token.name) ? known[token.name] : undefined;
    if (takes === undefined) problems.push(`${token.rawName}: there is no such option`);
    else if (values.has(token.name)) problems.push(`${token.rawName}: given twice`);
    else if (takes === "text" && (token.value ?? "") === "")
      problems.push(`${token.rawName}: a value is missing`);
    else if (takes === "nothing" && token.value !== undefined)
      problems.push(`${token.rawName}: takes no value; not '${token.value}'`);
    values.set(token.name, token.value ?? "");
  }
  return { values, words, problems };
}

/**
 * The number that an option gives, and its problem where it is none from `least` on; the fallback where the option is absent.
 *
 * @param {ReadonlyMap<string, string>} values
 * @param {string[]} problems
 * @param {{ name: string, least: number, fallback?: number, isWhole?: boolean }} wanted
 * @returns {number}
 */
export function readNumber(values, problems, { name, least, fallback, isWhole = true }) {
  const text = values.get(name);
  if (text === undefined) {
    if (fallback === undefined) problems.push(`--${name}: is needed, a whole number from ${least} on`);
    return fallback ?? least;
  }
  // Its value is missing, which is told already.
  if (text === "") return least;
  const value = Number(text);
  const isFit = isWhole
    ? Number.isSafeInteger(value) && value >= least
    : Number.isFinite(value) && value > least;
  if (isFit) return value;
  const range = isWhole ? `a whole number from ${least} on` : `a number above ${least}`;
  problems.push(`--${name}: ${range}; not '${text}'`);
  return least;
}

/**
 * Ends this process with 2 where a call has problems, with all of them and the usage; nothing was started for it.
 *
 * @param {readonly string[]} problems
 * @param {string} usage
 */
export function endWrongCall(problems, usage) {
  if (problems.length === 0) return;
  process.stderr.write(`${problems.join("\n")}\n\n${usage}\n`);
  process.exit(2);
}
