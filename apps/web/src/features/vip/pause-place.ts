import type { VipPause } from "@primacy/contract";

/** Where a paused VIP stays, as far as it can be told. */
export type PausePlace =
  /** Nobody held it when it was paused, so nobody takes it. */
  | { readonly kind: "nowhere" }
  | { readonly kind: "on"; readonly host: string }
  /** On a host whose name is not there yet. */
  | { readonly kind: "unnamed" }
  /** Its host left the cluster, so nobody takes it. `host` null: the console does not have it any more either. */
  | { readonly kind: "left"; readonly host: string | null };

/** Tells where a paused VIP stays. `members` are the hosts of its cluster; undefined: they are not known yet. */
export function findPausePlace(
  { hostId }: VipPause,
  members: readonly { readonly hostId: string | null; readonly name: string }[] | undefined,
  hosts: readonly { readonly id: string; readonly name: string }[],
): PausePlace {
  if (hostId === null) return { kind: "nowhere" };
  const member = members?.find((host) => host.hostId === hostId);
  if (member !== undefined) return { kind: "on", host: member.name };
  const host = hosts.find((one) => one.id === hostId)?.name ?? null;
  if (members !== undefined) return { kind: "left", host };
  return host === null ? { kind: "unnamed" } : { kind: "on", host };
}
