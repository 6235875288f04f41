import type { Tone, VipKind } from "@primacy/contract";
import { compareNames } from "@primacy/core/topology";

interface OfKind {
  readonly kind: VipKind;
}

/** The first of the VIPs that follow the primary. */
export function findWriteVip<V extends OfKind>(vips: readonly V[]): V | undefined {
  return vips.find(({ kind }) => kind === "write");
}

/** The order in which VIPs stand everywhere: write VIPs first, then by address as people count. */
export function sortVips<V extends OfKind & { readonly address: string }>(vips: readonly V[]): readonly V[] {
  const rank = ({ kind }: OfKind): number => (kind === "write" ? 0 : 1);
  return [...vips].sort((a, b) => rank(a) - rank(b) || compareNames(a.address, b.address));
}

const loudness: Readonly<Record<Tone, number>> = { failed: 4, unknown: 3, warning: 2, busy: 1, ok: 0 };

/** The tone of several VIPs together: the loudest of those in force, of all where none is. */
export function toneOfVips(vips: readonly { readonly tone: Tone; readonly isEnabled: boolean }[]): Tone {
  const inForce = vips.filter(({ isEnabled }) => isEnabled);
  const counted = inForce.length > 0 ? inForce : vips;
  const [loudest] = [...counted].sort((a, b) => loudness[b.tone] - loudness[a.tone]);
  return loudest?.tone ?? "unknown";
}
