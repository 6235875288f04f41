import type { SysbenchSecond } from "./report";

const number = "(-?\\d+(?:\\.\\d+)?)";
const textRow = /^\[\s*(\d+)s\s*\]\s/;
const threads = /\bthds:?\s+(\d+)/;
const events = new RegExp(`\\b(?:tps|eps):?\\s+${number}`);
const queries = new RegExp(`\\bqps:?\\s+${number}`);
const kinds = new RegExp(`\\(r/w/o:?\\s+${number}/${number}/${number}\\)`);
const latency = new RegExp(`\\blat \\(ms,\\s*(\\d+)%\\):?\\s+${number}`);
const errors = new RegExp(`\\berr/s:?\\s+${number}`);
const reconnects = new RegExp(`\\breconn/s:?\\s+${number}`);

/** Time, threads, tps, qps, reads, writes, others, latency, errors, reconnects: `sysbench.report_csv` names none of them. */
const csvRow = /^\d+,\d+(?:,\d+\.\d\d){8}$/;

/**
 * One report of an interval, text or CSV; null for any other line. A text row is read by the names in it, so that a hook
 * which leaves out a colon or adds a figure changes nothing. A CSV row has no names: it must have sysbench's own ten
 * figures, and the queries must be the sum of their kinds, else its columns are others.
 */
export function readSecond(line: string): SysbenchSecond | null {
  return textRow.test(line) ? readText(line) : readCsv(line);
}

function readText(line: string): SysbenchSecond | null {
  const find = (pattern: RegExp, group = 1): number | null => {
    const found = pattern.exec(line)?.[group];
    return found === undefined ? null : Number(found);
  };
  const second = find(textRow);
  const running = find(threads);
  const tps = find(events);
  // A row that was cut off would look like one with less to say; a test without SQL ends with the latency.
  const isWhole = find(queries) === null ? find(latency) !== null : find(errors) !== null;
  if (second === null || running === null || tps === null || !isWhole) return null;
  const percentile = find(latency);
  return {
    second,
    threads: running,
    tps,
    qps: find(queries),
    reads: find(kinds, 1),
    writes: find(kinds, 2),
    others: find(kinds, 3),
    latencyMs: toLatency(find(latency, 2)),
    percentile: percentile === 0 ? null : percentile,
    errorsPerSecond: find(errors),
    reconnectsPerSecond: find(reconnects),
  };
}

function readCsv(line: string): SysbenchSecond | null {
  if (!csvRow.test(line)) return null;
  const [second, running, tps, qps, reads, writes, others, latencyMs, errorRate, reconnectRate] = line
    .split(",")
    .map(Number);
  if (second === undefined || running === undefined || tps === undefined || qps === undefined) return null;
  if (reads === undefined || writes === undefined || others === undefined) return null;
  // Four figures of two decimals each.
  if (Math.abs(reads + writes + others - qps) > 0.025) return null;
  return {
    second,
    threads: running,
    tps,
    qps,
    reads,
    writes,
    others,
    latencyMs: toLatency(latencyMs ?? null),
    percentile: null,
    errorsPerSecond: errorRate ?? null,
    reconnectsPerSecond: reconnectRate ?? null,
  };
}

/** 0.00 stands for an interval without events, for one whose latencies a checkpoint took, and for percentiles switched off. */
function toLatency(ms: number | null): number | null {
  return ms === null || ms <= 0 ? null : ms;
}
