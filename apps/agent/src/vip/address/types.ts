import type { Message } from "@primacy/contract";
import type { KernelAddress } from "@primacy/contract/agent";

/**
 * An address as the kernel has it, with its interface. `validSeconds` is what is left of its lease; `label` of an IPv6
 * address is what `planAddressLabel` calls one that has the form of the agent's own, and null for any other.
 */
export interface InterfaceAddress extends KernelAddress {
  readonly interfaceName: string;
}

/** An interface as the kernel has it. */
export interface KernelLink {
  readonly interfaceName: string;
  readonly index: number;
  readonly mac: string | null;
  readonly isUp: boolean;
  readonly hasCarrier: boolean;
}

/** The kernel's addresses and interfaces, read together. */
export interface HostNetwork {
  readonly addresses: readonly InterfaceAddress[];
  readonly links: readonly KernelLink[];
}

/** The wish to hold one address (/32 or /128) on one interface until the lease ends. */
export interface LeaseRequest {
  readonly interfaceName: string;
  readonly address: string;
  /** At most 15 characters: how an IPv4 address is known to be ours. The kernel gives none to IPv6. */
  readonly label: string;
  /** Whole seconds, 1 to 5: the kernel removes the address when nobody renews it. */
  readonly leaseSeconds: number;
  /** On the monotonic clock: later than this, the address must not have been set. */
  readonly deadlineMs: number;
}

/** A failed act: `code` is the errno name. Its effect is unknown unless it is read back. */
export interface ActFailure {
  readonly kind: "failed";
  readonly code: string;
  readonly reason: Message;
}

/**
 * What a lease came to. `cancelled`: the deadline had passed before, nothing was touched. `late`: it had
 * passed after the act, and the address was deleted again at once.
 */
export type LeaseOutcome =
  | { readonly kind: "done" | "cancelled" | "late"; readonly finishedAtMs: number }
  | ActFailure;

/** What a removal came to; `done` also when the address was not there. */
export type RemoveOutcome = { readonly kind: "done" } | ActFailure;

/**
 * What the kernel announced by itself. New addresses are not announced: they are found by reading. `resync`
 * means that announcements were lost.
 */
export type NetworkChange =
  | {
      readonly kind: "address-removed";
      readonly address: string;
      readonly interfaceName: string | null;
    }
  | { readonly kind: "link-changed"; readonly link: KernelLink }
  | { readonly kind: "resync" };

/**
 * The agent's hand on the kernel's address table. Implemented in process (netlink) and, where koffi
 * cannot be loaded, by the `ip` command; both keep the same promises and share one test.
 */
export interface AddressActuator {
  readonly kind: "netlink" | "ip-command";
  /**
   * Adds the address with its lease, or renews the lease, and checks the deadline before and after: evidence
   * that became too old during the act must not leave an address behind. An IPv6 address that is there in another form than
   * the agent's is left as it is (`EEXIST`): the kernel would change it in place.
   */
  executeLease(request: LeaseRequest): Promise<LeaseOutcome>;
  /**
   * Removes the exact address and prefix from the interface. An IPv6 address in another form than the agent's stays
   * (`EEXIST`): the kernel tells two of one prefix length apart by nothing else.
   */
  executeRemove(interfaceName: string, address: string, prefixLength: number): Promise<RemoveOutcome>;
  /** Every address of this host. Throws a failure with `code` when the kernel cannot be asked. */
  listAddresses(): Promise<InterfaceAddress[]>;
  /** Every interface of this host. Throws like {@link listAddresses}. */
  listLinks(): Promise<KernelLink[]>;
  /** Both of these, read one right after the other. Throws like {@link listAddresses}. */
  listNetwork(): Promise<HostNetwork>;
  /** Reports changes until stopped. */
  watchChanges(onChange: (change: NetworkChange) => void): () => void;
  /** Frees descriptors and children. May be called twice. */
  close(): void;
}

/** The monotonic clock of this process in milliseconds; never goes back, unaffected by clock changes. */
export function monotonicMs(): number {
  return Number(process.hrtime.bigint()) / 1e6;
}
