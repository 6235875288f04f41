import { describe, expect, it } from "vitest";
import { Chance } from "../vip/simulator/chance";
import { type ArmRun, blocksForHalfWidth, compareArms } from "./compare-arms";
import { type PlannedRun, planSchedule } from "./schedule";

/** What disturbs the logarithm of each run's throughput, run after run. */
type Noise = (chance: Chance) => () => number;

function normal(chance: Chance): number {
  return Math.sqrt(-2 * Math.log(1 - chance.next())) * Math.cos(2 * Math.PI * chance.next());
}

const noises = {
  independent: (chance) => () => 0.03 * normal(chance),
  /** A machine that becomes slower by half a percent with each run, and whose pace wanders besides. */
  drifting: (chance) => {
    let level = 0;
    return () => {
      level += -0.005 + 0.02 * normal(chance);
      return level + 0.01 * normal(chance);
    };
  },
  /** Student's distribution with two degrees of freedom, which has no variance, and a neighbour that takes a third now and then. */
  heavyTailed: (chance) => () => {
    const scale = Math.sqrt(-Math.log(1 - chance.next()));
    return (0.02 * normal(chance)) / scale + (chance.happens(0.05) ? Math.log(2 / 3) : 0);
  },
} as const satisfies Record<string, Noise>;

const loss = 4;
const sides = { arm: 1, baseline: 0 };

interface Case {
  readonly blocks: number;
  readonly threads?: readonly number[];
  readonly noise: Noise;
  /** Otherwise the order that the seed draws. */
  readonly order?: (run: PlannedRun) => number;
}

function simulate({ blocks, threads = [16], noise, order }: Case, seed: number): ArmRun[] {
  const disturb = noise(new Chance(seed * 7919 + 1));
  return planSchedule({ arms: 2, threads, blocks, seed }).map((run) => {
    const arm = order?.(run) ?? run.arm;
    const cost = arm === 0 ? 0 : Math.log(1 - loss / 100);
    return { ...run, arm, tps: 500 * run.threads ** 0.3 * Math.exp(cost + disturb()) };
  });
}

/** In how many of 100 benchmarks the interval holds the loss that there is. */
function cover(of: Case, benchmarks = 2000): number {
  let held = 0;
  for (let seed = 0; seed < benchmarks; seed += 1) {
    const { low, high } = compareArms(simulate(of, seed), sides);
    if (low !== null && low <= loss && loss <= high) held += 1;
  }
  return (100 * held) / benchmarks;
}

describe("the interval holds the loss in 93 of 100 benchmarks at least, and no oftener than its ranks say", () => {
  /** What the ranks give exactly: 1 - 2 P(W < cut). */
  const exact = { 6: 96.88, 8: 96.09, 12: 95.75, 20: 95.16 } as const;

  describe.each([6, 8, 12, 20] as const)("of %i blocks", (blocks) => {
    it.each(["independent", "drifting", "heavyTailed"] as const)("under %s noise", (kind) => {
      const covered = cover({ blocks, noise: noises[kind] });
      expect(covered).toBeGreaterThanOrEqual(93);
      expect(covered).toBeLessThanOrEqual(exact[blocks] + 1.5);
    });
  });

  it.each(["independent", "drifting", "heavyTailed"] as const)(
    "over three thread counts, under %s noise",
    (kind) => {
      const covered = cover({ blocks: 8, threads: [8, 16, 64], noise: noises[kind] });
      expect(covered).toBeGreaterThanOrEqual(93);
      expect(covered).toBeLessThanOrEqual(exact[8] + 1.5);
    },
  );

  it("of 40 blocks, by the normal distribution of the ranks", () => {
    const covered = cover({ blocks: 40, noise: noises.heavyTailed }, 1000);
    expect(covered).toBeGreaterThanOrEqual(93);
    expect(covered).toBeLessThanOrEqual(96.5);
  });

  it.each([3, 4, 5])("of %i blocks by Student's t, where the noise is normal", (blocks) => {
    const covered = cover({ blocks, noise: noises.independent });
    expect(covered).toBeGreaterThanOrEqual(93);
    expect(covered).toBeLessThanOrEqual(96.5);
  });
});

it("would not hold it if the baseline always ran first on a machine that becomes slower", () => {
  const wanders: Noise = (chance) => {
    let level = 0;
    return () => {
      level -= 0.02;
      return level + 0.005 * normal(chance);
    };
  };
  const first = { blocks: 8, noise: wanders, order: (run: PlannedRun) => run.position };
  expect(cover(first, 200)).toBeLessThan(5);
  expect(cover({ blocks: 8, noise: wanders }, 200)).toBeGreaterThanOrEqual(90);
});

it("finds a loss where there is one, and none where the arms are alike", () => {
  const verdicts = (shown: number): Map<string, number> => {
    const counts = new Map<string, number>();
    for (let seed = 0; seed < 500; seed += 1) {
      const runs = simulate({ blocks: 12, noise: noises.independent }, seed).map((run) =>
        run.arm === 0 ? run : { ...run, tps: (run.tps * (1 - shown / 100)) / (1 - loss / 100) },
      );
      const { verdict } = compareArms(runs, sides);
      counts.set(verdict, (counts.get(verdict) ?? 0) + 1);
    }
    return counts;
  };
  expect(verdicts(0).get("noise")).toBeGreaterThan(465);
  expect(verdicts(8).get("costs")).toBeGreaterThan(490);
  expect(verdicts(-8).get("gains")).toBeGreaterThan(490);
});

it.each([6, 10, 20])(
  "foretells from %i blocks how many the wanted width takes, to a tenth on average",
  (blocks) => {
    const wanted = 1.2;
    const answers: number[] = [];
    for (let seed = 0; seed < 300; seed += 1) {
      const difference = compareArms(simulate({ blocks, noise: noises.independent }, seed), sides);
      const more = blocksForHalfWidth(difference, { halfWidth: wanted, secondsPerBlock: 1 });
      answers.push(blocks + (more?.blocks ?? 0));
    }
    const typical = answers.sort((a, b) => a - b)[150] ?? 0;
    const widths = Array.from({ length: 60 }, (_, seed) => {
      const { low, high } = compareArms(
        simulate({ blocks: typical, noise: noises.independent }, seed + 900),
        sides,
      );
      return ((high ?? 0) - (low ?? 0)) / 2;
    }).sort((a, b) => a - b);
    expect((widths[30] ?? 0) / wanted).toBeGreaterThan(0.9);
    expect((widths[30] ?? 0) / wanted).toBeLessThan(1.1);
  },
);
