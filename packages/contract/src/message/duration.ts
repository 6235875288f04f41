import type { Locale } from "../primitives/scalar";

const units = {
  en: { ms: "ms", s: "s", min: "min", h: "h", d: "d" },
  zh: { ms: "毫秒", s: "秒", min: "分钟", h: "小时", d: "天" },
} as const;

/**
 * A length of time within a text, with its unit and at most three significant digits: 182 ms, 6.5 s, 21.6 s. From a minute on
 * it has two units, and the second one is left out where it is zero: 2 min 5 s, 1 h 15 min, 30 d.
 * The unit is chosen after rounding: 999.6 ms is 1 s. `durationMs` is in milliseconds and not negative.
 */
export function formatDurationText(durationMs: number, locale: Locale): string {
  const unit = units[locale];
  if (durationMs < 999.5) return `${toThreeDigits(durationMs)} ${unit.ms}`;
  if (durationMs < 59_950) return `${toThreeDigits(durationMs / 1000)} ${unit.s}`;
  const seconds = Math.round(durationMs / 1000);
  if (seconds < 3600) return inTwoUnits(seconds, { of: 60, great: unit.min, small: unit.s });
  const minutes = Math.round(durationMs / 60_000);
  if (minutes < 1440) return inTwoUnits(minutes, { of: 60, great: unit.h, small: unit.min });
  return inTwoUnits(Math.round(durationMs / 3_600_000), { of: 24, great: unit.d, small: unit.h });
}

function inTwoUnits(
  count: number,
  { of, great, small }: { of: number; great: string; small: string },
): string {
  const whole = `${Math.floor(count / of)} ${great}`;
  return count % of === 0 ? whole : `${whole} ${count % of} ${small}`;
}

function toThreeDigits(value: number): number {
  return Number(value.toPrecision(3));
}
