import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { z } from "zod";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { monotonicMs } from "../process/monotonic";
import { runCommand, tryCommand } from "../process/run-command";
import { waitFor } from "../process/wait-for";
import { CONSOLE, hostNames } from "../roster";
import {
  type HoldEvent,
  type HoldInterval,
  type HoldOverlap,
  listHolders,
  listHoldIntervals,
  listHoldOverlaps,
} from "./hold-history";
import { observeAddressHolders } from "./holders";

/** Addresses of the loopback that mark a point in the stream of events; nobody routes them. */
const MARK_NETWORK = "127.213";

const Port = z.object({ ifname: z.string(), link_netnsid: z.number().optional() });

/**
 * Watches in which kernels of the lab an address appears and disappears, from now until it is stopped. One netlink
 * socket in the switch's namespace hears the kernels of all hosts, so events come in the very order in which they
 * happened; their dates are when they were read, some milliseconds late on a busy machine.
 */
export class AddressWatch {
  readonly address: string;
  readonly #lab: Lab;
  readonly #monitor: ChildProcess;
  readonly #events: HoldEvent[] = [];
  readonly #marks = new Set<string>();
  #hostOfNamespace = new Map<number, string>();
  #queue: Promise<void> = Promise.resolve();
  #failure: LabError | null = null;
  #isStopping = false;
  #markCount = 0;

  private constructor(lab: Lab, address: string) {
    this.#lab = lab;
    this.address = address;
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
    this.#monitor = spawn("setpriv", ["--pdeathsig", "KILL", "ip", ...argv], {
      stdio: ["ignore", "pipe", "pipe"],
    });
    this.#monitor.on("error", (cause) => this.#fail(`it could not be started: ${cause.message}`));
    this.#monitor.on("close", () => this.#fail("its monitor ended"));
    this.#monitor.stderr?.on("data", (text: Buffer) => this.#fail(text.toString().trim()));
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
  static async start(lab: Lab, address: string): Promise<AddressWatch> {
    const watch = new AddressWatch(lab, address);
    await watch.#readPorts();
    await watch.#mark();
    for (const host of await observeAddressHolders(lab, address)) {
      if (!watch.#events.some((event) => event.host === host)) {
        watch.#events.push({ host, kind: "added", atMs: monotonicMs() });
      }
    }
    return watch;
  }

  /** Everything that was seen so far. Throws LabError `not_observed` when the watch has a hole. */
  get events(): readonly HoldEvent[] {
    if (this.#failure !== null) throw this.#failure;
    return this.#events;
  }

  /** Who holds now, as far as has been read. */
  get holders(): readonly string[] {
    return listHolders(this.events);
  }

  /** Every stretch in which a host held. */
  get intervals(): readonly HoldInterval[] {
    return listHoldIntervals(this.events);
  }

  /** Every stretch in which more than one host held; must be empty for a safe address. */
  get overlaps(): readonly HoldOverlap[] {
    return listHoldOverlaps(this.events);
  }

  /** Waits until exactly these hosts hold, in any order. Throws LabError `not_observed`. */
  async waitForHolders(
    hosts: readonly string[],
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<void> {
    const wanted = [...hosts].sort().join(", ");
    await waitFor(
      `${this.address} to be held by ${wanted === "" ? "nobody" : wanted}`,
      () => ([...this.holders].sort().join(", ") === wanted ? true : undefined),
      { ...options, intervalMs: 5 },
    );
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
      { timeoutMs: 10_000, intervalMs: 20 },
    ).finally(() => change("delete"));
    await this.#queue;
  }

  async #read(line: string, atMs: number): Promise<void> {
    const match = /\[nsid (\d+|current)\](Deleted )?.*? inet6? ([0-9a-f.:]+)/.exec(line);
    const [, namespace, deleted, address = ""] = match ?? [];
    if (namespace === "current") {
      if (deleted === undefined) this.#marks.add(address);
      return;
    }
    if (namespace === undefined || address !== this.address) return;
    const id = Number(namespace);
    const isAdded = deleted === undefined;
    // A host that was powered on again has a new namespace, whose number may have been another's.
    if (isAdded && !this.holders.includes(this.#hostOfNamespace.get(id) ?? "")) await this.#readPorts();
    const host = this.#hostOfNamespace.get(id);
    if (host === undefined) {
      // Nobody knows whose kernel took it, which could be the second holder.
      if (isAdded) this.#fail(`an unknown network namespace took the address (${namespace})`);
      return;
    }
    this.#events.push({ host, kind: isAdded ? "added" : "removed", atMs });
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
    this.#failure ??= new LabError("not_observed", `The watch of ${this.address} has a hole: ${reason}.`);
  }
}

/** The line's own wall-clock date, moved to the monotonic clock by how long ago it was. */
function dateOf(line: string): number {
  const stamp = /^\[(\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3})(\d*)\]/.exec(line);
  const nowMs = monotonicMs();
  if (stamp === null) return nowMs;
  const wallMs = new Date(stamp[1] ?? "").getTime();
  const ageMs = Date.now() - wallMs;
  return ageMs >= 0 && ageMs < 10_000 ? nowMs - ageMs : nowMs;
}
