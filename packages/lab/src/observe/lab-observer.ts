import type { Lab } from "../lab";
import type { HostName } from "../roster";
import { AddressWatch } from "./address-watch";
import { AnnouncementCount } from "./announcement-count";
import { type ArpOwner, observeArpOwners } from "./arp-owners";
import { observeAddressHolders } from "./holders";
import { type LabStatus, observeLabStatus } from "./status";
import { observeVersions } from "./versions";

/** What can be seen of a lab from outside of its hosts, without any agent. */
export class LabObserver {
  readonly #lab: Lab;

  constructor(lab: Lab) {
    this.#lab = lab;
  }

  /** Hosts (or `console`) that have the address in their kernel now; see `observeAddressHolders`. */
  addressHolders(address: string, signal?: AbortSignal): Promise<string[]> {
    return observeAddressHolders(this.#lab, address, signal);
  }

  /** Every MAC that answers ARP for the address; see `observeArpOwners`. */
  arpOwners(
    address: string,
    options?: { readonly from?: HostName; readonly count?: number; readonly signal?: AbortSignal },
  ): Promise<ArpOwner[]> {
    return observeArpOwners(this.#lab, address, options);
  }

  /** Records who holds the address from now on; see `AddressWatch`. Stop it when done. */
  watchHolders(address: string): Promise<AddressWatch> {
    return AddressWatch.start(this.#lab, address);
  }

  /** Counts who announces the address from now on; see `AnnouncementCount`. Stop it when done. */
  countAnnouncements(address: string): Promise<AnnouncementCount> {
    return AnnouncementCount.start(this.#lab, address);
  }

  /** Every host with its power, processes and group member; see `observeLabStatus`. */
  status(): Promise<LabStatus> {
    return observeLabStatus(this.#lab);
  }

  /** Versions of all that a figure depends on; see `observeVersions`. */
  versions(): Promise<Readonly<Record<string, string>>> {
    return observeVersions(this.#lab);
  }
}
