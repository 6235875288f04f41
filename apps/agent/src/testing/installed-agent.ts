import { execFile } from "node:child_process";
import { cp, mkdir, writeFile } from "node:fs/promises";
import { request } from "node:https";
import path from "node:path";
import { promisify } from "node:util";
import { type AgentBootstrap, AgentStatus, agentCommands, installLayout } from "@primacy/contract/agent";
import { type LabHost, monotonicMs } from "@primacy/lab";
import { VipWhy } from "../control/control-api";
import type { KeyPair, TestAuthority } from "./test-authority";
import { waitFor } from "./wait-for";

const built = path.join(import.meta.dirname, "../../dist/primacy-agent");

/** The shipped agent on a lab host, as an installation leaves it there. */
export class InstalledAgent {
  readonly host: LabHost;
  readonly hostId: string;
  readonly #authority: TestAuthority;
  readonly #console: KeyPair;

  constructor(host: LabHost, hostId: string, authority: TestAuthority, console: KeyPair) {
    this.host = host;
    this.hostId = hostId;
    this.#authority = authority;
    this.#console = console;
  }

  /** Puts program, bootstrap, key and certificate on the host, and starts the agent. */
  async install(): Promise<void> {
    const pid = await this.host.findInitPid();
    const root = `/proc/${pid}/root`;
    await this.host.tryExec([`${installLayout.currentLink}/primacy-supervisor`, "stop"]);
    await this.host.exec([
      "rm",
      "-rf",
      installLayout.programFolder,
      installLayout.configFolder,
      installLayout.stateFolder,
    ]);
    const release = `${installLayout.releasesFolder}/test`;
    await mkdir(`${root}${installLayout.releasesFolder}`, { recursive: true });
    await cp(built, `${root}${release}`, { recursive: true });
    await this.host.exec(["ln", "-sfn", release, installLayout.currentLink]);
    await this.host.exec(["mkdir", "-p", "-m", "700", installLayout.configFolder]);
    const bootstrap: AgentBootstrap = {
      hostId: this.hostId,
      hostName: this.host.name,
      consoleId: this.#authority.consoleId,
      listenAddress: this.host.address,
      port: 7433,
    };
    await writeFile(`${root}${installLayout.bootstrapFile}`, JSON.stringify(bootstrap), { mode: 0o600 });
    const { stdout } = await this.host.exec([installLayout.executable, "csr", this.host.name]);
    const certificate = await this.#authority.sign(stdout, this.hostId);
    await writeFile(`${root}${installLayout.certificateFile}`, certificate, { mode: 0o600 });
    await writeFile(`${root}${installLayout.authorityFile}`, this.#authority.caPem, { mode: 0o600 });
    await this.start();
  }

  /** Replaces the certificate by one that has expired, and restarts the agent with it. */
  async expireCertificate(): Promise<void> {
    const { stdout } = await this.host.exec([installLayout.executable, "csr", this.host.name]);
    const certificate = await this.#authority.sign(stdout, this.hostId, -60_000);
    await this.host.writeFile(installLayout.certificateFile, certificate, 0o600);
    await this.stop();
    await this.start();
  }

  /** Copies all of it to another host, with what it keeps and who it is, and starts the copy there; this one runs on. */
  async cloneTo(host: LabHost): Promise<InstalledAgent> {
    const clone = new InstalledAgent(host, this.hostId, this.#authority, this.#console);
    const { programFolder, configFolder, stateFolder } = installLayout;
    try {
      for (const folder of [programFolder, configFolder, stateFolder]) {
        const from = await this.host.findOnMachine(folder);
        const to = await host.findOnMachine(folder);
        await promisify(execFile)("cp", ["-a", "-T", from, to]);
      }
      // Whether it can listen where it is to is another question.
      await host.exec([...agentCommands.start]);
      return clone;
    } catch (cause) {
      await clone.remove();
      throw cause;
    }
  }

  /** Returns once its port is open, which comes after the socket by which its supervisor knows that it runs. */
  async start(): Promise<void> {
    await this.host.exec([`${installLayout.currentLink}/primacy-supervisor`, "start"]);
    // One with an expired certificate answers too, although nobody takes it.
    const isRefused = (cause: unknown): boolean =>
      cause instanceof Error && "code" in cause && cause.code === "ECONNREFUSED";
    const listens = (): Promise<boolean> =>
      this.call("GET", "/hello").then(
        () => true,
        (cause) => !isRefused(cause),
      );
    await waitFor(`the agent of ${this.host.name} to listen`, 60_000, listens);
  }

  /** Replaces the agent that runs by the same program in another release, as an upgrade does, and deletes the one before. */
  async handOver(): Promise<void> {
    const before = await this.#placeNext();
    await this.host.exec([...agentCommands.handover], { timeoutMs: 60_000 });
    await this.host.exec(["rm", "-rf", before]);
  }

  /** The same with a release whose agent ends as soon as it is started; then the one before runs again. Resolves to what was said. */
  async handOverToBroken(): Promise<string> {
    const before = await this.#placeNext();
    const after = (await this.host.exec(["readlink", installLayout.currentLink])).stdout.trim();
    await this.host.exec(["rm", `${after}/primacy-agent`]);
    await this.host.writeFile(`${after}/primacy-agent`, "#!/bin/sh\nexit 1\n", 0o755);
    const { stderr } = await this.host.tryExec([...agentCommands.handover], { timeoutMs: 60_000 });
    await this.stop();
    await this.host.exec(["ln", "-sfn", before, installLayout.currentLink]);
    await this.host.exec(["rm", "-rf", after]);
    await this.start();
    return stderr;
  }

  /**
   * Resolves, once the supervisor has started another agent than `pid`, to the state that the kernel gives of that one then:
   * empty where it is gone.
   */
  async awaitSuccessor(pid: string): Promise<string> {
    const script = `until now=$(cat ${installLayout.runFolder}/agent.pid 2>/dev/null) && [ -n "$now" ] && [ "$now" != ${pid} ]; do sleep 0.005; done
      sed -n 's/^State:[[:space:]]*//p' /proc/${pid}/status 2>/dev/null || true`;
    return (await this.host.exec(["sh", "-c", script], { timeoutMs: 60_000 })).stdout.trim();
  }

  /** Has the agent stopped while it is being handed over, as soon as the supervisor becomes that of the next release. */
  async stopWhileHandedOver(): Promise<void> {
    const before = await this.#placeNext();
    const script = `${agentCommands.handover.join(" ")} >/dev/null 2>&1 &
      while [ -e ${installLayout.runFolder}/agent.pid ]; do sleep 0.005; done
      ${agentCommands.stop.join(" ")}
      kill $! 2>/dev/null
      wait`;
    await this.host.exec(["sh", "-c", script], { timeoutMs: 60_000 });
    await this.host.exec(["rm", "-rf", before]);
  }

  /** Makes a copy of the current release the current one; resolves to the one before. */
  async #placeNext(): Promise<string> {
    const before = (await this.host.exec(["readlink", installLayout.currentLink])).stdout.trim();
    const after = `${installLayout.releasesFolder}/${before.endsWith("/test") ? "next" : "test"}`;
    await this.host.exec(["cp", "-a", before, after]);
    await this.host.exec(["ln", "-sfn", after, installLayout.currentLink]);
    return before;
  }

  async stop(): Promise<void> {
    await this.host.exec([`${installLayout.currentLink}/primacy-supervisor`, "stop"], { timeoutMs: 60_000 });
  }

  /** Stops the agent and removes all of it. */
  async remove(): Promise<void> {
    if (await this.host.isOn()) {
      await this.host.tryExec([`${installLayout.currentLink}/primacy-supervisor`, "stop"], {
        timeoutMs: 60_000,
      });
      await this.host.tryExec(["nft", "delete", "table", "inet", "primacy_vip"]);
      await this.host.exec([
        ...["rm", "-rf", installLayout.programFolder, installLayout.configFolder],
        ...[installLayout.stateFolder, installLayout.runFolder],
      ]);
    }
  }

  /** The process id of one of the agent's two processes inside the host: of the one that decides, where none is named. */
  async getPid(of: "agent" | "hands" = "agent"): Promise<string> {
    return waitFor(`the process of the ${of}`, 60_000, async () => {
      const { stdout, exitCode } = await this.host.tryExec(["cat", `${installLayout.runFolder}/${of}.pid`]);
      return exitCode === 0 && stdout.trim() !== "" ? stdout.trim() : null;
    });
  }

  /** How many processes of agents run on the host: two of each. */
  async countProcesses(): Promise<number> {
    const { stdout } = await this.host.exec(["sh", "-c", "pgrep -c -x primacy-agent || true"]);
    return Number(stdout);
  }

  /** Sends a signal to one of the agent's processes, not to its supervisor; resolves to when, by CLOCK_MONOTONIC. */
  async signal(name: NodeJS.Signals, of: "agent" | "hands" = "agent"): Promise<number> {
    return this.signalEach(name, [await this.getPid(of)]);
  }

  /** Sends a signal to these processes of the host, all at once: no command that has to be started first comes between. */
  async signalEach(name: NodeJS.Signals, pids: readonly string[]): Promise<number> {
    const processes = await this.host.listProcesses();
    const meant = processes.filter(({ innerPid }) => pids.includes(String(innerPid)));
    if (meant.length < pids.length) throw new Error(`not all of ${pids.join(", ")} run on ${this.host.name}`);
    const atMs = monotonicMs();
    for (const { pid } of meant) this.host.signal(pid, name);
    return atMs;
  }

  /** Calls the agent as the console, or as whoever the given pair says; resolves to status and body. */
  call(
    method: string,
    url: string,
    body?: unknown,
    as: KeyPair | null = this.#console,
  ): Promise<{ status: number; body: unknown }> {
    return new Promise((resolve, reject) => {
      const sent = request(
        {
          host: this.host.address,
          port: 7433,
          method,
          path: url,
          ca: this.#authority.caPem,
          ...(as === null ? {} : { key: as.keyPem, cert: as.certificatePem }),
          servername: "",
          checkServerIdentity: () => undefined,
          agent: false,
          timeout: 30_000,
          headers: { "content-type": "application/json" },
        },
        (response) => {
          let text = "";
          response.setEncoding("utf8");
          response.on("data", (chunk: string) => {
            text += chunk;
          });
          response.on("end", () => {
            const isJson = response.headers["content-type"]?.includes("json") === true;
            resolve({ status: response.statusCode ?? 0, body: isJson ? JSON.parse(text) : text });
          });
        },
      );
      sent.on("timeout", () => sent.destroy(new Error("timeout")));
      sent.on("error", reject);
      sent.end(body === undefined ? undefined : JSON.stringify(body));
    });
  }

  /** The agent's status over HTTPS. */
  async getStatus(): Promise<AgentStatus> {
    return AgentStatus.parse((await this.call("GET", "/v2/status")).body);
  }

  /** What `primacy-agent why` says. */
  async getWhy(): Promise<VipWhy[]> {
    const { stdout } = await this.host.exec([installLayout.executable, "why", "--json"]);
    return VipWhy.array().parse(JSON.parse(stdout));
  }

  /** True while the host's kernel has the address. Asks the kernel, not the agent. */
  async holds(address: string): Promise<boolean> {
    const { stdout } = await this.host.exec(["ip", "-4", "-o", "address", "show", "to", `${address}/32`]);
    return stdout.trim() !== "";
  }
}
