import { numberFormat } from "./formatters";
import { formatSignificant } from "./significant";

const BYTE_UNITS = ["B", "KiB", "MiB", "GiB", "TiB", "PiB"] as const;

/** A size with a binary unit and three significant digits: 512 B, 1.5 KiB, 12.3 GiB. Not-a-number is "–". */
export function formatBytes(bytes: number, locale: string): string {
  if (!Number.isFinite(bytes)) return "–";
  let value = Math.abs(bytes);
  let unit = 0;
  while (value >= 999.5 && unit < BYTE_UNITS.length - 1) {
    value /= 1024;
    unit += 1;
  }
  const rounded = unit === 0 ? numberFormat(locale).format(value) : formatSignificant(value, locale);
  return `${bytes < 0 ? "−" : ""}${rounded} ${BYTE_UNITS[unit] ?? "B"}`;
}

/** A rate with its unit: "1,240 tx/s". The unit's word before "/s" comes from the caller. */
export function formatRate(perSecond: number, unit: string, locale: string): string {
  if (!Number.isFinite(perSecond)) return "–";
  return `${formatSignificant(perSecond, locale)} ${unit}/s`;
}

/** A share of one as a percentage with at most three significant digits: 0.0153 is "1.53 %" in the reader's notation. */
export function formatPercent(share: number, locale: string): string {
  if (!Number.isFinite(share)) return "–";
  return numberFormat(locale, { style: "percent", maximumSignificantDigits: 3 }).format(share);
}

/** A whole number with the reader's grouping. */
export function formatCount(count: number, locale: string): string {
  return Number.isFinite(count) ? numberFormat(locale, { maximumFractionDigits: 0 }).format(count) : "–";
}
