import { type DrillErrorLog, type DrillLogLine, longestLogText, mostLogLines } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
import { type LoggedLine, type LogReading, logBeforeMs } from "./log-reading";

type Told = Extract<LogReading["told"], { readonly kind: "lines" }>;

/**
 * The lines of each server's error log on the drill's clock, from 3 s before the fault was ordered to the end, each once although it was read
 * twice; undefined where none was read. Clocks of two readings that differ by more than their errors were set meanwhile: then every
 * line may be off by as much.
 */
export function findErrorLogs(record: DrillRecord): DrillErrorLog[] | undefined {
  const { servers, logs = [] } = record;
  if (logs.length === 0) return undefined;
  return servers.flatMap(({ name }) => {
    const own = logs.filter(({ server }) => server === name).map(({ told }) => told);
    const last = own.at(-1);
    if (last === undefined) return [];
    const readings = own.flatMap((told) => (told.kind === "lines" ? [told] : []));
    const lines = placeLines(record, readings);
    return [
      {
        server: name,
        lines: lines.slice(0, mostLogLines),
        isCut: lines.length > mostLogLines || readings.some(({ isCut }) => isCut),
        notRead: last.kind === "unread" ? last.reason : null,
        wasRead: readings.length > 0,
      },
    ];
  });
}

function placeLines(record: DrillRecord, readings: readonly Told[]): readonly DrillLogLine[] {
  const { armedMs, startedMs, nowMs, injection } = record;
  const zeroMs = zeroOf(record);
  const fromMs = (armedMs ?? startedMs) - logBeforeMs;
  const errorMs = clockErrorOf(readings) + (injection?.errorMs ?? 0);
  const seen = new Set<string>();
  return readings
    .flatMap(({ lines, offsetMs }) => lines.map((line) => ({ line, atMs: line.unixMs + offsetMs })))
    .filter(({ line, atMs }) => {
      const isNew = !seen.has(keyOf(line));
      seen.add(keyOf(line));
      return isNew && atMs + errorMs >= fromMs && atMs - errorMs <= nowMs;
    })
    .toSorted((a, b) => a.atMs - b.atMs)
    .map(({ line: { priority, code, subsystem, text }, atMs }) => ({
      ...{ atMs: roundMs(atMs - zeroMs), errorMs: Math.ceil(errorMs * 10) / 10 },
      ...{ priority, code, subsystem, text: toLine(text) },
    }));
}

/** How far the wall clock of one host may be from where the readings put it. */
function clockErrorOf(readings: readonly Told[]): number {
  const errors = readings.map(({ errorMs }) => errorMs);
  const offsets = readings.map(({ offsetMs }) => offsetMs);
  const apartMs = offsets.length < 2 ? 0 : Math.max(...offsets) - Math.min(...offsets);
  return Math.max(0, ...errors) + apartMs;
}

/** A server dates no two lines alike. One that starts again reads them from its file, dated as they were. */
function keyOf({ unixMs, code, text }: LoggedLine): string {
  return `${unixMs.toFixed(3)} ${code} ${text}`;
}

/** What a statement says of a password. Sentences in which the word stands without a quote behind it stay. */
const secrets = [
  /\b(IDENTIFIED|SET\s+PASSWORD)\b.*$/isu,
  // As in SOURCE_PASSWORD='…'.
  /\b(\w*PASSWORD)\b[^'"]{0,20}['"].*$/isu,
];

/** Without what cannot be stored, is not seen or would break the line, and without what follows where a statement names a password. */
function toLine(text: string): string {
  const line = text.replaceAll(/[\p{Cc}\p{Cf}\p{Cs}\p{Zl}\p{Zp}]+/gu, " ");
  const plain = secrets.reduce((rest, secret) => rest.replace(secret, "$1 …"), line);
  const letters = [...plain.trim()];
  return letters.length <= longestLogText
    ? letters.join("")
    : `${letters.slice(0, longestLogText).join("")}…`;
}
