import { readFileSync } from "node:fs";
import { message } from "@primacy/contract";
import {
  type ProbeOrder,
  type ProbeQuestion,
  type ProbeReport,
  probeKeptMs,
  probeSamplesAtOnce,
  probeUnaskedMs,
} from "@primacy/contract/agent";
import { readClock } from "../clock/read-clock";
import { ownCommand } from "../command/own-command";
import { RefusalError } from "../http/refusal";
import type { Log } from "../log/log";
import { ProbeProcess } from "./probe-process";

/** What probes stand on; other commands and times in tests. */
export interface ProbeParts {
  readonly log: Log;
  /** Starts the process that plays clients. */
  readonly command?: () => readonly string[];
  readonly keptMs?: number;
  readonly unaskedMs?: number;
}

/**
 * Plays clients through ways to a database for a drill, one order at a time, and keeps what they met for a while after that. Clients of which
 * nobody asks for `probeUnaskedMs` end: who plays a drill asks several times a second, and it is over without them.
 */
export class DrillProbes {
  readonly #parts: ProbeParts;
  readonly #bootId = readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim();
  #probe: ProbeProcess | null = null;
  #forgetting: NodeJS.Timeout | undefined;
  #abandoning: NodeJS.Timeout | undefined;

  constructor(parts: ProbeParts) {
    this.#parts = parts;
  }

  /** Begins; of a probe that is there it tells how that stands, from its beginning. Throws RefusalError while another one runs. */
  start(order: ProbeOrder): ProbeReport {
    const known = this.#probe;
    if (known?.probeId === order.probeId) return this.#reportAsked(known, 0);
    if (known?.state.state === "running")
      throw new RefusalError("order_refused", [message("refusal.probe_running")]);
    const { command = () => ownCommand("probe"), log } = this.#parts;
    clearTimeout(this.#forgetting);
    const probe = new ProbeProcess(command(), order, log);
    this.#probe = probe;
    void probe.ended.then(() => this.#forgetLater(probe));
    return this.#reportAsked(probe, 0);
  }

  /** What clients met since, after they have ended where that is asked. Throws RefusalError `not_found`. */
  async read({ probeId, after, stop }: ProbeQuestion): Promise<ProbeReport> {
    const probe = this.#probe;
    if (probe?.probeId !== probeId)
      throw new RefusalError("not_found", [message("refusal.probe_unknown", { probeId })]);
    if (stop) await probe.stop();
    return this.#reportAsked(probe, after);
  }

  /** Has the clients end, which takes them a moment more; nothing is kept. */
  end(): void {
    this.#probe?.abandon();
    clearTimeout(this.#forgetting);
    clearTimeout(this.#abandoning);
    this.#probe = null;
  }

  /** Somebody wants to know: the time in which nobody asks begins anew. */
  #reportAsked(probe: ProbeProcess, after: number): ProbeReport {
    clearTimeout(this.#abandoning);
    this.#abandoning = setTimeout(() => void probe.stop(), this.#parts.unaskedMs ?? probeUnaskedMs);
    this.#abandoning.unref();
    return this.#report(probe, after);
  }

  #report(probe: ProbeProcess, after: number): ProbeReport {
    const samples = probe.samples.list(after, probeSamplesAtOnce);
    const next = after + samples.length;
    return {
      ...probe.state,
      clock: readClock(this.#bootId),
      samples,
      next,
      hasMore: next < probe.samples.count,
    };
  }

  #forgetLater(probe: ProbeProcess): void {
    if (this.#probe !== probe) return;
    this.#forgetting = setTimeout(() => {
      if (this.#probe === probe) this.#probe = null;
    }, this.#parts.keptMs ?? probeKeptMs);
    this.#forgetting.unref();
  }
}
