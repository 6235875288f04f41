import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { runSchedule } from "@primacy/core/vip/simulator";
import { chooseHosts } from "./chunk";

const LAST_LINES = 30;

/** Where a seed's whole trace was written, and its last lines before the first broken promise. */
export interface Replay {
  readonly file: string;
  readonly lastLines: readonly string[];
}

/** Runs a seed again and keeps a line per input and action. */
export function replaySeed(seed: number, folder: string): Replay {
  const { trace, findings } = runSchedule({ seed, hosts: chooseHosts(seed), trace: true });
  const atMs = findings[0]?.atMs ?? Number.POSITIVE_INFINITY;
  const before = trace.filter((line) => Number.parseFloat(line) <= atMs);
  const file = path.join(folder, `trace-${seed}.txt`);
  const broken = findings.map(
    (finding) => `${finding.atMs.toFixed(1)} ${finding.invariant}: ${finding.message}`,
  );
  mkdirSync(folder, { recursive: true });
  writeFileSync(file, `${[...trace, "broken:", ...broken].join("\n")}\n`);
  return { file, lastLines: before.slice(-LAST_LINES) };
}
