/** What a benchmark runs. Thread counts are taken in the order in which they are given. */
export interface BenchmarkShape {
  readonly arms: number;
  readonly threads: readonly number[];
  /** How many times each arm meets the others at each thread count. */
  readonly blocks: number;
  /** 0 to 2^32 - 1. */
  readonly seed: number;
}

/** One run of a schedule; all numbers but `threads` count from 0. */
export interface PlannedRun {
  /** The order in which runs are made. */
  readonly ordinal: number;
  /** The round. With each of its thread counts it makes one block of adjacent runs, every arm once. */
  readonly block: number;
  readonly threads: number;
  readonly arm: number;
  /** Its place within its block. */
  readonly position: number;
}

/** How many disturbed blocks of a benchmark are run again. */
export const mostRepeats = 2;

/**
 * Every run in order: rounds; in each round every thread count; for each of these every arm once, in an order of its own that
 * the seed draws, every order equally likely. So a machine that becomes slower or quicker favours no arm. The same shape
 * gives the same schedule.
 */
export function planSchedule(shape: BenchmarkShape): readonly PlannedRun[] {
  const drawOrder = orders(shape);
  const runs: PlannedRun[] = [];
  for (let block = 0; block < shape.blocks; block += 1)
    for (const threads of shape.threads) runs.push(...layBlock(drawOrder(), { block, threads }, runs.length));
  return runs;
}

/**
 * The runs that take the place of a disturbed block, after all others and in a new order; they keep its number, so that its
 * round becomes whole. Null when `allowed` blocks have been repeated. `runs` is every run so far, those of
 * earlier repeats included.
 */
export function repeatBlock(
  shape: BenchmarkShape,
  runs: { readonly length: number },
  disturbed: Pick<PlannedRun, "block" | "threads">,
  allowed: number = mostRepeats,
): readonly PlannedRun[] | null {
  const drawOrder = orders(shape);
  const planned = shape.blocks * shape.threads.length;
  const repeats = Math.round(runs.length / shape.arms) - planned;
  if (repeats >= allowed) return null;
  for (let drawn = 0; drawn < planned + repeats; drawn += 1) drawOrder();
  return layBlock(drawOrder(), disturbed, runs.length);
}

/** How long a schedule takes, disturbed blocks not counted; `secondsBetween` passes from the end of a run to the next start. */
export function estimateSchedule(
  shape: Omit<BenchmarkShape, "seed">,
  run: { readonly warmupSeconds: number; readonly runSeconds: number; readonly secondsBetween: number },
): number {
  const runs = shape.arms * shape.threads.length * shape.blocks;
  return runs * (run.warmupSeconds + run.runSeconds + run.secondsBetween);
}

function layBlock(
  order: readonly number[],
  { block, threads }: Pick<PlannedRun, "block" | "threads">,
  first: number,
): readonly PlannedRun[] {
  return order.map((arm, position) => ({ ordinal: first + position, block, threads, arm, position }));
}

/** Draws one order of the arms after the other (Fisher and Yates). */
function orders({ arms, seed }: BenchmarkShape): () => readonly number[] {
  const draw = numbers(seed);
  return () => {
    const order = Array.from({ length: arms }, (_, arm) => arm);
    for (let last = arms - 1; last > 0; last -= 1) {
      const other = Math.floor(draw() * (last + 1));
      const moved = order[last] ?? last;
      order[last] = order[other] ?? other;
      order[other] = moved;
    }
    return order;
  };
}

/**
 * Numbers from 0 to 1 (mulberry32), the same on every machine. It stands here and not in a place shared with others: a stored
 * seed means an order only as long as nobody improves the generator.
 */
function numbers(seed: number): () => number {
  let state = seed | 0;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}
