import { secretNames, shownPrefixes, shownVariables } from "@primacy/core/variables";

/** A part of a statement with the values of its question marks. */
export interface SqlCondition {
  readonly text: string;
  readonly values: readonly string[];
}

/** That a column names a variable that a console may know of: what is secret does not leave the server. */
export function shownCondition(column: string): SqlCondition {
  const prefixes = Object.keys(shownPrefixes);
  const named = `${column} IN (${shownVariables.map(() => "?").join(", ")})`;
  const begun = prefixes.map(() => `LEFT(${column}, CHAR_LENGTH(?)) = ?`);
  return {
    text: `(${[named, ...begun].join(" OR ")}) AND ${column} NOT REGEXP '${secretNames}'`,
    values: [...shownVariables, ...prefixes.flatMap((prefix) => [prefix, prefix])],
  };
}
