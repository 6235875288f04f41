import { type AddressFamily, familyOf, parseCidr } from "@primacy/contract";

/** The two fields of a form that an address in a network takes, as typed. */
export interface CidrDraft {
  readonly address: string;
  readonly prefixLength: string;
}

/** What most networks of a family have. */
const usualPrefix: Readonly<Record<AddressFamily, string>> = { 4: "24", 6: "64" };

/**
 * The form with another address; a prefix length that is usual in the one family becomes what is usual in the other. One that
 * came at once with its prefix length, as from a clipboard, is taken apart; while one is typed, its second digit may follow.
 */
export function withAddress<D extends CidrDraft>(draft: D, address: string): D {
  const isTyped = Math.abs(address.length - draft.address.length) <= 1;
  if (!isTyped && parseCidr(address) !== null) return withCidrApart({ ...draft, address });
  const family = familyOf(address.trim());
  const isUsual = Object.values(usualPrefix).includes(draft.prefixLength.trim());
  return { ...draft, address, ...(family !== null && isUsual ? { prefixLength: usualPrefix[family] } : {}) };
}

/** The form with a prefix length that stands behind the address in the field of its own; the form itself where none does. */
export function withCidrApart<D extends CidrDraft>(draft: D): D {
  const cidr = parseCidr(draft.address);
  return cidr === null ? draft : { ...draft, address: cidr.address, prefixLength: String(cidr.prefixLength) };
}
