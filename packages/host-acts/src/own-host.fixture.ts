import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { createServer, type Server } from "node:net";
import type { ActingHost, ActOutput, HostProcess } from "./host";
import { readProcess } from "./processes";
import { waitFor } from "./wait-for";

/** A host whose only processes are those that a test started on this machine; commands are noted and do what the test says. */
export class OwnHost implements ActingHost {
  readonly name = "db1";
  /** Every command, as one line. */
  readonly ran: string[] = [];
  onRun: (line: string) => Promise<void> | void = () => undefined;
  mounts = "";
  stdout = "";
  readonly #children: ChildProcess[] = [];
  readonly #servers = new Map<number, Server>();

  /** Starts one that sleeps, and waits until the kernel knows it by its name. */
  async startSleeper(): Promise<HostProcess> {
    const child = spawn("sleep", ["60"], { stdio: "ignore" });
    this.#children.push(child);
    const find = async (): Promise<HostProcess | undefined> => {
      const found = await readProcess(child.pid ?? 0, 0);
      return found?.name === "sleep" ? found : undefined;
    };
    return waitFor("the sleeper to run", find, { timeoutMs: 30_000, intervalMs: 5 });
  }

  /** Listens on a free port and returns it. */
  async listen(): Promise<number> {
    const server = createServer().listen(0, "127.0.0.1");
    await once(server, "listening");
    const address = server.address();
    const port = typeof address === "object" && address !== null ? address.port : 0;
    this.#servers.set(port, server);
    return port;
  }

  /** Ends what listens. */
  async close(): Promise<void> {
    for (const [port, server] of this.#servers) {
      this.#servers.delete(port);
      server.close();
      await once(server, "close");
    }
  }

  /** Ends all that the test started. */
  async end(): Promise<void> {
    for (const child of this.#children) child.kill("SIGKILL");
    await this.close();
  }

  async exec(argv: readonly string[]): Promise<ActOutput> {
    this.ran.push(argv.join(" "));
    await this.onRun(argv.join(" "));
    return { exitCode: 0, stdout: this.stdout, stderr: "" };
  }

  tryExec(argv: readonly string[]): Promise<ActOutput> {
    return this.exec(argv);
  }

  async listProcesses(): Promise<HostProcess[]> {
    const all = await Promise.all(this.#children.map(({ pid }) => readProcess(pid ?? 0, 0)));
    return all.filter((one) => one !== null);
  }

  signal(pid: number, signal: NodeJS.Signals): void {
    process.kill(pid, signal);
  }

  readMounts(): Promise<string> {
    return Promise.resolve(this.mounts);
  }

  listListeners(ports: readonly number[]): Promise<number[]> {
    return Promise.resolve(ports.filter((port) => this.#servers.has(port)));
  }
}
