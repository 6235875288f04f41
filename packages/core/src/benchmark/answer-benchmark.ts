import {
  type ArmDifference,
  type BenchmarkAnswer,
  type BenchmarkRun,
  type Message,
  message,
} from "@primacy/contract";
import { type ArmRun, blocksForHalfWidth, type ArmDifference as Compared, compareArms } from "./compare-arms";
import { estimateRun, type TimedBenchmark } from "./seconds-left";

/** The half width, in points, that a benchmark is told the cost of: what the VIP is said to cost. */
const wantedHalfWidth = 1;

/** Nobody waits longer for an answer: then the noise is what has to become less. */
const longestSeconds = 24 * 3_600;

/**
 * What a benchmark comes to so far: each arm against the first, for each number of threads and over all. A block counts once all of its arms are
 * done; a run that was disturbed is in none.
 */
export function answerBenchmark(measured: TimedBenchmark): BenchmarkAnswer {
  const runs = measured.runs.flatMap(toArmRun);
  const others = measured.arms.flatMap(({ name }, arm) => (arm === 0 ? [] : [{ name, arm }]));
  const differences = others.flatMap(({ name, arm }) => [
    ...(measured.threads.length > 1 ? [tell(measured, name, arm, null, runs)] : []),
    ...measured.threads.map((threads) => tell(measured, name, arm, threads, runs)),
  ]);
  return { differences, wholeBlocks: countWhole(measured), voidBlocks: countVoid(measured.runs) };
}

function toArmRun({ state, block, threads, arm, figures }: BenchmarkRun): readonly ArmRun[] {
  // What did nothing has no ratio, and is never `done`.
  if (state !== "done" || figures === null || figures.tps <= 0) return [];
  return [{ block, threads, arm, tps: figures.tps }];
}

function tell(
  measured: TimedBenchmark,
  name: string,
  arm: number,
  threads: number | null,
  all: readonly ArmRun[],
): ArmDifference {
  const runs = threads === null ? all : all.filter((run) => run.threads === threads);
  const counts = threads === null ? measured.threads : [threads];
  const compared = compareArms(runs, { arm, baseline: 0, threads: counts });
  const { blocks, method, loss, low, high, verdict } = compared;
  const more =
    verdict === "noise"
      ? blocksForHalfWidth(compared, {
          halfWidth: wantedHalfWidth,
          secondsPerBlock: secondsPerBlock(measured, threads),
        })
      : null;
  return { arm, threads, blocks, method, loss, low, high, verdict, more, text: toText(name, compared, more) };
}

/** Over all numbers of threads a block is a round with each of them. What is done before each run is most of it where servers are restarted. */
function secondsPerBlock(measured: TimedBenchmark, one: number | null): number {
  const { arms, threads } = measured;
  const { run, before } = estimateRun(measured);
  return arms.length * (one === null ? threads.length : 1) * (run + before);
}

function toText(arm: string, compared: Compared, more: ArmDifference["more"]): Message {
  if (compared.method === "too_few") return message("answer.benchmark_too_few", { arm });
  const { loss, low, high, verdict } = compared;
  if (verdict === "costs")
    return message("answer.benchmark_costs", {
      arm,
      loss: round(loss),
      low: roundDown(low),
      high: roundUp(high),
    });
  if (verdict === "gains")
    return message("answer.benchmark_gains", {
      arm,
      gain: round(-loss),
      low: roundDown(-high),
      high: roundUp(-low),
    });
  const params = { arm, most: roundUp(high), gain: roundUp(-low) };
  if (more === null || more.blocks === 0) return message("answer.benchmark_noise", params);
  return more.seconds > longestSeconds
    ? message("answer.benchmark_noise_far", params)
    : message("answer.benchmark_noise_more", {
        ...params,
        blocks: more.blocks,
        ms: Math.round(more.seconds * 1_000),
      });
}

/** To a tenth of a percent; what is larger than that of a noise of whole percents says nothing more. */
function round(percent: number): string {
  return percent.toFixed(1);
}

/** The ends of an interval are rounded outwards: "less than 1.5 %" holds for what is said. */
function roundUp(percent: number): string {
  return round(Math.ceil(percent * 10 - tolerance) / 10);
}

function roundDown(percent: number): string {
  return round(Math.floor(percent * 10 + tolerance) / 10);
}

/** Of the arithmetic: 1.1 times 10 is a little more than 11. */
const tolerance = 1e-9;

/** Blocks, of one number of threads each, of which every arm is done. */
function countWhole({ runs, arms }: TimedBenchmark): number {
  const done = new Map<string, Set<number>>();
  for (const { state, block, threads, arm } of runs) {
    if (state !== "done") continue;
    const key = `${block} ${threads}`;
    done.set(key, (done.get(key) ?? new Set()).add(arm));
  }
  return [...done.values()].filter((one) => one.size === arms.length).length;
}

/** How often a block was disturbed: in each of them one run was, and the others of it went with that one. */
function countVoid(runs: readonly BenchmarkRun[]): number {
  return runs.filter(
    ({ state, reason }) => (state === "failed" || state === "void") && reason?.code !== "why.benchmark_block",
  ).length;
}
