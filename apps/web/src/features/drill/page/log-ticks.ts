import type { DrillErrorLog, DrillLogLine, LogPriority } from "@primacy/contract";

/** Lines of one error log that are too close to each other to be drawn apart. */
export interface LogTick {
  /** As early as the first and as late as the last may have been. */
  readonly fromMs: number;
  readonly toMs: number;
  /** The first of those that weigh most. */
  readonly worst: DrillLogLine;
  readonly count: number;
}

const weights: readonly LogPriority[] = ["System", "Warning", "Error"];

/** The lines of a log as ticks: one that comes within `apartMs` of the first of a tick belongs to it. */
export function listLogTicks({ lines }: Pick<DrillErrorLog, "lines">, apartMs: number): readonly LogTick[] {
  const groups: DrillLogLine[][] = [];
  for (const line of lines) {
    const [first] = groups.at(-1) ?? [];
    if (first !== undefined && line.atMs - first.atMs < apartMs) groups.at(-1)?.push(line);
    else groups.push([line]);
  }
  return groups.flatMap((group) => {
    const [first, last] = [group[0], group.at(-1)];
    if (first === undefined || last === undefined) return [];
    const worst = group.reduce((one, next) => (weightOf(next) > weightOf(one) ? next : one), first);
    const [fromMs, toMs] = [first.atMs - first.errorMs, last.atMs + last.errorMs];
    return [{ fromMs, toMs, worst, count: group.length }];
  });
}

/** A line, and whose log has it. */
export interface LogRow {
  /** No other row has it. */
  readonly key: string;
  readonly server: string;
  readonly line: DrillLogLine;
}

/** The lines of all logs in the order of the drill's clock. */
export function listLogRows(logs: readonly DrillErrorLog[]): readonly LogRow[] {
  return logs
    .flatMap(({ server, lines }) => lines.map((line, at) => ({ key: `${server} ${at}`, server, line })))
    .toSorted((a, b) => a.line.atMs - b.line.atMs);
}

function weightOf({ priority }: DrillLogLine): number {
  return weights.indexOf(priority);
}
