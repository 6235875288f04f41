import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { fileURLToPath } from "node:url";
import { bundleProgram } from "@primacy/probe/testing";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { HOST_INTERFACE } from "../network/lab-network";
import { waitFor } from "../process/wait-for";
import type { HostName } from "../roster";
import { parseRound, type WireAskerConfig, type WireRound } from "./wire-frames";

const EVERY_MS = 100;
/** A busy machine lets it wait; what it did not ask for this long is a hole. */
const HOLE_MS = 2_000;

/**
 * Asks the lab's switch ten times a second who has an IPv4 address, from now until it is stopped, and keeps who answered
 * each question: what clients meet, seen without agents, servers, or the kernels' own word. The host that asks must not be a
 * client of the address, for each answer renews what its kernel remembers.
 */
export class WireWatch {
  readonly #child: ChildProcess;
  readonly #rounds: WireRound[] = [];
  readonly #address: string;
  #failure: LabError | null = null;
  #isStopping = false;
  #errorText = "";

  private constructor(namespace: string, config: WireAskerConfig) {
    this.#address = config.address;
    const script = bundleProgram(fileURLToPath(new URL("./wire-asker.ts", import.meta.url)));
    const node = [process.execPath, script, JSON.stringify(config)];
    const argv = ["--pdeathsig", "KILL", "ip", "netns", "exec", namespace, ...node];
    this.#child = spawn("setpriv", argv, { stdio: ["ignore", "pipe", "pipe"] });
    this.#child.on("error", (cause) => this.#fail(`it could not be started: ${cause.message}`));
    this.#child.on("close", () => this.#fail(`who asks has ended. ${this.#errorText.trim()}`));
    this.#child.stderr?.on("data", (text: Buffer) => {
      this.#errorText = (this.#errorText + text.toString()).slice(-2000);
    });
    if (this.#child.stdout !== null) {
      createInterface({ input: this.#child.stdout }).on("line", (line) => this.#read(line));
    }
  }

  /** Starts to ask from `from`, and returns after the first question. Throws LabError `not_observed` or `aborted`. */
  static async start(
    lab: Lab,
    address: string,
    from: HostName,
    signal?: AbortSignal | undefined,
  ): Promise<WireWatch> {
    const host = lab.host(from);
    const config = {
      device: HOST_INTERFACE,
      mac: host.mac,
      from: host.address,
      address,
      everyMs: EVERY_MS,
    };
    const watch = new WireWatch(host.namespace, config);
    try {
      await waitFor("the first question on the wire", () => (watch.rounds.length > 0 ? true : undefined), {
        timeoutMs: 60_000,
        intervalMs: 20,
        signal,
      });
    } catch (cause) {
      await watch.stop();
      throw cause;
    }
    return watch;
  }

  /** Of the process that asks. */
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** Every question so far, in their order. Throws LabError `not_observed` when the watch has a hole. */
  get rounds(): readonly WireRound[] {
    if (this.#failure !== null) throw this.#failure;
    return this.#rounds;
  }

  /** The same, also of a watch that has a hole: all that is known on both sides of it. */
  get heard(): readonly WireRound[] {
    return this.#rounds;
  }

  /**
   * Waits until a question has been asked and answered that began after this call. Throws LabError `not_observed`, at once
   * where the watch was stopped, or `aborted`.
   */
  async catchUp(signal?: AbortSignal | undefined): Promise<void> {
    if (this.#isStopping) throw this.#failure ?? this.#describeHole("it was stopped");
    const known = this.rounds.length;
    const isAsked = (): true | undefined => this.rounds.length > known + 1 || undefined;
    await waitFor("another question on the wire", isAsked, { timeoutMs: 60_000, intervalMs: 20, signal });
  }

  /** Ends it; what was seen stays. May be called twice. */
  async stop(): Promise<void> {
    this.#isStopping = true;
    if (this.#child.exitCode !== null || this.#child.signalCode !== null) return;
    const ended = new Promise((resolve) => this.#child.once("close", resolve));
    this.#child.kill("SIGKILL");
    await ended;
  }

  #read(line: string): void {
    const round = parseRound(line);
    if (round === null) {
      this.#fail(`who asks wrote what cannot be read: ${line.slice(0, 200)}`);
      return;
    }
    const last = this.#rounds.at(-1);
    if (last !== undefined && round.askedMs - last.askedMs > HOLE_MS)
      this.#fail(`it asked nothing for ${Math.round(round.askedMs - last.askedMs)} ms`);
    this.#rounds.push(round);
  }

  #fail(reason: string): void {
    if (!this.#isStopping) this.#failure ??= this.#describeHole(reason);
  }

  #describeHole(reason: string): LabError {
    return new LabError("not_observed", `The watch of ${this.#address} on the wire has a hole: ${reason}.`);
  }
}
