import { type ChildProcess, spawn } from "node:child_process";
import { readFile } from "node:fs/promises";
import { type ActingHost, type HostProcess, readProcess } from "@primacy/host-acts";
import { LabError } from "../errors";
import type { LabNames } from "../lab-names";
import { observeListeners } from "../observe/listeners";
import { getPackageFile } from "../paths";
import { type CommandOptions, type CommandResult, runCommand, tryCommand } from "../process/run-command";
import { type HostKind, type HostName, hostRoles } from "../roster";
import { type Freezer, getFreezer } from "./freezer";
import { findInitPid } from "./host-process";

/**
 * One host of a lab. Everything is observed at the time of the call: a LabHost stays valid while its host is
 * powered off and on again.
 */
export class LabHost implements ActingHost {
  readonly name: HostName;
  readonly kind: HostKind;
  readonly address: string;
  readonly ipv6: string;
  readonly mac: string;
  /** Network namespace, for `ip netns exec`. */
  readonly namespace: string;
  readonly #names: LabNames;

  constructor(names: LabNames, name: HostName) {
    this.#names = names;
    this.name = name;
    this.kind = hostRoles[name].kind;
    this.address = names.addressOf(name);
    this.ipv6 = names.ipv6Of(name);
    this.mac = names.macOf(name);
    this.namespace = names.namespaceOf(name);
  }

  /** Pid of the host's init on the machine, or null while it is powered off. */
  findInitPid(): Promise<number | null> {
    return findInitPid(this.#names, this.name);
  }

  /** The cgroup that holds every process of this host. */
  getFreezer(): Promise<Freezer> {
    return getFreezer(this.#names.cgroup, this.name);
  }

  /** True while the host's init runs, frozen or not. */
  async isOn(): Promise<boolean> {
    return (await this.findInitPid()) !== null;
  }

  /**
   * Runs a command as root inside the host, not through SSH. Throws LabError `host_off`, `host_frozen`,
   * `command_failed` (exit code other than 0), `command_timeout` or `aborted`.
   */
  async exec(argv: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    return runCommand(await this.#enter(argv), options);
  }

  /** As `exec`, but returns whatever the exit code is. */
  async tryExec(argv: readonly string[], options: CommandOptions = {}): Promise<CommandResult> {
    return tryCommand(await this.#enter(argv), options);
  }

  /** Every process of the host, frozen or not; empty while it is off. `pid` is that on the machine. */
  async listProcesses(): Promise<HostProcess[]> {
    const pids = await (await this.getFreezer()).listPids();
    // The outer half of `unshare` and `nsenter` is in the cgroup but not in the host.
    const all = await Promise.all(pids.map((pid) => readProcess(pid, 1)));
    return all.filter((one) => one !== null);
  }

  /** Signals a process by its pid on the machine. Throws as `process.kill`. */
  signal(pid: number, signal: NodeJS.Signals): void {
    process.kill(pid, signal);
  }

  /** The mounts of the host, as its kernel lists them. Throws where it is off. */
  async readMounts(): Promise<string> {
    return readFile(`/proc/${await this.findInitPid()}/mounts`, "utf8");
  }

  /** Those of the TCP ports on which something listens in the host's namespace, also while nobody can reach it. */
  listListeners(ports: readonly number[]): Promise<number[]> {
    return observeListeners(this, ports);
  }

  /** Starts a long-running command inside the host with piped output; the caller ends it. Throws as `exec`. */
  async spawn(argv: readonly string[], options: { readonly inherit?: boolean } = {}): Promise<ChildProcess> {
    const [file = "sh", ...args] = await this.#enter(argv);
    return spawn(file, args, { stdio: options.inherit === true ? "inherit" : "pipe" });
  }

  /** Writes a file inside the running host, owned by root. */
  async writeFile(path: string, text: string, mode = 0o644): Promise<void> {
    // Written aside and renamed, so that a reader sees the old or the new file, and a link is replaced.
    const script = 'mkdir -p "$(dirname "$1")" && cat >"$1.new" && chmod "$2" "$1.new" && mv "$1.new" "$1"';
    await this.exec(["sh", "-c", script, "sh", path, mode.toString(8)], { input: text });
  }

  /** Reads a file inside the running host. Throws LabError `command_failed` when it is absent. */
  async readFile(path: string): Promise<string> {
    return (await this.exec(["cat", path])).stdout;
  }

  /** Where a file of the host is found from outside of it, until it is powered off. Throws LabError `host_off`, `host_frozen`. */
  async findOnMachine(path: string): Promise<string> {
    const { pid } = await this.#findRunning();
    return `/proc/${pid}/root${path}`;
  }

  async #enter(argv: readonly string[]): Promise<string[]> {
    const { pid, freezer } = await this.#findRunning();
    return ["sh", getPackageFile("host-enter"), freezer.procsFile, String(pid), ...argv];
  }

  async #findRunning(): Promise<{ readonly pid: number; readonly freezer: Freezer }> {
    const pid = await this.findInitPid();
    if (pid === null) throw new LabError("host_off", `${this.name} is powered off.`, { retryable: true });
    const freezer = await this.getFreezer();
    if (await freezer.isFrozen()) {
      throw new LabError("host_frozen", `${this.name} is frozen; thaw it first.`, { retryable: true });
    }
    return { pid, freezer };
  }
}
