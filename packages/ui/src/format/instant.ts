import { dateFormat } from "./formatters";
/** How a moment is shown: the text, its full form with the zone for the hover, and UTC for machines. */
export interface FormattedInstant {
  readonly text: string;
  readonly title: string;
  readonly dateTime: string;
}

/** What {@link formatInstant} shows as text. */
export type InstantPrecision = "minute" | "second" | "millisecond";

/**
 * A moment in the reader's local time (or the given IANA zone). On the day of `now` the date is left out.
 * Throws RangeError for a zone that does not exist.
 */
export function formatInstant(
  epochMs: number,
  options: { locale: string; nowMs: number; timeZone?: string; precision?: InstantPrecision },
): FormattedInstant {
  const { locale, nowMs, timeZone, precision = "second" } = options;
  const zone = timeZone === undefined ? {} : { timeZone };
  const day = dateFormat("en-CA", { ...zone, dateStyle: "short" });
  const sameDay = day.format(epochMs) === day.format(nowMs);
  const text = dateFormat(locale, {
    ...zone,
    ...(sameDay ? {} : { year: "numeric", month: "short", day: "numeric" }),
    hour: "2-digit",
    minute: "2-digit",
    hourCycle: "h23",
    ...(precision === "minute" ? {} : { second: "2-digit" }),
    ...(precision === "millisecond" ? { fractionalSecondDigits: 3 } : {}),
  });
  const full = dateFormat(locale, {
    ...zone,
    hourCycle: "h23",
    ...(precision === "millisecond" ? exact : ({ dateStyle: "full", timeStyle: "long" } as const)),
  });
  return {
    text: text.format(epochMs),
    title: full.format(epochMs),
    dateTime: new Date(epochMs).toISOString(),
  };
}

/** The full date and time with its zone, to the millisecond. */
const exact = {
  weekday: "long",
  year: "numeric",
  month: "long",
  day: "numeric",
  hour: "2-digit",
  minute: "2-digit",
  second: "2-digit",
  fractionalSecondDigits: 3,
  timeZoneName: "short",
} as const;

/**
 * How long ago something was, in words of the locale: "12 sec. ago", "3 min ago". Under a second the caller's
 * formatDuration reads better. Times ahead of now count as now: clocks of two machines never agree.
 */
export function formatAge(ageMs: number, locale: string): string {
  const seconds = Math.max(0, ageMs) / 1000;
  const words = new Intl.RelativeTimeFormat(locale, { numeric: "always", style: "short" });
  if (seconds < 60) return words.format(-Math.round(seconds), "second");
  if (seconds < 3600) return words.format(-Math.round(seconds / 60), "minute");
  if (seconds < 86_400) return words.format(-Math.round(seconds / 3600), "hour");
  return words.format(-Math.round(seconds / 86_400), "day");
}
