import { numberFormat } from "./formatters";
import { formatSignificant } from "./significant";

interface DurationUnit {
  readonly unit: "second" | "minute" | "hour" | "day";
  readonly ms: number;
}

const UNITS: readonly DurationUnit[] = [
  { unit: "day", ms: 86_400_000 },
  { unit: "hour", ms: 3_600_000 },
  { unit: "minute", ms: 60_000 },
  { unit: "second", ms: 1000 },
];

/**
 * A length of time with its unit and at most three significant digits: 0.42 ms, 182 ms, 6.5 s, 21.6 s, 2 min 5 sec.
 * From a minute on it shows the two largest units. Negative lengths keep their sign; not-a-number is "–".
 */
export function formatDuration(ms: number, locale: string): string {
  if (!Number.isFinite(ms)) return "–";
  const magnitude = Math.abs(ms);
  const sign = ms < 0 ? "−" : "";
  // 999.6 ms rounds to 1 s, 59.96 s to 1 min: the unit is chosen after rounding.
  if (magnitude < 999.5) return `${sign}${formatSignificant(magnitude, locale)} ms`;
  if (magnitude < 59_950) return `${sign}${formatSignificant(magnitude / 1000, locale)} s`;
  return `${sign}${formatLong(magnitude, locale)}`;
}

function formatLong(ms: number, locale: string): string {
  const first = UNITS.findIndex((unit) => ms + halfOfNext(unit) >= unit.ms);
  const large = UNITS[first];
  const small = UNITS[first + 1];
  if (large === undefined || small === undefined) return `${formatSignificant(ms / 1000, locale)} s`;
  const totalSmall = Math.round(ms / small.ms);
  const perLarge = large.ms / small.ms;
  const parts = [formatUnit(Math.floor(totalSmall / perLarge), large, locale)];
  const rest = totalSmall % perLarge;
  if (rest > 0) parts.push(formatUnit(rest, small, locale));
  return parts.join(" ");
}

/** Half of the next smaller unit: what rounding may add. */
function halfOfNext(unit: DurationUnit): number {
  const index = UNITS.indexOf(unit);
  return (UNITS[index + 1]?.ms ?? 0) / 2;
}

function formatUnit(value: number, unit: DurationUnit, locale: string): string {
  return numberFormat(locale, { style: "unit", unit: unit.unit, unitDisplay: "short" }).format(value);
}
