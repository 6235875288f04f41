import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { runCommand, tryCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import { CONSOLE, hostNames } from "../roster";
import { observeHeldAddresses } from "./holders";
import { HostEntries, type KernelEvent } from "./kernel-events";

/** Addresses of the loopback that mark a point in the stream of events; nobody routes them. */
const MARK_NETWORK = "127.213";

/** What dates the events is to read them when they come, whatever else fills the machine. */
const FIRST_IN_LINE = 'if nice -n -20 true 2>/dev/null; then exec nice -n -20 "$@"; else exec "$@"; fi';

const Port = z.object({ ifname: z.string(), link_netnsid: z.number().optional() });

/** What a watch listens for, and who is told. */
export interface KernelWatchOptions {
  /** What is watched, in words, such as an address. */
  readonly what: string;
  readonly isWatched: (address: string) => boolean;
  /** Told of each event when it has been read. Must not throw. */
  readonly onEvent?: (event: KernelEvent) => void;
}

/**
 * Watches in which kernels of the lab addresses appear and disappear, from now until it is stopped. One netlink socket
 * in the switch's namespace hears the kernels of all hosts, so events come in the very order in which they happened;
 * their dates are when they were read, some milliseconds late on a busy machine.
 */
export class KernelWatch {
  readonly #lab: Lab;
  readonly #options: KernelWatchOptions;
  readonly #monitor: ChildProcess;
  readonly #events: KernelEvent[] = [];
  readonly #marks = new Set<string>();
  readonly #held = new HostEntries();
  #hostOfNamespace = new Map<number, string>();
  #queue: Promise<void> = Promise.resolve();
  #failure: LabError | null = null;
  #isStopping = false;
  #markCount = 0;

  private constructor(lab: Lab, options: KernelWatchOptions) {
    this.#lab = lab;
    this.#options = options;
    // A generous buffer: an overrun would lose events, and ends the monitor with an error instead.
    const argv = [
      "-n",
      lab.names.wireNamespace,
      "-rc",
      "8388608",
      "-ts",
      "-o",
      "monitor",
      "address",
      "all-nsid",
    ];
    // In a session of its own, which is what counts where the kernel shares the processors out by session.
    this.#monitor = spawn(
      "setpriv",
      ["--pdeathsig", "KILL", "sh", "-c", FIRST_IN_LINE, "sh", "ip", ...argv],
      {
        stdio: ["ignore", "pipe", "pipe"],
        detached: true,
      },
    );
    this.#monitor.on("error", (cause) => this.#fail(`it could not be started: ${cause.message}`));
    this.#monitor.on("close", () => this.#fail("its monitor ended"));
    this.#monitor.stderr?.on("data", (text: Buffer) => {
      const told = text.toString().trim().split("\n");
      const holes = told.filter((line) => line.trim() !== goneNamespace);
      if (holes.length > 0) this.#fail(holes.join("; "));
    });
    if (this.#monitor.stdout !== null) {
      createInterface({ input: this.#monitor.stdout }).on("line", (line) => {
        const atMs = dateOf(line);
        this.#queue = this.#queue
          .then(() => this.#read(line, atMs))
          .catch((cause) => this.#fail(String(cause)));
      });
    }
  }

  /** Starts a watch and returns it once it hears the kernel and knows who holds now. */
  static async start(lab: Lab, options: KernelWatchOptions): Promise<KernelWatch> {
    const watch = new KernelWatch(lab, options);
    try {
      await watch.#readPorts();
      await watch.#mark();
      for (const held of await observeHeldAddresses(lab, options.isWatched)) {
        const isKnown = watch.#events.some(
          ({ host, address, entry }) =>
            host === held.host && address === held.address && entry === held.entry,
        );
        if (!isKnown) watch.#push({ ...held, kind: "added", atMs: monotonicMs() });
      }
    } catch (cause) {
      await watch.stop().catch(() => undefined);
      throw cause;
    }
    return watch;
  }

  /** Everything that was seen so far. Throws LabError `not_observed` when the watch has a hole. */
  get events(): readonly KernelEvent[] {
    if (this.#failure !== null) throw this.#failure;
    return this.#events;
  }

  /** Waits until everything that happened before this call has been read. Throws LabError `not_observed`. */
  async catchUp(): Promise<void> {
    if (this.#failure !== null) throw this.#failure;
    await this.#mark();
  }

  /** Catches up where the watch has no hole, then ends it in any case; the history stays. */
  async stop(): Promise<void> {
    if (this.#isStopping) return;
    try {
      if (this.#failure === null) await this.#mark();
    } finally {
      this.#isStopping = true;
      this.#monitor.kill("SIGKILL");
    }
  }

  /** Makes an event of our own and waits for it: what came before it has then been read too. */
  async #mark(): Promise<void> {
    this.#markCount += 1;
    const mark = `${MARK_NETWORK}.${process.pid % 250}.${(this.#markCount + Math.floor(Math.random() * 200)) % 250}`;
    const change = (verb: string): Promise<unknown> =>
      tryCommand(["ip", "-n", this.#lab.names.wireNamespace, "address", verb, `${mark}/32`, "dev", "lo"]);
    this.#marks.delete(mark);
    await waitFor(
      "the address watch to hear the kernel",
      async () => {
        if (this.#failure !== null) throw this.#failure;
        await change("delete");
        await change("add");
        await waitFor("its mark", () => (this.#marks.has(mark) ? true : undefined), {
          timeoutMs: 300,
          intervalMs: 5,
        }).catch(() => undefined);
        return this.#marks.has(mark) ? true : undefined;
      },
      { timeoutMs: 60_000, intervalMs: 20 },
    ).finally(() => change("delete"));
    await this.#queue;
  }

  async #read(line: string, atMs: number): Promise<void> {
    const match = /\[nsid (\d+|current)\](Deleted )?\s*(\d+): .*?inet6? ([0-9a-f.:]+)(\/\d+)?/.exec(line);
    const [, namespace, deleted, link = "", address = "", prefix = ""] = match ?? [];
    if (namespace === "current") {
      if (deleted === undefined) this.#marks.add(address);
      return;
    }
    if (namespace === undefined || !this.#options.isWatched(address)) return;
    const id = Number(namespace);
    const isAdded = deleted === undefined;
    // A host that was powered on again has a new namespace, whose number may have been another's.
    if (isAdded && !this.#held.has(this.#hostOfNamespace.get(id) ?? "", address)) await this.#readPorts();
    const host = this.#hostOfNamespace.get(id);
    if (host === undefined) {
      // Nobody knows whose kernel took it, which could be the second holder.
      if (isAdded) this.#fail(`an unknown network namespace took ${address} (${namespace})`);
      return;
    }
    this.#push({ host, address, entry: `${link}${prefix}`, kind: isAdded ? "added" : "removed", atMs });
  }

  #push(event: KernelEvent): void {
    this.#events.push(event);
    this.#held.take(event);
    this.#options.onEvent?.(event);
  }

  async #readPorts(): Promise<void> {
    const { stdout } = await runCommand(["ip", "-n", this.#lab.names.wireNamespace, "-json", "link", "show"]);
    const ports = z.array(Port).parse(JSON.parse(stdout));
    for (const { ifname, link_netnsid } of ports) {
      const host = ifname === CONSOLE ? CONSOLE : hostNames.find((name) => name === ifname);
      if (host !== undefined && link_netnsid !== undefined) this.#hostOfNamespace.set(link_netnsid, host);
    }
  }

  #fail(reason: string): void {
    if (this.#isStopping) return;
    const sentence = `The watch of ${this.#options.what} has a hole: ${reason}.`;
    this.#failure ??= new LabError("not_observed", sentence);
  }
}

/** It could not ask for an interface's name, since a namespace of another test has ended. The event's own line comes all the same. */
const goneNamespace = "Error: Peer netns reference is invalid.";

/** The line's own wall-clock date, moved to the monotonic clock by how long ago it was. */
function dateOf(line: string): number {
  const stamp = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\d*)\]/.exec(line);
  const nowMs = monotonicMs();
  if (stamp === null) return nowMs;
  const wallMs = new Date(stamp[1] ?? "").getTime();
  const ageMs = Date.now() - wallMs;
  return ageMs >= 0 && ageMs < 10_000 ? nowMs - ageMs : nowMs;
}
