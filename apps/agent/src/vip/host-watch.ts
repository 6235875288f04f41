import { onPulse } from "../clock/pulse";
import { type AddressActuator, type HostNetwork, monotonicMs, type NetworkChange } from "./address/types";

/**
 * Reads the kernel's addresses and interfaces each second, and at once when the kernel announces that an
 * address is gone or an interface has changed. Every report is a complete read made for it.
 */
export class HostWatch {
  readonly #actuator: AddressActuator;
  readonly #onNetwork: (network: HostNetwork, readStartedAtMs: number) => void;
  readonly #onFailure: (error: unknown) => void;
  #latest: HostNetwork = { addresses: [], links: [] };
  #stopReading: () => void = () => undefined;
  #stopWatching: () => void = () => undefined;
  #isReading = false;
  #isReadWanted = false;

  constructor(
    actuator: AddressActuator,
    onNetwork: (network: HostNetwork, readStartedAtMs: number) => void,
    onFailure: (error: unknown) => void,
  ) {
    this.#actuator = actuator;
    this.#onNetwork = onNetwork;
    this.#onFailure = onFailure;
  }

  /** What was read last. */
  get latest(): HostNetwork {
    return this.#latest;
  }

  /** Starts watching; resolves after the first read. */
  async start(): Promise<void> {
    this.#stopWatching = this.#actuator.watchChanges((change) => {
      if (this.#isNews(change)) {
        void this.read();
      }
    });
    this.#stopReading = onPulse(1000, () => {
      void this.read();
    });
    await this.read();
  }

  /** Reads now and reports. Never rejects; a read that fails is reported as such. */
  async read(): Promise<void> {
    if (this.#isReading) {
      this.#isReadWanted = true;
      return;
    }
    this.#isReading = true;
    try {
      do {
        this.#isReadWanted = false;
        const readStartedAtMs = monotonicMs();
        this.#latest = await this.#actuator.listNetwork();
        this.#onNetwork(this.#latest, readStartedAtMs);
      } while (this.#isReadWanted);
    } catch (error) {
      this.#onFailure(error);
    } finally {
      this.#isReading = false;
    }
  }

  /** Ends the watch. May be called twice. */
  stop(): void {
    this.#stopReading();
    this.#stopWatching();
  }

  #isNews(change: NetworkChange): boolean {
    if (change.kind === "link-changed") {
      const known = this.#latest.links.find((link) => link.index === change.link.index);
      return known?.isUp !== change.link.isUp || known.hasCarrier !== change.link.hasCarrier;
    }
    return true;
  }
}
