import { familyOf, isSameSubnet, type Message, message } from "@primacy/contract";
import { type GuardedPluginAddress, isPluginLabel } from "@primacy/contract/agent";
import { removalCommand } from "./removal-command";

/** An address in the kernel as a removal is judged by it. */
export interface PlacedAddress {
  readonly address: string;
  readonly prefixLength: number;
  /** Null: IPv6, or none. */
  readonly label: string | null;
  /** IPv4: another address of its network stands before it on the interface. */
  readonly isSecondary: boolean;
  /** It has no lifetime. */
  readonly isPermanent: boolean;
}

/** One interface, as it is right before the removal. */
export interface RemovalSight {
  readonly addresses: readonly PlacedAddress[];
  /** `promote_secondaries`, of the interface or of all: the kernel keeps what would else go with the first address of a network. */
  readonly promotesSecondaries: boolean;
}

/** Whether exactly this address may be deleted. */
export type RemovalVerdict =
  | { readonly kind: "allowed" }
  | { readonly kind: "absent" }
  | { readonly kind: "refused"; readonly reason: Message };

type Named = Pick<GuardedPluginAddress, "address" | "prefixLength" | "nic">;

/**
 * True for an address as the plugin puts it there: of IPv4 under an alias of its form. IPv6 has no labels, so that address, prefix
 * length and interface are all there is to go by.
 */
export function isOfPlugin(
  { address, prefixLength, nic }: Named,
  placed: Omit<PlacedAddress, "isSecondary">,
): boolean {
  return (
    placed.address === address &&
    placed.prefixLength === prefixLength &&
    placed.isPermanent &&
    (familyOf(address) === 6
      ? placed.label === null
      : placed.label !== null && isPluginLabel(placed.label, nic))
  );
}

/**
 * Judges the removal of one address by what else is on its interface: nothing else may go with it. IPv4: the first address of a network takes the
 * others with it, unless the kernel promotes one of them.
 */
export function judgeRemoval(
  named: Named & { readonly label: string | null },
  sight: RemovalSight,
): RemovalVerdict {
  const { address, prefixLength, nic, label } = named;
  const placed = sight.addresses.find(
    (one) => one.address === address && one.prefixLength === prefixLength && one.label === label,
  );
  if (placed === undefined) return { kind: "absent" };
  if (!isOfPlugin(named, placed))
    return { kind: "refused", reason: message("guard.not_of_plugin", { address, nic }) };
  if (familyOf(address) === 6 || placed.isSecondary || sight.promotesSecondaries) return { kind: "allowed" };
  const others = sight.addresses.filter(
    (one) =>
      one.isSecondary &&
      one.prefixLength === prefixLength &&
      isSameNetwork(one.address, address, prefixLength),
  );
  if (others.length === 0) return { kind: "allowed" };
  const command = removalCommand(named);
  const names = others.map((one) => one.address).join(", ");
  return { kind: "refused", reason: message("guard.others_along", { address, nic, others: names, command }) };
}

function isSameNetwork(one: string, other: string, prefixLength: number): boolean {
  return familyOf(one) === familyOf(other) && isSameSubnet(one, other, prefixLength);
}
