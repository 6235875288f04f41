import { copyFile } from "node:fs/promises";
import { installLayout } from "@primacy/contract/agent";
import type { HostProcess } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabHost } from "../host/lab-host";
import { waitFor } from "../process/wait-for";
import { databaseNames } from "../roster";
import type { ProcessorShares } from "./processors";
import type { MeasureSetting } from "./setting";

/** The agent and its child; its supervisor does nothing while it waits. */
const pausedNames = new Set(["primacy-agent", "nft"]);
const signalLimitMs = 5_000;

/**
 * Agents that can be made to stand still and to go on, all of a lab at once. An agent that starts compiles its code for
 * minutes, one that goes on does not: halves of seconds can be compared, in which the machine's neighbours change little.
 * It needs a build of the agent that nobody ends when it stands still; it is the same but for that.
 */
export class AgentPause {
  readonly #setting: MeasureSetting;
  readonly #holder: LabHost;
  readonly #pids: readonly number[];

  private constructor(setting: MeasureSetting, holder: LabHost, pids: readonly number[]) {
    this.#setting = setting;
    this.#holder = holder;
    this.#pids = pids;
  }

  /**
   * Puts the build's executable in the place of the agents' and starts them in their shares; returns when the primary's
   * host, `holder`, has the address again. Throws LabError.
   */
  static async open(
    setting: MeasureSetting,
    shares: ProcessorShares,
    { executable, holder }: { readonly executable: string; readonly holder: LabHost },
  ): Promise<AgentPause> {
    const hosts = databaseNames.map((name) => setting.lab.host(name));
    await Promise.all(hosts.map((host) => exchange(host, shares, executable)));
    await awaitHolder(setting, holder, 30_000);
    const pids = (await listAgents(setting)).map(({ pid }) => pid);
    return new AgentPause(setting, holder, pids);
  }

  /** Lets them go on, or stand still; returns when the kernel shows every one of them so. Throws LabError. */
  async set(isRunning: boolean): Promise<void> {
    for (const pid of this.#pids) process.kill(pid, isRunning ? "SIGCONT" : "SIGSTOP");
    await waitFor(
      `the agents to ${isRunning ? "go on" : "stand still"}`,
      async () => ((await this.#areAll(isRunning)) ? true : undefined),
      { timeoutMs: signalLimitMs, intervalMs: 10 },
    );
  }

  /**
   * Throws LabError `not_observed` unless they are still the same processes, as they were told to be, and the primary's host
   * has the address where they run: agents that are not in their right state would be no figure.
   */
  async verify(isRunning: boolean): Promise<void> {
    if (!(await this.#areAll(isRunning)))
      throw new LabError("not_observed", `The agents do not all ${isRunning ? "run" : "stand still"}.`);
    if (isRunning) await awaitHolder(this.#setting, this.#holder, 1_000);
  }

  async #areAll(isRunning: boolean): Promise<boolean> {
    const found = await listAgents(this.#setting);
    return (
      found.map(({ pid }) => pid).join() === this.#pids.join() &&
      found.every(({ state }) => (state === "T") !== isRunning)
    );
  }
}

/** A program that runs cannot be written to: the new one takes its name. */
async function exchange(host: LabHost, shares: ProcessorShares, executable: string): Promise<void> {
  await host.exec(shares.place(host, [installLayout.supervisor, "stop"]), { timeoutMs: 30_000 });
  const { stdout } = await host.exec(["readlink", "-f", `${installLayout.currentLink}/primacy-agent`]);
  const place = stdout.trim();
  const fresh = `${place}.new`;
  await copyFile(executable, await host.findOnMachine(fresh));
  await host.exec(["chmod", "755", fresh]);
  await host.exec(["mv", fresh, place]);
  await host.exec(shares.place(host, [installLayout.supervisor, "start"]), { timeoutMs: 30_000 });
}

async function awaitHolder(
  { lab, vipAddress }: MeasureSetting,
  holder: LabHost,
  timeoutMs: number,
): Promise<void> {
  await waitFor(
    `${holder.name} to hold ${vipAddress}`,
    async () => ((await lab.observe.addressHolders(vipAddress)).join() === holder.name ? true : undefined),
    { timeoutMs, intervalMs: 50 },
  );
}

async function listAgents({ lab }: MeasureSetting): Promise<HostProcess[]> {
  const found = await Promise.all(databaseNames.map((name) => lab.host(name).listProcesses()));
  return found
    .flat()
    .filter(({ name }) => pausedNames.has(name))
    .sort((one, other) => one.pid - other.pid);
}
