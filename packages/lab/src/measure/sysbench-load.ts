import type { ChildProcess } from "node:child_process";
import { createInterface } from "node:readline";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { waitFor } from "../process/wait-for";
import type { ProcessorShares } from "./processors";

const threads = 8;
const tables = 4;
const rows = 10_000;
/**
 * The ranges that a transaction sums up on the server, and the rows of each: with them the work of the primary is the limit,
 * and neither what applies it nor what sends it, which would have machines of their own.
 */
const sums = { ranges: 4, rows: 1_000 };
const prepareLimitMs = 120_000;
/** How long after a second its report may be missing. */
const reportLimitMs = 15_000;

/** Where sysbench's load goes, and for how long at most, whoever forgets to end it. */
export interface SysbenchTarget {
  readonly address: string;
  readonly limitSeconds: number;
}

/** One second of the load: when its report came (monotonic clock), and its transactions per second. */
export interface LoadSecond {
  readonly atMs: number;
  readonly tps: number;
}

/**
 * One run of sysbench `oltp_read_write` on the load host (8 threads, 4 tables of 10 000 rows, in the database `sbtest`, which
 * must exist; of its ranges the sums alone), read second by second. One run rather than one per figure: the same load differs by some percent from
 * run to run, and keeps its level within one. The caller ends it.
 */
export class SysbenchLoad {
  readonly #lab: Lab;
  readonly #seconds: LoadSecond[] = [];
  #hasEnded = false;
  #errorText = "";

  private constructor(lab: Lab, child: ChildProcess) {
    this.#lab = lab;
    const end = (): void => {
      this.#hasEnded = true;
    };
    child.once("close", end);
    child.once("error", (error) => {
      this.#errorText = error.message;
      end();
    });
    child.stderr?.on("data", (text: Buffer) => {
      this.#errorText = (this.#errorText + text.toString()).slice(-2_000);
    });
    if (child.stdout !== null) {
      createInterface({ input: child.stdout }).on("line", (line) => {
        const tps = parseReport(line);
        if (tps !== null) this.#seconds.push({ atMs: monotonicMs(), tps });
      });
    }
  }

  /** Makes the tables and starts the load on the processors of its host. Throws LabError `command_failed` or `command_timeout`. */
  static async start(lab: Lab, shares: ProcessorShares, target: SysbenchTarget): Promise<SysbenchLoad> {
    const app = lab.host("app1");
    const { user, password } = lab.credentials.bench;
    const argv = [
      "sysbench",
      "oltp_read_write",
      `--mysql-host=${target.address}`,
      `--mysql-user=${user}`,
      `--mysql-password=${password}`,
      "--mysql-db=sbtest",
      `--tables=${tables}`,
      `--table-size=${rows}`,
      "--simple-ranges=0",
      "--order-ranges=0",
      "--distinct-ranges=0",
      `--sum-ranges=${sums.ranges}`,
      `--range-size=${sums.rows}`,
      `--threads=${threads}`,
      `--time=${target.limitSeconds}`,
      "--report-interval=1",
    ];
    await app.exec([...argv, "prepare"], { timeoutMs: prepareLimitMs });
    return new SysbenchLoad(lab, await app.spawn(shares.place(app, [...argv, "run"])));
  }

  /**
   * Lets `skipSeconds` pass and returns the `seconds` after that. Throws LabError `not_observed` where the load ends or
   * falls silent.
   */
  async watch(skipSeconds: number, seconds: number): Promise<readonly LoadSecond[]> {
    const first = this.#seconds.length + skipSeconds;
    return await waitFor(
      `${skipSeconds + seconds} seconds of load`,
      () => {
        if (this.#hasEnded) throw new LabError("not_observed", `sysbench ended. ${this.#errorText}`.trim());
        return this.#seconds.length >= first + seconds
          ? this.#seconds.slice(first, first + seconds)
          : undefined;
      },
      { timeoutMs: (skipSeconds + seconds) * 1_000 + reportLimitMs },
    );
  }

  /** Ends the load. Safe to repeat. */
  async stop(): Promise<void> {
    await waitFor(
      "sysbench to end",
      async () => {
        if (this.#hasEnded) return true;
        // Again and again: just after its start it may not bear its name yet.
        await this.#lab.host("app1").tryExec(["pkill", "-x", "sysbench"]);
        return undefined;
      },
      { timeoutMs: 10_000 },
    );
  }
}

/** The transactions per second of a line that sysbench 1.0 reports while it runs; null for any other line. */
export function parseReport(line: string): number | null {
  const found = /^\[ \d+s \] thds: \d+ tps: ([\d.]+) /.exec(line)?.[1];
  return found === undefined ? null : Number(found);
}
