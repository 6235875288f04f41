import { readFile } from "node:fs/promises";
import { cpus } from "node:os";
import { LabError } from "../errors";
import { observeInnerPid } from "../host/host-process";
import type { LabHost } from "../host/lab-host";
import type { Lab } from "../lab";
import { tryCommand } from "../process/run-command";

/**
 * Which processors of the machine a lab's hosts run on: the first for one host alone, the others for all other hosts.
 * A real primary shares its processors with one agent; without this it would share them with every host of the lab.
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
    for (const host of lab.hosts) {
      for (const pid of await (await host.getFreezer()).listPids()) {
        // A process that has ended meanwhile needs no place.
        await tryCommand([
          "taskset",
          "--all-tasks",
          "--cpu-list",
          "--pid",
          shares.#processorsOf(host),
          String(pid),
        ]);
      }
    }
    await shares.verify();
    return shares;
  }

  /** The command line that starts a command in the host's own share; its children inherit it. */
  place(host: LabHost, argv: readonly string[]): string[] {
    return ["taskset", "--cpu-list", this.#processorsOf(host), ...argv];
  }

  /** Throws LabError `not_observed` where a process of the lab may run outside its share. */
  async verify(): Promise<void> {
    for (const host of this.#lab.hosts) {
      for (const pid of await (await host.getFreezer()).listPids()) {
        // What only waits at the door for a command inside is not part of the load.
        if ((await observeInnerPid(pid)).length < 2) continue;
        const status = await readFile(`/proc/${pid}/status`, "utf8").catch(() => null);
        const allowed = status === null ? null : /^Cpus_allowed_list:\s*(.+)$/m.exec(status)?.[1];
        if (allowed !== null && allowed !== this.#processorsOf(host))
          throw new LabError("not_observed", `Process ${pid} of ${host.name} runs on ${allowed}.`);
      }
    }
  }

  #processorsOf(host: LabHost): string {
    return host === this.#alone ? "0" : this.#others;
  }
}
