import { createHash } from "node:crypto";
import { appendFileSync, existsSync, readFileSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { FaultOutcome, KeptPromises, SittingEnd } from "@primacy/lab/soak";
import { z } from "zod";

/** One line of a record: what came of a fault, what its clients may expect, or what the end of a sitting found. */
const RecordLine = z.union([
  z.strictObject({ outcome: FaultOutcome }),
  z.strictObject({ promises: KeptPromises }),
  z.strictObject({ end: SittingEnd }),
]);
type RecordLine = z.infer<typeof RecordLine>;

/** Which record, and what it is opened for. */
export interface RecordRequest {
  readonly name: string;
  readonly seed: number;
  /** The first fault that is to be done now. */
  readonly from: number;
  /** Digest of the agent program that is to be run now. */
  readonly build: string;
  /** Whether outcomes from `from` on may be forgotten. */
  readonly overwrite: boolean;
}

/** All that is known of one schedule, kept in a file of one line each, so that a run can go on where another stopped. */
export interface SoakRecord {
  readonly file: string;
  /** Of the faults before the first of this sitting. */
  readonly outcomes: readonly FaultOutcome[];
  readonly promises: readonly KeptPromises[];
  readonly ends: readonly SittingEnd[];
  readonly append: (line: RecordLine) => void;
}

/**
 * Opens a record to go on at fault `from`. Returns the problems instead where it would forget what was not meant to be
 * forgotten, cannot be understood, or is of another build of the agent; nothing is changed then.
 */
export function openRecord(
  request: RecordRequest,
  folder = tmpdir(),
): SoakRecord | { readonly problems: readonly string[] } {
  const { name, from, overwrite } = request;
  const file = path.join(folder, `primacy-soak-${name}.jsonl`);
  const read = readLines(file);
  const isAnew = from === 1 && overwrite;
  if (read === null && !isAnew)
    return { problems: [`${file} cannot be understood; --overwrite with --from 1 begins anew`] };
  const lines = read ?? [];
  const problems = isAnew ? [] : checkLines(file, lines, request);
  if (problems.length > 0) return { problems };
  const kept = lines.filter((line) => !("end" in line) && getNumber(line) < from);
  const labs = new Set(kept.flatMap((line) => ("outcome" in line ? [line.outcome.lab] : [])));
  kept.push(...lines.filter((line) => "end" in line && labs.has(line.end.lab)));
  writeFileSync(file, kept.map(toText).join(""));
  return {
    file,
    outcomes: kept.flatMap((line) => ("outcome" in line ? [line.outcome] : [])),
    promises: kept.flatMap((line) => ("promises" in line ? [line.promises] : [])),
    ends: kept.flatMap((line) => ("end" in line ? [line.end] : [])),
    append: (line) => appendFileSync(file, toText(line)),
  };
}

/** What a record has of its faults and of the ends of its sittings; null where there is none, or it cannot be understood. */
export function readRecord(file: string): Pick<SoakRecord, "outcomes" | "ends"> | null {
  const lines = existsSync(file) ? readLines(file) : null;
  if (lines === null) return null;
  return {
    outcomes: lines.flatMap((line) => ("outcome" in line ? [line.outcome] : [])),
    ends: lines.flatMap((line) => ("end" in line ? [line.end] : [])),
  };
}

/**
 * Digest of the program that is installed on the hosts: figures of two programs are no figures of one. The same program built
 * again has the same one, though its package differs by what the engine compiled into it. Throws where it was not built.
 */
export function readBuild(files: readonly string[]): string {
  const hash = createHash("sha256");
  for (const file of files) hash.update(readFileSync(file)).update("\0");
  return hash.digest("hex").slice(0, 16);
}

function checkLines(
  file: string,
  lines: readonly RecordLine[],
  { seed, from, build, overwrite }: RecordRequest,
): string[] {
  const outcomes = lines.flatMap((line) => ("outcome" in line ? [line.outcome] : []));
  const problems: string[] = [];
  if (outcomes.some((one) => one.seed !== seed)) problems.push(`${file} is of another seed`);
  const later = outcomes.filter(({ number }) => number >= from).map(({ number }) => number);
  if (later.length > 0 && !overwrite) {
    const [first, last] = [Math.min(...later), Math.max(...later)];
    problems.push(
      `fault ${first === last ? first : `${first} to ${last}`} is recorded in ${file}: --from ${last + 1} goes on, --overwrite forgets it`,
    );
  }
  const builds = new Set(outcomes.filter(({ number }) => number < from).map((one) => one.build));
  builds.delete(build);
  for (const other of builds)
    problems.push(`${file} was made with build ${other} of the agent, and this is ${build}: begin anew`);
  return problems;
}

/** Null where a line cannot be understood. */
function readLines(file: string): RecordLine[] | null {
  const texts = existsSync(file) ? readFileSync(file, "utf8").split("\n") : [];
  const lines: RecordLine[] = [];
  for (const text of texts.filter((one) => one !== "")) {
    const parsed = RecordLine.safeParse(parseJson(text));
    if (!parsed.success) return null;
    lines.push(parsed.data);
  }
  return lines;
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

function getNumber(line: RecordLine): number {
  if ("outcome" in line) return line.outcome.number;
  return "promises" in line ? line.promises.number : 0;
}

function toText(line: RecordLine): string {
  return `${JSON.stringify(line)}\n`;
}
