import {
  type HoldEvent,
  type HoldInterval,
  type HoldOverlap,
  listHolders,
  listHoldIntervals,
  listHoldOverlaps,
} from "@primacy/core/drill";
import type { Lab } from "../lab";
import { waitFor } from "../process/wait-for";
import { HostEntries } from "./kernel-events";
import { KernelWatch } from "./kernel-watch";

/** An event's date is cut to whole milliseconds, and so is the clock that it is told by. */
const DATE_ERROR_MS = 3;

/** Watches which hosts of the lab have one address in their kernels, from now until it is stopped; see `KernelWatch`. */
export class AddressWatch {
  readonly address: string;
  readonly #kernels: KernelWatch;
  readonly #entries = new HostEntries();
  readonly #events: HoldEvent[] = [];
  #readCount = 0;

  private constructor(address: string, kernels: KernelWatch) {
    this.address = address;
    this.#kernels = kernels;
  }

  /** Starts a watch and returns it once it hears the kernel and knows who holds now. */
  static async start(lab: Lab, address: string): Promise<AddressWatch> {
    const isWatched = (one: string): boolean => one === address;
    return new AddressWatch(address, await KernelWatch.start(lab, { what: address, isWatched }));
  }

  /** Everything that was seen so far. Throws LabError `not_observed` when the watch has a hole. */
  get events(): readonly HoldEvent[] {
    const all = this.#kernels.events;
    for (const event of all.slice(this.#readCount)) {
      const ofHost = this.#entries.take(event);
      if (ofHost !== null) this.#events.push(ofHost);
    }
    this.#readCount = all.length;
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

  /**
   * Waits until the host has lost the address after `sinceMs` (CLOCK_MONOTONIC), and returns when that was: also where somebody
   * has it again by the time that this looks. Throws LabError `not_observed`.
   */
  async waitForLoss(
    host: string,
    sinceMs: number,
    options: { readonly timeoutMs: number; readonly signal?: AbortSignal },
  ): Promise<number> {
    return waitFor(
      `${host} to lose ${this.address}`,
      () => {
        const lost = this.intervals.filter((one) => one.host === host).flatMap(({ toMs }) => toMs ?? []);
        return lost.find((toMs) => toMs > sinceMs - DATE_ERROR_MS);
      },
      { ...options, intervalMs: 5 },
    );
  }

  /** Waits until everything that happened before this call has been read. Throws LabError `not_observed`. */
  async catchUp(): Promise<void> {
    await this.#kernels.catchUp();
  }

  /** Catches up where the watch has no hole, then ends it in any case; the history stays. */
  async stop(): Promise<void> {
    await this.#kernels.stop();
  }
}
