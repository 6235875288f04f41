import { type ChildProcess, execFile, execFileSync, spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import {
  closeSync,
  existsSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
  writeSync,
} from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import type {
  HostOperatorAnswer,
  HostOperatorReport,
  HostOperatorSummary,
  HostOperatorTask,
} from "@primacy/contract/agent";
import { listListeningSockets } from "../host-operator/listening-sockets";
import { OperatorLink } from "../host-operator/operator-link";
import { monotonicMs } from "../vip/address/types";
import { type AddressHelperHost, createAddressHelperHost } from "./address-helper-process";
import { agentProgram } from "./agent-program";
import { signOperatorRequest, type WantedRequest } from "./operator-request";
import type { KeyPair, TestAuthority } from "./test-authority";
import { waitFor } from "./wait-for";

const startLimitMs = 240_000;

/** The real process has a mount namespace of its own, where `/etc/mysql` and `/opt/plugin` are the test's folders and the boot's id a file; with `OwnSystemd` it has a systemd of its own. Its mask is that of its supervisor. */
const script = `mount -t overlay overlay -o "lowerdir=$1/opt:/opt" /opt
mount --bind "$1/plugin" /opt/plugin
mount -t overlay overlay -o "lowerdir=$1/lower:/etc" /etc
mount --bind "$1/mysql" /etc/mysql
mount --bind "$1/boot_id" /proc/sys/kernel/random/boot_id
[ ! -e "$1/sbin" ] || . "$1/begin-systemd"
[ ! -e "$1/small" ] || mount -t tmpfs -o size=256k,mode=700 tmpfs "$2"
[ ! -e "$1/plain" ] || mount --bind "$1/plain" /dev/shm
shift 2
umask 077
exec "$@"`;

/**
 * Behaves as an init script does; tests hold it before, or after, it has done what it was told. With a file `port` its service is a
 * process named mysqld that listens there.
 */
const initScript = `#!/bin/sh
cd /etc/mysql
hold() {
  while [ -e "hold-$1" ]; do : >"held-$1"; sleep 0.02; done
}
launch() {
  /etc/mysql/mysqld -e 'require("net").createServer().listen(Number(process.argv[1]), "127.0.0.1")' "$(cat port)" &
  echo $! >pid
}
case $1 in
  status)
    [ "$(cat state)" = running ] || exit 3
    [ ! -e pid ] || grep -q '^State:.[^Z]' "/proc/$(cat pid)/status" 2>/dev/null || exit 3
    ;;
  start) hold start; [ ! -e broken ] || exit 1; [ ! -e port ] || launch >/dev/null 2>&1; echo running >state ;;
  stop) hold before; [ ! -e pid ] || kill "$(cat pid)" 2>/dev/null; echo stopped >state; hold after ;;
esac
`;

interface StartOptions {
  readonly hasSmallDisk?: boolean;
  readonly hasMemory?: boolean;
  /** The network namespace that is its host's; without one it is that of the test. */
  readonly namespace?: string | null;
}

function hasEnded(child: ChildProcess | null): boolean {
  return child !== null && (child.exitCode !== null || child.signalCode !== null);
}

/** A host operator with a service 'mysql' and whatever files a test makes below `/etc/mysql`, on an address helper's test host. */
export class HostOperatorHost {
  readonly clusterId = randomUUID();
  readonly #console: KeyPair;
  readonly #host: AddressHelperHost;
  readonly #link: OperatorLink;
  #bootId = randomUUID();
  #child: ChildProcess | null = null;

  private constructor(console: KeyPair, host: AddressHelperHost) {
    this.#console = console;
    this.#host = host;
    this.#link = new OperatorLink(host.layout);
  }

  static async create(authority: TestAuthority, console: KeyPair): Promise<HostOperatorHost> {
    const host = new HostOperatorHost(console, await createAddressHelperHost(authority, randomUUID()));
    mkdirSync(path.dirname(host.#host.layout.operatorSocket), { recursive: true });
    mkdirSync(path.dirname(host.#host.layout.operatorJournalFolder), { recursive: true });
    for (const folder of [
      "lower/mysql",
      "lower/init.d",
      "lower/systemd/system",
      "mysql",
      "opt/plugin",
      "plugin",
    ])
      mkdirSync(path.join(host.#host.root, folder), { recursive: true, mode: 0o755 });
    writeFileSync(path.join(host.#host.root, "lower/init.d/mysql"), initScript, { mode: 0o755 });
    host.write("state", "running\n");
    return host;
  }

  /** All of its files are below this. */
  get root(): string {
    return this.#host.root;
  }

  get layout(): AddressHelperHost["layout"] {
    return this.#host.layout;
  }

  get bootId(): string {
    return this.#bootId;
  }

  /**
   * Starts it, as its supervisor does; with `hasSmallDisk` what it keeps is on a disk that `fillDisk` fills, and without
   * `hasMemory` its host has no folder that is in memory.
   */
  async start({
    hasSmallDisk = false,
    hasMemory = true,
    namespace = null,
  }: StartOptions = {}): Promise<void> {
    const { root, layout } = this.#host;
    const small = path.join(root, "small");
    if (hasSmallDisk) writeFileSync(small, "");
    else rmSync(small, { force: true });
    if (!hasMemory) mkdirSync(path.join(root, "plain"));
    writeFileSync(path.join(root, "boot_id"), `${this.#bootId}\n`);
    const folder = path.dirname(layout.operatorJournalFolder);
    const program = agentProgram("operator", "run");
    const unshare = [
      "--mount",
      "--propagation",
      "private",
      "sh",
      "-c",
      script,
      "sh",
      root,
      folder,
      ...program,
    ];
    const inside = namespace === null ? [] : ["ip", "netns", "exec", namespace];
    const [command = "", ...args] = [...inside, "unshare", ...unshare];
    const launch = (): ChildProcess =>
      spawn(command, args, {
        env: { ...process.env, PRIMACY_AGENT_ROOT: root },
        stdio: ["ignore", "inherit", "inherit"],
      });
    this.#child = launch();
    await waitFor("the host operator to answer", startLimitMs, async () => {
      if ((await this.report()).state === "running") return true;
      // While a process that keeps deadlines undoes what is due, it keeps everybody else out; the supervisor tries again.
      if (hasEnded(this.#child)) this.#child = launch();
      return null;
    });
  }

  /** Leaves no room where it keeps what lasts. */
  fillDisk(): void {
    const folder = path.dirname(this.#host.layout.operatorJournalFolder);
    const filler = openSync(`/proc/${this.#child?.pid}/root${folder}/filler`, "w");
    try {
      for (;;) writeSync(filler, Buffer.alloc(4_096));
    } catch (error) {
      if (!(error instanceof Error && "code" in error && error.code === "ENOSPC")) throw error;
    } finally {
      closeSync(filler);
    }
  }

  /** Starts another one beside it; what that one says until it has ended. */
  async runSecond(): Promise<string> {
    const [node, ...program] = agentProgram("operator", "run");
    const env = { ...process.env, PRIMACY_AGENT_ROOT: this.#host.root };
    const second = spawn(node, program, { env, stdio: ["ignore", "ignore", "pipe"] });
    let said = "";
    second.stderr.on("data", (data) => {
      said += String(data);
    });
    await once(second, "close");
    return said;
  }

  /** Has another process keep the deadlines of this host, which is in another boot by then; what that one says until it has ended. */
  async keepDeadlinesElsewhere(): Promise<string> {
    const [node, ...program] = agentProgram("operator", "heal", this.#host.hostId);
    const env = { ...process.env, PRIMACY_AGENT_ROOT: this.#host.root };
    return (await promisify(execFile)(node, program, { env, timeout: startLimitMs })).stdout;
  }

  /** Ends it at once, without its doing. */
  kill(): Promise<void> {
    return this.#end("SIGKILL");
  }

  /** Tells it to end, as its supervisor does, and waits for that. */
  stop(): Promise<void> {
    return this.#end("SIGTERM");
  }

  async #end(signal: "SIGKILL" | "SIGTERM"): Promise<void> {
    const child = this.#child;
    this.#child = null;
    if (child === null || hasEnded(child)) return;
    const ended = once(child, "exit");
    child.kill(signal);
    await ended;
  }

  /** The processes that keep its deadlines, should there be no host operator by then. */
  listDeadMen(): readonly number[] {
    const pids = readdirSync("/proc").filter((name) => /^\d+$/.test(name));
    return pids
      .filter((pid) => readArguments(pid).endsWith(`operator heal ${this.#host.hostId}`))
      .map(Number);
  }

  async #endDeadMen(): Promise<void> {
    for (const pid of this.listDeadMen()) endNow(pid);
    await waitFor("them to be gone", startLimitMs, () => this.listDeadMen().length === 0);
  }

  /** Ends it at once, with what would outlive it but no boot, and starts it in another one. */
  async reboot(): Promise<void> {
    await this.kill();
    await this.#endDeadMen();
    this.#bootId = randomUUID();
    await this.start();
  }

  /** Gives an order as this host's console signs it. */
  order(
    task: HostOperatorTask,
    change: Pick<WantedRequest, "grant" | "order"> = {},
  ): Promise<HostOperatorAnswer> {
    const { hostId } = this.#host;
    const wanted = { hostId, clusterId: this.clusterId, bootId: this.#bootId, nowMs: monotonicMs(), task };
    return this.#link.order(signOperatorRequest({ ...wanted, ...change }, this.#console));
  }

  report(): Promise<HostOperatorReport> {
    return this.#link.report();
  }

  /** What an agent that begins to watch sees first. */
  summarize(): Promise<HostOperatorSummary> {
    const link = new OperatorLink(this.layout);
    return new Promise((resolve) =>
      link.watch(() => {
        link.stop();
        if (link.summary !== null) resolve(link.summary);
      }),
    );
  }

  /** A file below `/etc/mysql` as the process sees it; null where there is none. */
  read(name: string): string | null {
    const file = this.locate(name);
    return existsSync(file) ? readFileSync(file, "utf8") : null;
  }

  write(name: string, text: string): void {
    writeFileSync(this.locate(name), text);
  }

  delete(name: string): void {
    rmSync(this.locate(name), { force: true });
  }

  /** Where this machine has such a file. */
  locate(name: string): string {
    return path.join(this.#host.root, "mysql", name);
  }

  /** Runs a command where the process sees its files; what it wrote. */
  runInside(...argv: readonly string[]): string {
    const args = ["--target", String(this.#child?.pid), "--mount", "--", ...argv];
    return execFileSync("nsenter", args, { encoding: "utf8" }).trim();
  }

  /** Its files as this process finds them, whatever is mounted over them there. */
  get inside(): string {
    return `/proc/${this.#child?.pid}/root`;
  }

  /** Waits for what the init script does while it is held. */
  async awaitHeld(when: "before" | "after" | "start"): Promise<void> {
    await waitFor("the init script to be held", startLimitMs, async () =>
      this.read(`held-${when}`) === null ? null : true,
    );
  }

  /** Gives the service a real process, which listens on a port and works in a folder; its id. */
  async startServer(port: number, cwd = "/"): Promise<number> {
    symlinkSync(process.execPath, this.locate("mysqld"));
    this.write("port", String(port));
    const args = ["-e", "require('net').createServer().listen(Number(process.argv[1]), '127.0.0.1')"];
    // Its starter ends: what starts a server may start it again.
    const command = ["-c", '"$@" </dev/null >/dev/null 2>&1 & echo $!', "sh", this.locate("mysqld"), ...args];
    const pid = execFileSync("sh", [...command, String(port)], { cwd, encoding: "utf8" }).trim();
    this.write("pid", pid);
    await waitFor("the server to listen", startLimitMs, async () => (await listPorts()).includes(port));
    return Number(pid);
  }

  /** Ends the server that runs, if any does. */
  #endServer(): void {
    const pid = Number(this.read("pid"));
    if (pid > 0) endNow(pid);
  }

  async dispose(): Promise<void> {
    this.#endServer();
    await this.kill();
    await this.#endDeadMen();
    this.#host.dispose();
  }
}

/** The ports of this machine on which something listens. */
export async function listPorts(): Promise<readonly number[]> {
  return (await listListeningSockets()).map(({ port }) => port);
}

/** Done also where it has ended by itself. */
function endNow(pid: number): void {
  try {
    process.kill(pid, "SIGKILL");
  } catch (error) {
    if (!(error instanceof Error && "code" in error && error.code === "ESRCH")) throw error;
  }
}

function readArguments(pid: string): string {
  try {
    return readFileSync(`/proc/${pid}/cmdline`, "utf8").split("\0").join(" ").trim();
  } catch {
    // It has ended meanwhile.
    return "";
  }
}
