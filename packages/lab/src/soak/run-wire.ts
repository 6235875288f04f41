import type { Lab } from "../lab";
import type { WireRound } from "../observe/wire-frames";
import { WireWatch } from "../observe/wire-watch";
import { databaseNames, type HostName } from "../roster";

/** Who answered each question since the last report. */
export interface WireReport {
  readonly rounds: readonly WireRound[];
  /** Why nothing is known of some of the time; null where all was asked. */
  readonly hole: string | null;
}

/** A host that is no client of the address, and that no fault strikes. */
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

  /** Starts to ask. Throws LabError where the wire cannot be asked. */
  static async start(lab: Lab, address: string): Promise<RunWire> {
    return new RunWire(lab, address, await WireWatch.start(lab, address, askingHost));
  }

  /** All that was asked before this call. A watch with a hole is replaced: the report says so, and the run can go on. */
  async report(): Promise<WireReport> {
    try {
      await this.#watch.catchUp();
      const rounds = this.#watch.rounds.slice(this.#reported);
      this.#reported += rounds.length;
      return { rounds, hole: null };
    } catch (cause) {
      await this.stop();
      this.#watch = await WireWatch.start(this.#lab, this.#address, askingHost);
      this.#reported = 0;
      return { rounds: [], hole: cause instanceof Error ? cause.message : String(cause) };
    }
  }

  /** Ends it. Harmless when repeated. */
  async stop(): Promise<void> {
    await this.#watch.stop();
  }
}
