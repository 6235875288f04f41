import { mkdirSync, readFileSync, renameSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createTallies, type Tallies } from "./tally";

/** How far a long run has come. `digest` names the code that ran: the schedules of other code count for nothing. */
export interface Progress {
  readonly digest: string;
  /** Seed of schedule 0. */
  readonly seed: number;
  /** The first schedule that counts. */
  readonly from: number;
  /** The first schedule that has not been run; every one from `from` to it has been. */
  readonly next: number;
  readonly tallies: Tallies;
}

/** Nothing run yet. */
function createProgress(digest: string, seed: number, from: number): Progress {
  return { digest, seed, from, next: from, tallies: createTallies() };
}

/** The progress that an earlier run of the same code has left, or null. */
export function findProgress(file: string, digest: string, seed: number): Progress | null {
  try {
    const found: Progress = JSON.parse(readFileSync(file, "utf8"));
    return found.digest === digest && found.seed === seed ? found : null;
  } catch {
    return null;
  }
}

/** Where a run begins: at schedule `from`, or, where that is null, where an earlier run of the same code has left off. */
export function startProgress(file: string, digest: string, seed: number, from: number | null): Progress {
  const found = from === null ? findProgress(file, digest, seed) : null;
  return found ?? createProgress(digest, seed, from ?? 0);
}

/** Writes the progress whole or not at all. */
export function saveProgress(file: string, progress: Progress): void {
  mkdirSync(path.dirname(file), { recursive: true });
  const unfinished = `${file}.new`;
  writeFileSync(unfinished, JSON.stringify(progress));
  renameSync(unfinished, file);
}
