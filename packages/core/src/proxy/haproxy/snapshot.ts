import type { HaproxyRequest, Message } from "@primacy/contract";
import type { ArpObservation } from "@primacy/contract/agent";
import type { ProxyHostSight } from "../host-sight";
import type { ProxyFile } from "./judge-file";
import type { Placement } from "./place-on-host";

/** A file as the host operator read it. */
export interface SeenFile {
  readonly file: ProxyFile;
  /** Null: there is none. */
  readonly text: string | null;
}

/** A host that shall run HAProxy and Keepalived. */
export interface HaproxyHost extends ProxyHostSight {
  readonly placement: Placement | null;
  /** Null: nobody could read them; `reason`: why a file could not be read. */
  readonly files: readonly SeenFile[] | { readonly reason: Message } | null;
  /** What answered for the address that shall move. */
  readonly arp: readonly ArpObservation[];
  /** Every address that the host has itself. */
  readonly ownAddresses: readonly string[];
}

/** A host with a member, whose agent is to tell its role. */
export interface CheckedMemberHost {
  readonly hostId: string | null;
  readonly name: string;
  /** `outdated`: its agent knows no checks; `agent`: it does not answer. */
  readonly agent: "able" | "outdated" | { readonly reason: Message };
  /** Something else than this cluster's checks listens on their port. */
  readonly isPortBusy: boolean;
}

/** Everything that decides whether HAProxy and Keepalived may be set up. */
export interface HaproxySnapshot {
  readonly request: HaproxyRequest;
  readonly hosts: readonly HaproxyHost[];
  readonly members: readonly CheckedMemberHost[];
  /** The primary's name; null: the group has none. */
  readonly primary: string | null;
  /** The cluster whose VIP the address is; null: it is none. */
  readonly vipOf: string | null;
  /** Names of this console's proxies, by id. */
  readonly proxies: readonly { readonly id: string; readonly name: string }[];
  /** The VRRP groups of other proxies of this console. */
  readonly takenRouterIds: readonly number[];
  /** Where the cluster's other proxies ask for roles; null: it has none. */
  readonly checkPort: number | null;
}
