import { hostPrefixLength, isSameSubnet } from "@primacy/contract";
import type { NicStatus } from "@primacy/contract/agent";
import { networkAddresses } from "../../check/network";

/** Where the address of a proxy would be on a host; or that the interface asked for, or any, is not in its network. */
export type Placement =
  | { readonly kind: "placed"; readonly nic: string; readonly source: string; readonly prefixLength: number }
  | { readonly kind: "no_nic"; readonly nic: string }
  | { readonly kind: "no_network"; readonly nic: string | null };

/** Finds the interface that is in the network of an address, or looks at the one that was named. */
export function placeOnHost(nics: readonly NicStatus[], address: string, named: string | null): Placement {
  const considered = named === null ? nics : nics.filter(({ name }) => name === named);
  if (named !== null && considered.length === 0) return { kind: "no_nic", nic: named };
  for (const nic of considered) {
    const own = networkAddresses(nic, address).find(
      (one) =>
        one.address !== address &&
        one.prefixLength < hostPrefixLength(address) &&
        isSameSubnet(one.address, address, one.prefixLength),
    );
    if (own !== undefined)
      return { kind: "placed", nic: nic.name, source: own.address, prefixLength: own.prefixLength };
  }
  return { kind: "no_network", nic: named };
}
