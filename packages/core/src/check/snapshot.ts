import type { Message, ProxyTimings, VipRequest, VipTimings } from "@primacy/contract";
import type { AgentStatus, HostObservation } from "@primacy/contract/agent";
import type { GroupView } from "../cluster/group-view";
import type { PluginSight } from "../greatdb-ha/plugin-sight";

/** What could be learned of a member's host, or why nothing could. */
export type HostSight =
  | {
      readonly kind: "observed";
      readonly observation: HostObservation;
      readonly status: AgentStatus | null;
      /** Its wall clock less the console's, in milliseconds, to within half a round trip. */
      readonly clockOffsetMs?: number;
    }
  | { readonly kind: "no_host" }
  | { readonly kind: "no_agent" }
  | { readonly kind: "outdated"; readonly protocol: number }
  | { readonly kind: "unreachable"; readonly reason: string };

/** One member of the cluster with what its host showed. */
export interface CheckedMember {
  readonly memberId: string;
  readonly serverUuid: string;
  /** The member's own address, as the group knows it or as it was matched. */
  readonly address: string;
  readonly port: number;
  readonly hostId: string | null;
  /** The host's name; the member's address where it has no host. */
  readonly name: string;
  readonly agentAddress: string;
  readonly agentPort: number;
  readonly sight: HostSight;
  /** Transactions that wait for certification or to be applied, as its server told the console; null: it did not. */
  readonly queue?: number | null;
}

/** A VIP of this console other than the one that is asked for. */
export interface OtherVip {
  readonly address: string;
  readonly clusterName: string;
}

/** An address of a host that is not a member. */
export interface KnownAddress {
  readonly address: string;
  readonly owner: string;
}

/** Transactions that have been open for `longTransactionSeconds` or longer, and the longest of them. */
export interface LongTransactions {
  readonly count: number;
  readonly longestSeconds: number;
}

/** Everything that the VIP checks judge: what is asked for, and what was seen of each member at once. */
export interface VipCheckSnapshot {
  readonly request: VipRequest;
  /** The address that this VIP has already, when an existing VIP is changed; who holds it is no stranger then. */
  readonly currentAddress: string | null;
  readonly members: readonly CheckedMember[];
  /** The group as the members' servers see it, from the agents or from the worker's own connections. */
  readonly views: readonly GroupView[];
  readonly otherVips: readonly OtherVip[];
  readonly otherAddresses: readonly KnownAddress[];
  readonly timings: VipTimings;
  readonly agentProtocol: number;
  /** Tables that the group refuses to write to; null where no account that may see them is at hand. */
  readonly tables?: { readonly unfit: readonly string[]; readonly isMore: boolean } | null;
  /** Open for long on the primary; null where it could not be asked. */
  readonly longTransactions?: LongTransactions | null;
  /** Why agents would not follow the order of a console that was restored from an older database; absent: they would. */
  readonly restored?: readonly Message[];
  /** How proxies beside the VIP find the primary, as they were told; absent: nothing is known of any. */
  readonly proxies?: ProxyTimings;
  /** Of a VIP that a plugin is to move: what was seen of it on each member; absent with every other provider. */
  readonly plugin?: PluginSight;
}
