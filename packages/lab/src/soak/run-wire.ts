import type { AddressAnswers } from "@primacy/core/drill";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import type { WireRound } from "../observe/wire-frames";
import { WireWatch } from "../observe/wire-watch";
import { databaseNames, type HostName } from "../roster";
import { toEnglish } from "./to-english";

/** Who answered each question since the last report. */
export interface WireReport {
  readonly rounds: readonly WireRound[];
  /** Why nothing is known of some of the time, though of the rest the rounds tell; null where all was asked. */
  readonly hole: string | null;
}

/** What is wrong with what was heard, in English sentences: of what was not asked, and of hosts that answered without the address. */
export function listWireViolations({ hole }: WireReport, { violations }: AddressAnswers): string[] {
  return [...(hole === null ? [] : [hole]), ...violations.map(toEnglish)];
}

/**
 * A host that is no client of the address. One fault strikes it (F9): `cut-out` and `cut-in` cut it from the primary too, whose
 * answers it does not hear then.
 */
const askingHost: HostName = "px1";

/** Asks the wire from the begin of a run to its end, as `RunWatch` sees the kernels. */
export class RunWire {
  /** The database hosts by their cards; any other card is a stranger's. */
  readonly hostOf: ReadonlyMap<string, string>;
  readonly #lab: Lab;
  readonly #address: string;
  #watch: WireWatch;
  #reported = 0;

  private constructor(lab: Lab, address: string, watch: WireWatch) {
    this.#lab = lab;
    this.#address = address;
    this.#watch = watch;
    this.hostOf = new Map(databaseNames.map((name) => [lab.host(name).mac, name]));
  }

  /** Starts to ask. Throws LabError where the wire cannot be asked, or `aborted`. */
  static async start(lab: Lab, address: string, signal?: AbortSignal | undefined): Promise<RunWire> {
    return new RunWire(lab, address, await WireWatch.start(lab, address, askingHost, signal));
  }

  /**
   * All that was asked before this call. A watch with a hole is replaced, or else the next report tries that again: the report
   * says so, with what was heard all the same, and the run can go on. Throws LabError `aborted`, and takes nothing then.
   */
  async report(signal?: AbortSignal | undefined): Promise<WireReport> {
    try {
      await this.#watch.catchUp(signal);
      return { rounds: this.#take(), hole: null };
    } catch (cause) {
      if (cause instanceof LabError && cause.code === "aborted") throw cause;
      await this.stop();
      const rounds = this.#take();
      await this.#replace(signal);
      return { rounds, hole: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  /** Ends it. Harmless when repeated. */
  async stop(): Promise<void> {
    await this.#watch.stop();
  }

  #take(): WireRound[] {
    const rounds = this.#watch.heard.slice(this.#reported);
    this.#reported += rounds.length;
    return rounds;
  }

  /** Keeps the watch that has ended where another does not begin; nobody can ask that one for more. */
  async #replace(signal: AbortSignal | undefined): Promise<void> {
    try {
      this.#watch = await WireWatch.start(this.#lab, this.#address, askingHost, signal);
      this.#reported = 0;
    } catch (cause) {
      if (!(cause instanceof LabError)) throw cause;
    }
  }
}
