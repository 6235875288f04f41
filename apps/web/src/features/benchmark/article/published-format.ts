import type { PublishedUnit } from "@primacy/core/benchmark";

const suffixes: Readonly<Record<Exclude<PublishedUnit, "change" | "share" | "duration">, string>> = {
  lag: " s",
  tps: " TPS",
  qps_or_more: "+ QPS",
  ms: " ms",
  mibps: " MiB/s",
  mbps: " MB/s",
  kbps: " KB/s",
};

/** How figures of a table are written, as its article prints them; `tag` is a language as BCP 47. */
export function publishedFormat(unit: PublishedUnit, tag: string): (value: number | null) => string {
  const plain = new Intl.NumberFormat(tag, { maximumFractionDigits: 3 });
  const percent = new Intl.NumberFormat(tag, {
    style: "percent",
    maximumFractionDigits: 2,
    ...(unit === "change" ? { signDisplay: "exceptZero" } : {}),
  });
  return (value) => {
    if (value === null) return "–";
    if (unit === "duration") return toClock(value);
    if (unit === "change" || unit === "share") return percent.format(value / 100);
    return plain.format(value) + suffixes[unit];
  };
}

/** To the second, as articles print it: 39:27, 1:51:58. */
function toClock(seconds: number): string {
  const parts = [Math.floor(seconds / 3_600), Math.floor(seconds / 60) % 60, seconds % 60];
  const [first = 0, ...rest] = parts[0] === 0 ? parts.slice(1) : parts;
  return [first, ...rest.map((part) => String(part).padStart(2, "0"))].join(":");
}
