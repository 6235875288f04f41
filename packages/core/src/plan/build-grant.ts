import { hostPrefixLength } from "@primacy/contract";
import { type AddressGrant, type AgentDocument, addressGrantVersion } from "@primacy/contract/agent";

/** Longer than any lease that timings may ask for is of no use to anybody. */
const maxLeaseSeconds = 5;

/** What a host has to be permitted for a document: the addresses alone, with what is done to them. Pure. */
export function buildGrant(
  document: Pick<AgentDocument, "hostId" | "clusterId" | "epoch" | "vips" | "guards">,
): AddressGrant {
  const { hostId, clusterId, epoch, guards } = document;
  return {
    version: addressGrantVersion,
    hostId,
    clusterId,
    epoch,
    maxLeaseSeconds,
    vips: document.vips.map(({ vipId, address, nic, ports, onRelease = "cut" }) => ({
      vipId,
      address,
      // The kernel has a VIP alone, whatever network it lies in.
      prefixLength: hostPrefixLength(address),
      nic,
      ports: [...ports],
      onRelease,
    })),
    ...(guards === undefined ? {} : { guards: guards.map(({ serverPort: _, ...guarded }) => guarded) }),
  };
}
