import type { StatusCounter } from "@primacy/contract";
import { formatBytes, formatCount, formatDuration, formatSignificant } from "@primacy/ui/format";

const bytes: readonly string[] = [
  "Bytes_received",
  "Bytes_sent",
  "Innodb_data_written",
  "Innodb_os_log_written",
] satisfies StatusCounter[];

/** How the growth of a counter is written in a language, as BCP 47; MySQL gives the time of row locks in milliseconds. */
export function formatCounter(counter: string, value: number, tag: string): string {
  if (bytes.includes(counter)) return formatBytes(value, tag);
  if (counter === "Innodb_row_lock_time") return formatDuration(value, tag);
  return Number.isInteger(value) ? formatCount(value, tag) : formatSignificant(value, tag);
}
