import type { Locale } from "../primitives/scalar";

const units = {
  en: { ms: "ms", s: "s", min: "min" },
  zh: { ms: "毫秒", s: "秒", min: "分钟" },
} as const;

/**
 * A length of time within a text, with its unit and at most three significant digits: 182 ms, 6.5 s, 21.6 s, 2 min 5 s.
 * The unit is chosen after rounding: 999.6 ms is 1 s. `durationMs` is in milliseconds and not negative.
 */
export function formatDurationText(durationMs: number, locale: Locale): string {
  const unit = units[locale];
  if (durationMs < 999.5) return `${toThreeDigits(durationMs)} ${unit.ms}`;
  if (durationMs < 59_950) return `${toThreeDigits(durationMs / 1000)} ${unit.s}`;
  const seconds = Math.round(durationMs / 1000);
  const minutes = `${Math.floor(seconds / 60)} ${unit.min}`;
  return seconds % 60 === 0 ? minutes : `${minutes} ${seconds % 60} ${unit.s}`;
}

function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3));
}
