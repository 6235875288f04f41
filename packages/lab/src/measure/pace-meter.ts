import { type ChildProcess, spawn } from "node:child_process";
import path from "node:path";
import { createInterface } from "node:readline";
import { LabError } from "../errors";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";

const firstSampleLimitMs = 10_000;
/** How far from a stretch's ends its samples may lie: each tells of the second before it. */
const slackMs = 1_000;

interface Sample {
  readonly atMs: number;
  readonly micros: number;
}

/** One process per share of the processors that tells its pace each second (see pace-child.mjs). The caller ends it. */
export class PaceMeter {
  readonly #children: readonly ChildProcess[];
  readonly #samples: readonly Sample[][];

  private constructor(shares: readonly string[]) {
    this.#samples = shares.map(() => []);
    this.#children = shares.map((share, index) => {
      const script = path.join(import.meta.dirname, "pace-child.mjs");
      const child = spawn("taskset", ["--cpu-list", share, process.execPath, script], {
        stdio: ["ignore", "pipe", "inherit"],
      });
      createInterface({ input: child.stdout }).on("line", (line) => {
        this.#samples[index]?.push({ atMs: monotonicMs(), micros: Number(line) });
      });
      return child;
    });
  }

  /** Starts one process on each of these processor lists. Throws LabError `not_observed` where one stays silent. */
  static async start(shares: readonly string[]): Promise<PaceMeter> {
    const meter = new PaceMeter(shares);
    try {
      await waitFor(
        "the pace of the processors",
        () => (meter.#samples.every((samples) => samples.length > 1) ? true : undefined),
        { timeoutMs: firstSampleLimitMs },
      );
    } catch (error) {
      meter.stop();
      throw error;
    }
    return meter;
  }

  /**
   * The mean time that the piece of work took between two instants of the monotonic clock, in microseconds, for each
   * share. Throws LabError `not_observed` where nothing was told in between.
   */
  readPace(fromMs: number, toMs: number): readonly number[] {
    return this.#samples.map((samples) => {
      const within = samples.filter(({ atMs }) => atMs >= fromMs + slackMs / 2 && atMs <= toMs + slackMs);
      if (within.length === 0) throw new LabError("not_observed", "The pace of a processor was not told.");
      return within.reduce((sum, { micros }) => sum + micros, 0) / within.length;
    });
  }

  /** Ends the processes. Safe to repeat. */
  stop(): void {
    for (const child of this.#children) child.kill("SIGKILL");
  }
}
