import { readdir, readFile } from "node:fs/promises";
import {
  type ActingHost,
  type ActLimits,
  type ActOutput,
  type HostProcess,
  readProcess,
} from "@primacy/host-acts";
import { CommandError, findCommand, runCommand } from "../command/run-command";
import { listListeningSockets } from "./listening-sockets";

const commandLimitMs = 60_000;

/** This host itself, for what acts on it as root. Commands are those of the system's own folders. */
export class OwnHost implements ActingHost {
  constructor(readonly name: string) {}

  async exec(argv: readonly string[], limits: ActLimits = {}): Promise<ActOutput> {
    const [name = "", ...args] = argv;
    const { timeoutMs = commandLimitMs, signal } = limits;
    const stdout = await runCommand(findCommand(name) ?? name, args, {
      timeoutMs,
      ...(signal === undefined ? {} : { signal }),
    });
    return { exitCode: 0, stdout, stderr: "" };
  }

  async tryExec(argv: readonly string[], limits: ActLimits = {}): Promise<ActOutput> {
    try {
      return await this.exec(argv, limits);
    } catch (error) {
      if (!(error instanceof CommandError) || !/^\d+$/.test(error.code)) throw error;
      return { exitCode: Number(error.code), stdout: error.stdout, stderr: error.stderr };
    }
  }

  async listProcesses(): Promise<HostProcess[]> {
    const pids = (await readdir("/proc")).filter((name) => /^\d+$/.test(name)).map(Number);
    return (await Promise.all(pids.map((pid) => readProcess(pid, 0)))).filter((one) => one !== null);
  }

  signal(pid: number, signal: NodeJS.Signals): void {
    process.kill(pid, signal);
  }

  readMounts(): Promise<string> {
    return readFile("/proc/mounts", "utf8");
  }

  async listListeners(ports: readonly number[]): Promise<number[]> {
    const open = (await listListeningSockets()).map(({ port }) => port);
    return ports.filter((port) => open.includes(port));
  }
}
