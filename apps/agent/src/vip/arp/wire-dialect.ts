import type { AddressFamily } from "@primacy/contract";
import {
  type ArpFrameClaim,
  broadcastMac,
  buildArpFrame,
  buildClaimFilter,
  noAddress,
  parseArpClaim,
  unknownMac,
} from "./frame";
import { buildAdvertisement, buildNdpFilter, buildSolicitation, parseNdpClaim } from "./ndp-frame";

/** How neighbours ask and tell each other about addresses of one family. */
export interface WireDialect {
  readonly etherType: number;
  /** The frames that tell every neighbour that the address is at this Ethernet address from now on. */
  announcement(mac: string, address: string): readonly Buffer[];
  /** The frame that asks who has `target`, as `ownAddress`; null: from nowhere. */
  question(mac: string, ownAddress: string | null, target: string): Buffer;
  /**
   * Whether a question from nowhere is answered to the asker alone, and so changes nobody's memory. One of IPv6 is answered to all
   * (RFC 4861, 7.2.4), who then believe whoever answered last: it is asked only by a host that has no address of its own.
   */
  readonly isAnsweredQuietly: boolean;
  /** A classic BPF program that lets claims of these addresses through, and little else. */
  buildFilter(addresses: readonly string[]): Buffer;
  parseClaim(frame: Buffer): ArpFrameClaim | null;
}

const arp: WireDialect = {
  etherType: 0x0806,
  announcement: (senderMac, address) => {
    const claim = {
      destinationMac: broadcastMac,
      senderMac,
      senderAddress: address,
      targetAddress: address,
    };
    return [
      buildArpFrame({ ...claim, operation: "request", targetMac: unknownMac }),
      // Some switches and routers learn from one form only.
      buildArpFrame({ ...claim, operation: "reply", targetMac: broadcastMac }),
    ];
  },
  question: (senderMac, ownAddress, targetAddress) =>
    buildArpFrame({
      operation: "request",
      destinationMac: broadcastMac,
      senderMac,
      senderAddress: ownAddress ?? noAddress,
      targetMac: unknownMac,
      targetAddress,
    }),
  isAnsweredQuietly: true,
  buildFilter: buildClaimFilter,
  parseClaim: parseArpClaim,
};

const ndp: WireDialect = {
  etherType: 0x86dd,
  announcement: (mac, address) => [buildAdvertisement(mac, address)],
  question: (mac, address, target) => buildSolicitation({ mac, address }, target),
  isAnsweredQuietly: false,
  buildFilter: buildNdpFilter,
  parseClaim: parseNdpClaim,
};

/** ARP for IPv4, neighbour discovery for IPv6. */
export const wireDialects: Readonly<Record<AddressFamily, WireDialect>> = { 4: arp, 6: ndp };
