import type { Message } from "@primacy/contract";

/** The interface that questions go out on, with what belongs into the packets. What is said of ARP goes for neighbour discovery too. */
export interface ArpNic {
  readonly name: string;
  readonly mac: string;
  /** An address of the host's own there, of the family that is asked for; null asks in probe form only. */
  readonly ownAddress: string | null;
}

/** An ARP packet that claims a watched address, by whatever kind of packet. */
export interface ArpSighting {
  readonly nic: string;
  readonly address: string;
  readonly mac: string;
  readonly atMs: number;
}

/**
 * What came of asking for an address. `macs`: every Ethernet address that claimed it within the window, also one that
 * had it only at its begin or only announced itself. `holders`: who has it, asked at `holdersAskedMs`; more than one only
 * where they answered the same request, since an address that moves within the window has one owner after the other.
 */
export type ArpAnswer =
  | {
      readonly kind: "asked";
      readonly macs: readonly string[];
      readonly holders: readonly string[];
      readonly holdersAskedMs: number;
      readonly durationMs: number;
    }
  | { readonly kind: "failed"; readonly reason: Message; readonly durationMs: number };

/** Whether an announcement left the host. */
export type ArpSent = { readonly kind: "sent" } | { readonly kind: "failed"; readonly reason: Message };

/** Asks and tells the wire about addresses. Without packet sockets, `arping` does it less well. */
export interface ArpPort {
  readonly kind: "packet" | "arping";
  /** Tells every neighbour that the address is here: by ARP in request and in reply form, of IPv6 by an advertisement. */
  announce(nic: ArpNic, address: string): ArpSent;
  /** Updates single neighbours that ignore broadcasts, by asking each of them with the address as sender. */
  announceTo(nic: ArpNic, address: string, neighbours: readonly string[]): ArpSent;
  /** Asks who has the address and collects the answers until the window closes. Never throws. */
  ask(nic: ArpNic, address: string, windowMs: number): Promise<ArpAnswer>;
  /** From now on reports packets that claim one of the addresses; replaces the addresses watched before. */
  watch(nicName: string, addresses: readonly string[], onSighting: (sighting: ArpSighting) => void): void;
  /** Closes sockets and ends what is under way. May be called twice. */
  close(): void;
}
