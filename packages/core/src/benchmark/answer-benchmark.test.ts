import type { BenchmarkFigures, BenchmarkRun } from "@primacy/contract";
import { message } from "@primacy/contract";
import { describe, expect, it } from "vitest";
import { answerBenchmark } from "./answer-benchmark";
import { sysbenchLoad } from "./benchmark.fixture";

const arms = ["Direct", "VIP", "Router"].map((name) => ({ name, endpoints: [] }));

function run(changes: Partial<BenchmarkRun> & { readonly tps?: number }): BenchmarkRun {
  const { tps = 1_000, ...rest } = changes;
  const latency = { minMs: null, meanMs: null, maxMs: null, p50: null, p95: null, p99: null };
  const figures: BenchmarkFigures = {
    seconds: 30,
    transactions: 30 * tps,
    tps,
    qps: 20 * tps,
    errorsPerSecond: 0,
    reconnects: 0,
    latency,
  };
  return {
    id: "00000000-0000-4000-8000-000000000001",
    ordinal: 0,
    block: 0,
    threads: 16,
    arm: 0,
    state: "done",
    startedAt: null,
    endedAt: null,
    figures,
    reason: null,
    ...rest,
  };
}

/** Blocks in which VIP and Router have these shares of the baseline, which itself goes up and down. */
function blocksOf(shares: readonly (readonly [vip: number, router: number])[], threads = 16): BenchmarkRun[] {
  return shares.flatMap(([vip, router], block) => {
    const base = 800 + 100 * (block % 3);
    return [base, base * vip, base * router].map((tps, arm) => run({ block, threads, arm, tps }));
  });
}

const asked = {
  ...{ arms, threads: [16], blocks: 6, runSeconds: 30, warmupSeconds: 5 },
  ...{ hygiene: "keep_tables" as const, workload: sysbenchLoad, system: null },
};
const measured = (runs: readonly BenchmarkRun[], threads: number[] = [16]) =>
  answerBenchmark({ ...asked, threads, runs: [...runs] });

const shares = [
  [0.99, 0.8],
  [1.01, 0.82],
  [1, 0.81],
  [0.98, 0.79],
  [1.02, 0.83],
  [1, 0.8],
] as const;

describe("answerBenchmark", () => {
  it("says what each arm costs against the first, with its interval, whatever the baseline does", () => {
    const { differences, wholeBlocks, voidBlocks } = measured(blocksOf(shares));
    const [vip, router] = differences;
    expect([wholeBlocks, voidBlocks]).toEqual([6, 0]);
    expect(router).toMatchObject({ arm: 2, threads: 16, blocks: 6, method: "exact_ranks", verdict: "costs" });
    expect(router?.low).toBeCloseTo(17, 1);
    expect(router?.high).toBeCloseTo(21, 1);
    expect(router?.text.text).toMatch(/^Router costs 19\.\d % \(17\.0 to 21\.0 %\)\.$/);
    expect(vip).toMatchObject({ arm: 1, verdict: "noise" });
    expect(vip?.text.text).toMatch(
      /^VIP: inside the noise\. It costs less than 2\.0 %, and gains less than 2\.0 %\. \d+ more blocks, about .+, would show/,
    );
    // A block of three arms at 35 s each, and 2 s after each.
    expect(vip?.more?.seconds).toBe(111 * (vip?.more?.blocks ?? 0));
  });

  it("says of more blocks how long they take with what is done before each run, as it took, or as it is taken to last", () => {
    const secondsOf = (changes: Partial<BenchmarkRun>): number => {
      const runs = blocksOf(shares).map((one) => ({ ...one, ...changes }));
      const { differences } = answerBenchmark({ ...asked, hygiene: "restart_servers", runs });
      const { blocks = 0, seconds = 0 } = differences[0]?.more ?? {};
      return seconds / blocks;
    };
    // To delete, restart three servers, change the primary twice, wait for the endpoints, and fill 40,000 rows.
    expect(secondsOf({})).toBeCloseTo(3 * (37 + 2 + 45 + 8 + 1 + 2));
    const preparation = [
      { kind: "clear", name: null, ms: 2_000 },
      { kind: "restart", name: "db2", ms: 128_000 },
    ] as const;
    const startedAt = "2026-11-29T10:00:00.000Z";
    const endedAt = "2026-11-29T10:00:41.000Z";
    expect(secondsOf({ startedAt, endedAt, preparation: [...preparation] })).toBeCloseTo(3 * (41 + 130));
  });

  it("calls an arm that is quicker a gain, with its own figures above 0", () => {
    const [vip] = measured(blocksOf(shares.map(([, router]) => [2 - router, 1]))).differences;
    expect(vip).toMatchObject({ verdict: "gains" });
    expect(vip?.text.text).toMatch(/^VIP gains 19\.\d % \(17\.0 to 21\.0 %\)\.$/);
  });

  it("answers over all numbers of threads first, in rounds that have each of them", () => {
    const { differences } = measured(
      [...blocksOf(shares, 16), ...blocksOf(shares.slice(0, 4), 64)],
      [16, 64],
    );
    expect(differences.map(({ arm, threads, blocks }) => [arm, threads, blocks])).toEqual([
      [1, null, 4],
      [1, 16, 6],
      [1, 64, 4],
      [2, null, 4],
      [2, 16, 6],
      [2, 64, 4],
    ]);
    expect(differences[2]?.method).toBe("t");
  });

  it("names no number of blocks that would take longer than a day", () => {
    const wild = [0.5, 1.6, 0.8, 1.9, 0.6, 1.2].map((vip) => [vip, 1] as const);
    const [vip] = measured(blocksOf(wild)).differences;
    expect(vip?.text.code).toBe("answer.benchmark_noise_far");
    expect(vip?.more?.seconds).toBeGreaterThan(86_400);
  });

  it("claims nothing of two blocks, and counts no disturbed run", () => {
    const disturbed = [
      run({ block: 2, arm: 0, state: "failed", reason: message("why.benchmark_no_summary") }),
      run({ block: 2, arm: 1, state: "void", reason: message("why.benchmark_block") }),
      run({ block: 2, arm: 2, state: "waiting", figures: null }),
    ];
    const { differences, wholeBlocks, voidBlocks } = measured([
      ...blocksOf(shares.slice(0, 2)),
      ...disturbed,
    ]);
    expect([wholeBlocks, voidBlocks]).toEqual([2, 1]);
    for (const one of differences) {
      expect(one).toMatchObject({ method: "too_few", low: null, high: null, verdict: "too_few", blocks: 2 });
      expect(one.text.code).toBe("answer.benchmark_too_few");
    }
  });

  it("is silent where there is one arm, and before anything was measured", () => {
    const one = { ...asked, arms: arms.slice(0, 1), runs: [run({})] };
    expect(answerBenchmark(one)).toEqual({ differences: [], wholeBlocks: 1, voidBlocks: 0 });
    expect(measured([]).differences.map(({ loss, verdict }) => [loss, verdict])).toEqual([
      [null, "too_few"],
      [null, "too_few"],
    ]);
  });
});
