import type { Message, MigrationRequestTo } from "@primacy/contract";
import type { VipCheckSnapshot } from "../../check/snapshot";
import type { ProxyHostSight } from "../host-sight";

/** A service as its host says that it is. */
export type ServiceSight = "running" | "stopped";

/** Keepalived of one host, as its host operator read it. `text` null: it has no configuration. */
export type KeepalivedSight =
  | { readonly kind: "read"; readonly text: string | null; readonly service: ServiceSight | null }
  | { readonly kind: "unread"; readonly reason: Message };

/** The host of a member, whose Keepalived may have the address. */
export interface MigrationHost extends Pick<ProxyHostSight, "hostId" | "name" | "operator"> {
  readonly isPrimary: boolean;
  /** The address is on it now; null: its agent does not answer. */
  readonly holds: boolean | null;
  readonly ownAddresses: readonly string[];
  /** Null: nobody could ask. */
  readonly keepalived: KeepalivedSight | null;
}

/** Who answered at the address. `from`: from where the server saw the console come, through the address and without it. */
export type AddressWay =
  | { readonly kind: "unreached"; readonly reason: Message }
  | {
      readonly kind: "reached";
      readonly member: string;
      readonly isPrimary: boolean;
      readonly from: string | null;
      readonly directFrom: string | null;
    };

/** The server that takes writes, and the port on which it listens. */
export interface PrimarySight {
  readonly name: string;
  readonly port: number;
}

/** Everything that decides whether an address may go from Keepalived to a VIP, besides what every VIP is judged by. */
export interface ToVipSnapshot {
  readonly request: MigrationRequestTo<"vip">;
  readonly hosts: readonly MigrationHost[];
  /** Null: the group has none, or nobody could ask. */
  readonly primary: PrimarySight | null;
  readonly way: AddressWay;
}

/** A host whose Keepalived had an address before. */
export interface ParkedHost extends Pick<ProxyHostSight, "hostId" | "name"> {
  /** Null: it is no host of this console any more. */
  readonly operator: ProxyHostSight["operator"] | null;
  readonly keepalived: KeepalivedSight | null;
  /** SHA-256 of its configuration before the migration, and of what stands there now without its comments' sign; null: it is none. */
  readonly sha256: string;
  readonly parkedSha256: string | null;
}

/** Everything that decides whether an address may go back. */
export interface ToKeepalivedSnapshot {
  readonly address: string;
  readonly hosts: readonly ParkedHost[];
  readonly primary: PrimarySight | null;
}

type Observed = Extract<VipCheckSnapshot["members"][number]["sight"], { kind: "observed" }>["observation"];

/**
 * What the checks of a VIP are to see: the hosts as they are once Keepalived of `hostIds` has let go of the address. That it is on a
 * member's host, that this one answers for it and that those Keepalived move it is what is migrated, and no other machine's.
 */
export function withoutKeepalived<S extends VipCheckSnapshot>(
  snapshot: S,
  address: string,
  hostIds: readonly string[],
): S {
  const macs = new Set(
    snapshot.members.flatMap(({ sight }) =>
      sight.kind === "observed" ? sight.observation.nics.flatMap(({ mac }) => mac ?? []) : [],
    ),
  );
  const members = snapshot.members.map((member) => {
    if (member.sight.kind !== "observed") return member;
    const bare = withoutAddress(member.sight.observation, address, macs);
    const isMoved = member.hostId !== null && hostIds.includes(member.hostId);
    const managers = isMoved ? bare.managers.filter(({ kind }) => kind !== "keepalived") : bare.managers;
    return { ...member, sight: { ...member.sight, observation: { ...bare, managers } } };
  });
  return { ...snapshot, members };
}

function withoutAddress(observation: Observed, address: string, macs: ReadonlySet<string>): Observed {
  const nics = observation.nics.map((nic) => ({
    ...nic,
    addresses: nic.addresses.filter((one) => one.address !== address),
  }));
  const arp = observation.arp.map((asked) =>
    asked.address === address ? { ...asked, macs: asked.macs.filter((mac) => !macs.has(mac)) } : asked,
  );
  return { ...observation, nics, arp };
}
