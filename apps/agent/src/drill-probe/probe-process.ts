import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { type Message, message, messageWith, ProbeSample, quote } from "@primacy/contract";
import { type ProbeOrder, type ProbeReport, probeEndMs } from "@primacy/contract/agent";
import { commandEnvironment, tellOutcome } from "../command/run-command";
import type { Log } from "../log/log";
import { SampleLog } from "./sample-log";

/** What a busy host takes to start it: its time counts from when it has its order. */
const startLimitMs = 30_000;
/** Of four ways a quarter of an hour, of one an hour: the clients end when they are full. */
const mostSamples = 240_000;
const saidLength = 500;

type State = Pick<ProbeReport, "state" | "reason">;

/**
 * The process that plays the clients of one order, and what it has told. It ends when its time is over, when it is stopped, and with the
 * agent: its input closes then.
 */
export class ProbeProcess {
  readonly probeId: string;
  readonly samples = new SampleLog();
  /** Resolves when the process has ended and everything that it told is there. */
  readonly ended: Promise<void>;
  readonly #child: ChildProcess;
  readonly #log: Log;
  #state: State = { state: "running", reason: null };
  #isStopped = false;
  #said = "";
  #hasToldOther = false;
  #killTimer: NodeJS.Timeout | undefined;

  /** Starts it. What it is told stands on no command line, in no environment and in no log. */
  constructor([program = "", ...args]: readonly string[], order: ProbeOrder, log: Log) {
    this.probeId = order.probeId;
    this.#log = log;
    // Not the agent's bounds of memory and threads: with them it would start in half a second instead of a quarter, and collect garbage often.
    this.#child = spawn(program, args, {
      cwd: "/",
      env: commandEnvironment,
      stdio: ["pipe", "pipe", "pipe"],
    });
    this.ended = new Promise((resolve) => {
      const end = (reason: Message | null): void => {
        this.#end(reason);
        resolve();
      };
      this.#child.once("close", (code, signal) => end(code === 0 ? null : this.#tellEnd(code, signal)));
      this.#child.once("error", (error) => end(quote(error.message)));
    });
    this.#listen();
    this.#child.stdin?.on("error", () => undefined);
    this.#child.stdin?.write(`${JSON.stringify(order)}\n`);
    // It ends by itself at that time; one that stands still does not.
    this.#killAfter(startLimitMs + order.forMs + probeEndMs);
    log.info("clients are played", {
      probeId: order.probeId,
      ways: order.clients.length,
      readers: order.readers.length,
      forMs: order.forMs,
    });
  }

  get state(): State {
    return this.#state;
  }

  /** Lets attempts that are under way end. Resolves when the process has ended. May be called twice. */
  async stop(): Promise<void> {
    if (this.#state.state !== "running") return;
    this.#isStopped = true;
    this.#child.stdin?.end();
    this.#killAfter(probeEndMs);
    await this.ended;
  }

  /** It ends by itself now; nobody waits for that. */
  abandon(): void {
    this.#isStopped = true;
    this.#child.stdin?.end();
    this.#child.unref();
  }

  #listen(): void {
    const { stdout, stderr } = this.#child;
    if (stdout !== null) createInterface({ input: stdout }).on("line", (line) => this.#take(line));
    stderr?.on("data", (data: Buffer) => {
      this.#said = (this.#said + data.toString()).slice(-saidLength);
    });
  }

  #take(line: string): void {
    const sample = readSample(line);
    if (sample === null) {
      this.#hasToldOther = true;
      this.#child.kill("SIGKILL");
      return;
    }
    this.samples.add(sample);
    if (this.samples.count >= mostSamples && !this.#isStopped) void this.stop();
  }

  #killAfter(ms: number): void {
    clearTimeout(this.#killTimer);
    this.#killTimer = setTimeout(() => this.#child.kill("SIGKILL"), ms);
    this.#killTimer.unref();
  }

  #end(reason: Message | null): void {
    if (this.#state.state !== "running") return;
    clearTimeout(this.#killTimer);
    this.#state =
      reason === null || this.#isStopped ? { state: "ended", reason: null } : { state: "lost", reason };
    const facts = { probeId: this.probeId, samples: this.samples.count, state: this.#state.state };
    this.#log.info("clients are played no more", {
      ...facts,
      ...(reason === null ? {} : { reason: reason.text }),
    });
  }

  #tellEnd(code: number | null, signal: NodeJS.Signals | null): Message {
    if (this.#hasToldOther) return message("probe.told_other");
    const said = this.#said.trim();
    return messageWith(said === "" ? "probe.ended" : "probe.ended_said", said === "" ? {} : { said }, {
      outcome: tellOutcome(signal ?? String(code)),
    });
  }
}

function readSample(line: string): ProbeSample | null {
  try {
    const parsed = ProbeSample.safeParse(JSON.parse(line));
    return parsed.success ? parsed.data : null;
  } catch {
    return null;
  }
}
