import type { SqlRow } from "./session";

/** Values as JSON of the server has them; `undefined` for what is not there. */
export type JsonValues = readonly unknown[];

/**
 * The values of a row whose only column is a JSON array; null when it is none. Answers to what is asked many times a
 * second come so: one column is described and read once, however much is asked.
 */
export function parseJsonRow(row: SqlRow | undefined): JsonValues | null {
  const text = row?.[0];
  if (typeof text !== "string") {
    return null;
  }
  try {
    return readArray(JSON.parse(text));
  } catch {
    return null;
  }
}

/** The value as an array; null when it is none. */
export function readArray(value: unknown): JsonValues | null {
  return Array.isArray(value) ? value : null;
}

/** The value as a text; null where the server said NULL. */
export function readText(value: unknown): string | null {
  return typeof value === "string" ? value : typeof value === "number" ? String(value) : null;
}

/** The value as a number, which servers also send as text; null when it is none. */
export function readNumber(value: unknown): number | null {
  const text = readText(value);
  return text === null || text === "" || !Number.isFinite(Number(text)) ? null : Number(text);
}

/** The value as a flag of the server, in whatever form it has there; null when it is none. */
export function readFlag(value: unknown): boolean | null {
  if (value === true || value === 1 || value === "1" || value === "ON") {
    return true;
  }
  return value === false || value === 0 || value === "0" || value === "OFF" ? false : null;
}
