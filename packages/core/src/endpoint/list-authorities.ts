import type { ClusterEndpoint } from "@primacy/contract";

/**
 * The CAs of which whoever answers at an endpoint has to show a certificate before it is told a password, in the order given and a
 * proxy's own first. Null among them: the CA of a member could not be read, and nobody is verified. Behind an address that somebody
 * typed anybody may stand: there it is left out, and where nothing is left, nobody is told a password.
 */
export function listAuthorities(
  { ref }: Pick<ClusterEndpoint, "ref">,
  own: string | null,
  ofMembers: readonly (string | null)[],
): readonly (string | null)[] {
  const known = ref.kind === "custom" ? ofMembers.filter((one) => one !== null) : ofMembers;
  return [...new Set(own === null ? known : [own, ...known])];
}
