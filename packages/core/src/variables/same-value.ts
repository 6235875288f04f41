import type { ShownVariable } from "./catalogue";

/** The range of a variable of numbers; a value outside of it becomes its nearest end. */
export interface ValueRange {
  readonly min: bigint;
  readonly max: bigint;
}

const on = new Set(["1", "on", "true"]);
const off = new Set(["0", "off", "false"]);
const sizes: Readonly<Record<string, bigint>> = {
  k: 1024n,
  m: 1024n ** 2n,
  g: 1024n ** 3n,
  t: 1024n ** 4n,
  p: 1024n ** 5n,
  e: 1024n ** 6n,
};

/**
 * Whether what is written for a variable (`1`, `128M`, `row`) is what the server shows as its running value (`ON`,
 * `134217728`, `ROW`).
 */
export function isSameSetting(
  running: string,
  written: string,
  variable: ShownVariable,
  range: ValueRange | null = null,
): boolean {
  if (isSameValue(running, written, variable)) return true;
  const plain = written.trim().toLowerCase();
  const shown = running.toLowerCase();
  // A number is the place of the value here, so that 1 need not mean ON.
  if (variable.values !== undefined && /^\d+$/.test(plain))
    return variable.values[Number(plain)]?.toLowerCase() === shown;
  if (shown === "on" || shown === "off") return shown === "on" ? on.has(plain) : off.has(plain);
  const [left, right] = [toNumber(shown), toNumber(plain)];
  return left !== null && right !== null && left === bound(right, range);
}

/** Whether two servers show the same. */
export function isSameValue(one: string, other: string, variable: Pick<ShownVariable, "isList">): boolean {
  return normalValue(one, variable) === normalValue(other, variable);
}

/** A form in which values that mean the same are the same. */
export function normalValue(value: string, { isList }: Pick<ShownVariable, "isList">): string {
  const plain = value.trim().toLowerCase();
  // A folder's last slash means nothing.
  if (isList !== true) return plain.length > 1 ? plain.replace(/\/+$/, "") : plain;
  const names = plain.split(",").map((name) => name.trim());
  return [...new Set(names.filter((name) => name !== ""))].sort().join(",");
}

function toNumber(text: string): bigint | null {
  const found = /^([+-]?\d+)([kmgtpe]?)$/.exec(text);
  if (found?.[1] === undefined) return null;
  return BigInt(found[1].replace("+", "")) * (sizes[found[2] ?? ""] ?? 1n);
}

function bound(value: bigint, range: ValueRange | null): bigint {
  if (range === null || range.max <= range.min) return value;
  return value < range.min ? range.min : value > range.max ? range.max : value;
}
