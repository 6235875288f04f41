import { readdir, readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { readPids } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { tryCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";

const moveLimitMs = 10_000;

/**
 * Which processors of the machine a lab's hosts run on: the first for one of them alone, the others for the rest. A real
 * primary shares its processors with one agent; without this it would share them with every host of the lab.
 */
export class ProcessorShares {
  readonly #lab: Lab;
  readonly #alone: LabHost;
  readonly #others: string;

  private constructor(lab: Lab, alone: LabHost) {
    this.#lab = lab;
    this.#alone = alone;
    this.#others = cpus().length === 2 ? "1" : `1-${cpus().length - 1}`;
  }

  /** Moves every process of the lab. Throws LabError `requirements_missing` on a machine with one processor. */
  static async separate(lab: Lab, alone: LabHost): Promise<ProcessorShares> {
    if (cpus().length < 2)
      throw new LabError("requirements_missing", "This needs a machine with at least two processors.");
    const shares = new ProcessorShares(lab, alone);
    await waitFor(
      "every process of the lab to be in its share",
      async () => {
        await shares.#move();
        return (await shares.#findStray()) === null ? true : undefined;
      },
      { timeoutMs: moveLimitMs },
    );
    return shares;
  }

  /** The processor lists: that of the one host alone, and that of all others. */
  get lists(): readonly [string, string] {
    return ["0", this.#others];
  }

  /** How busy each share has been since the machine started, in processor seconds, and out of how many. */
  async readBusy(): Promise<readonly BusyTime[]> {
    const stat = await readFile("/proc/stat", "utf8");
    return this.lists.map((list) => readBusy(stat, list));
  }

  /** The command line that starts a command in the host's own share; its children inherit it. */
  place(host: LabHost, argv: readonly string[]): string[] {
    return ["taskset", "--cpu-list", this.#processorsOf(host), ...argv];
  }

  /** Throws LabError `not_observed` where a thread of the lab may run outside its share. */
  async verify(): Promise<void> {
    const stray = await this.#findStray();
    if (stray !== null) throw new LabError("not_observed", stray);
  }

  /** A process that has ended meanwhile needs no place; a child that was just born is moved the next time. */
  async #move(): Promise<void> {
    for (const host of this.#lab.hosts) {
      const place = ["taskset", "--all-tasks", "--cpu-list", "--pid", this.#processorsOf(host)];
      for (const pid of await this.#listPids(host)) await tryCommand([...place, String(pid)]);
    }
  }

  async #findStray(): Promise<string | null> {
    for (const host of this.#lab.hosts) {
      for (const pid of await this.#listPids(host)) {
        for (const task of await readdir(`/proc/${pid}/task`).catch(() => [])) {
          const status = await readFile(`/proc/${pid}/task/${task}/status`, "utf8").catch(() => "");
          const allowed = /^Cpus_allowed_list:\s*(.+)$/m.exec(status)?.[1];
          if (allowed !== undefined && allowed !== this.#processorsOf(host))
            return `Thread ${task} of process ${pid} of ${host.name} may run on ${allowed}.`;
        }
      }
    }
    return null;
  }

  /** What only waits at the door for a command inside is not part of the host. */
  async #listPids(host: LabHost): Promise<number[]> {
    const pids = await (await host.getFreezer()).listPids();
    const depths = await Promise.all(pids.map(readPids));
    return pids.filter((_pid, index) => (depths[index]?.length ?? 0) >= 2);
  }

  #processorsOf(host: LabHost): string {
    return host === this.#alone ? "0" : this.#others;
  }
}

/** Processor time, in clock ticks. */
export interface BusyTime {
  readonly busy: number;
  readonly all: number;
}

/** The times of the processors in a list such as `1-3`, from the text of /proc/stat (proc(5)); waiting for the disk is idle. */
export function readBusy(stat: string, list: string): BusyTime {
  const [first = 0, last = first] = list.split("-").map(Number);
  const rows = [...stat.matchAll(/^cpu(\d+) (.+)$/gm)].filter(([, number]) => {
    const processor = Number(number);
    return processor >= first && processor <= last;
  });
  // user, nice, system, idle, iowait, irq, softirq, steal; guests are in user already.
  const times = rows.map(([, , text = ""]) => text.split(" ").slice(0, 8).map(Number));
  const all = times.flat().reduce((sum, ticks) => sum + ticks, 0);
  const idle = times.reduce((sum, ticks) => sum + (ticks[3] ?? 0) + (ticks[4] ?? 0), 0);
  return { busy: all - idle, all };
}
