import path from "node:path";
import { parseArgs } from "node:util";
import { FEWEST_SCHEDULES_FOR_FLOORS } from "@primacy/core/vip/simulator";
import { bundleWorker } from "./bundle";
import { runLong } from "./long-run";
import { startProgress } from "./progress";
import { replaySeed } from "./replay";
import { describeTallies, listTimid } from "./tally";

const usage = `usage: npm run simulate -- [--schedules 1000000] [--seed 1] [--from K] [--processes 2]

Runs the VIP decision through random schedules in the simulator, one seed each from --seed on, and stops at the first
broken promise. Ctrl-C stops it; the same command then goes on where it stood, unless the code has changed. --from K
starts at schedule K instead. The last line is one line of JSON; the exit code is 1 where a promise was broken or the
address was taken too seldom, 130 where it was stopped before the end.`;

const folder = path.resolve(import.meta.dirname, "../../.data/simulator");
const begun = Date.now();
const say = (line: string): void => {
  process.stdout.write(`${((Date.now() - begun) / 1_000).toFixed(1).padStart(8)} s  ${line}\n`);
};

const options = parse();
const { program, digest } = await bundleWorker(folder);
const stateFile = path.join(folder, `seed-${options.seed}.json`);
const progress = startProgress(stateFile, digest, options.seed, options.from);
if (progress.next > progress.from) say(`goes on at schedule ${progress.next}`);

const stopping = new AbortController();
for (const signal of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.on(signal, () => stopping.abort());
const end = await runLong(progress, {
  program,
  stateFile,
  end: options.schedules,
  processes: options.processes,
  say,
  signal: stopping.signal,
});

const { violation } = end;
if (violation !== null) {
  say(`seed ${violation.seed} breaks a promise`);
  const { file, lastLines } = replaySeed(violation.seed, folder);
  const lines = [...violation.findings, "schedule:", violation.schedule, "before it:", ...lastLines];
  process.stdout.write(`${lines.join("\n")}\n`);
  say(`the whole trace: ${file}; again: npm run simulate -- --seed ${violation.seed} --from 0 --schedules 1`);
}
const { seed, from, next, tallies } = end.progress;
const isWhole = next >= options.schedules;
const timid = isWhole ? listTimid(tallies, FEWEST_SCHEDULES_FOR_FLOORS) : [];
for (const line of timid) say(`too timid: ${line}`);
if (!isWhole && violation === null) say(`stopped; the same command goes on at schedule ${next}`);
const { schedules, ...figures } = describeTallies(tallies);
process.stdout.write(
  `${JSON.stringify({
    schedules,
    violations: violation === null ? 0 : 1,
    ...figures,
    seeds: [seed + from, seed + next - 1],
    isWhole,
    digest,
  })}\n`,
);
if (violation !== null || timid.length > 0) process.exitCode = 1;
else if (!isWhole) process.exitCode = 130;

interface Options {
  readonly schedules: number;
  readonly seed: number;
  readonly from: number | null;
  readonly processes: number;
}

function parse(): Options {
  try {
    const text = { type: "string" } as const;
    const { values } = parseArgs({ options: { schedules: text, seed: text, from: text, processes: text } });
    return {
      schedules: readCount(values.schedules ?? "1000000", 1),
      seed: readCount(values.seed ?? "1", 1),
      from: values.from === undefined ? null : readCount(values.from, 0),
      processes: readCount(values.processes ?? "2", 1),
    };
  } catch {
    process.stderr.write(`${usage}\n`);
    process.exit(2);
  }
}

function readCount(text: string, least: number): number {
  const count = Number(text);
  if (!Number.isSafeInteger(count) || count < least) throw new RangeError(`${text} is no count`);
  return count;
}
