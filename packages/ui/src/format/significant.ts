import { numberFormat } from "./formatters";
/** Formats a figure with three significant digits in the reader's notation. Zero is "0"; large figures keep every digit before the point. */
export function formatSignificant(value: number, locale: string): string {
  const magnitude = Math.abs(value);
  const decimals = magnitude === 0 || magnitude >= 100 ? 0 : magnitude >= 10 ? 1 : 2;
  const digits = magnitude < 1 ? { maximumSignificantDigits: 3 } : { maximumFractionDigits: decimals };
  return numberFormat(locale, digits).format(value);
}
