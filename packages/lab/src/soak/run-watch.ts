import { countDualHolds, type HoldEvent, listHolders, measureDualHolders } from "@primacy/core/drill";
import { LabError } from "../errors";
import type { Lab } from "../lab";
import { AddressWatch } from "../observe/address-watch";
import { monotonicMs } from "../process/monotonic";
import type { HostName } from "../roster";

/** What was seen since it was last asked. */
export interface HolderReport {
  /** Every event of the watch so far. */
  readonly events: readonly HoldEvent[];
  readonly dualHolderMs: number;
  /** How often it began that two held. */
  readonly dualHolds: number;
  /** Why nothing is known of some of the time; null where all was seen. */
  readonly hole: string | null;
}

/**
 * Watches the kernels of all hosts from the begin of a run to its end, also between faults and while the lab mends itself.
 * Each report covers all since the one before it, so that nothing is left out and nothing counts twice.
 */
export class RunWatch {
  readonly #lab: Lab;
  readonly #address: string;
  readonly #hosts: readonly HostName[];
  #watch: AddressWatch;
  #countedMs = 0;
  #countedHolds = 0;

  private constructor(lab: Lab, address: string, hosts: readonly HostName[], watch: AddressWatch) {
    this.#lab = lab;
    this.#address = address;
    this.#hosts = hosts;
    this.#watch = watch;
  }

  /** Starts the watch of an address that only one of `hosts` may have at a time. Throws LabError where the kernels cannot be heard. */
  static async start(lab: Lab, address: string, hosts: readonly HostName[]): Promise<RunWatch> {
    return new RunWatch(lab, address, hosts, await AddressWatch.start(lab, address));
  }

  /** Everything that was seen so far; empty while the watch has a hole that nobody has been told of yet. */
  get events(): readonly HoldEvent[] {
    return this.#findEvents() ?? [];
  }

  /** Whether something was missed since the last report; the next one will say so. */
  get hasHole(): boolean {
    return this.#findEvents() === null;
  }

  /** Who holds now, as far as is known. */
  get holders(): readonly string[] {
    return listHolders(this.events);
  }

  /** All that happened before this call. A watch with a hole is replaced: the report says so, and the run can go on. */
  async report(): Promise<HolderReport> {
    try {
      await this.#watch.catchUp();
      const { events } = this.#watch;
      const totalMs = measureDualHolders(events, this.#hosts, monotonicMs());
      const totalHolds = countDualHolds(events, this.#hosts);
      const dualHolderMs = totalMs - this.#countedMs;
      const dualHolds = totalHolds - this.#countedHolds;
      this.#countedMs = totalMs;
      this.#countedHolds = totalHolds;
      return { events, dualHolderMs, dualHolds, hole: null };
    } catch (cause) {
      await this.stop();
      this.#watch = await AddressWatch.start(this.#lab, this.#address);
      this.#countedMs = 0;
      this.#countedHolds = 0;
      const hole = cause instanceof Error ? cause.message : String(cause);
      return { events: [], dualHolderMs: 0, dualHolds: 0, hole };
    }
  }

  /** Ends the watch. Harmless when repeated. */
  async stop(): Promise<void> {
    await this.#watch.stop().catch(() => undefined);
  }

  #findEvents(): readonly HoldEvent[] | null {
    try {
      return this.#watch.events;
    } catch (cause) {
      if (cause instanceof LabError) return null;
      throw cause;
    }
  }
}
