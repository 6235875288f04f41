import type { AgentState, Message, ReadVipRules, VipKind, VipPause, VipProvider } from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import type { GroupFacts } from "../check/downtime";
import type { GroupView } from "../cluster/group-view";
import type { HostWord } from "./host-word";
import type { PluginWord } from "./plugin-drifts";

/** A member as registered. */
export interface KnownMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly address: string;
  readonly port: number;
  readonly hostId: string | null;
}

/** A host that carries a member, as stored. `macs` are those that its facts name, so that they are known without its agent. */
export interface KnownHost {
  readonly hostId: string;
  readonly name: string;
  readonly address: string;
  readonly agentState: AgentState;
  readonly agentVersion: string | null;
  readonly macs: readonly string[];
}

/** A host that is no member of the cluster, and whose agent asks for its VIPs all the same. */
export interface KnownObserver {
  readonly hostId: string;
  readonly name: string;
  readonly macs: readonly string[];
}

/** A VIP as wanted. */
export interface KnownVip {
  readonly vipId: string;
  readonly kind: VipKind;
  /** What moves it; absent: Primacy's agents. */
  readonly provider?: VipProvider | undefined;
  /** Of a read VIP: what it goes by. */
  readonly reads?: ReadVipRules | undefined;
  /** The agents release it where a plugin left it behind. */
  readonly isGuarded?: boolean;
  readonly address: string;
  readonly prefixLength: number;
  readonly port: number;
  readonly isEnabled: boolean;
  /** Where an operator paused it; absent: it goes where it belongs. */
  readonly paused?: VipPause | undefined;
}

/** The newest frame of an agent. All instants are on the watcher's monotonic clock, in milliseconds. */
export interface AgentSight {
  readonly hostId: string;
  readonly status: AgentStatus;
  readonly receivedAtMs: number;
  readonly clockOffsetMs: number | null;
  /** Since when its server has claimed, frame after frame, to be the primary; null: it does not. */
  readonly claimsPrimarySinceMs: number | null;
  /** Since when it has said what it says; absent: nobody kept it. */
  readonly word?: HostWord;
}

/** Whether the watcher could open a TCP connection to the host's SSH port. */
export interface SshReach {
  readonly hostId: string;
  readonly isReachable: boolean;
  readonly askedAtMs: number;
  /** When it could last; absent: never since it asks. */
  readonly reachedAtMs?: number;
}

/** What the watcher itself was told by a member's MySQL server; `view` null: it did not say. */
export interface ServerSight {
  readonly memberId: string;
  readonly askedAtMs: number;
  /** False where nothing answered at all; a server that refuses its console is alive. */
  readonly isAnswering: boolean;
  /** Nothing listens where it should, so that it is not only slow. */
  readonly isRefused?: boolean;
  readonly version: string | null;
  readonly isSuperReadOnly: boolean | null;
  readonly view: GroupView | null;
}

/** One answer of the wire, placed on the watcher's clock. */
export interface WireSight {
  readonly hostId: string;
  readonly vipId: string;
  readonly askedAtMs: number;
  readonly macs: readonly string[];
}

/** Everything that the picture of a cluster is made from, at `nowMs` of the watcher's monotonic clock. */
export interface TopologySnapshot {
  readonly clusterId: string;
  readonly clusterName: string;
  /** The epoch of what is wanted; agents ahead of it know of more than the console does. */
  readonly epoch: number;
  /** What agents hold otherwise than this console, which was restored from an older database; absent: nothing. */
  readonly differences?: readonly Message[];
  /** What single hosts keep for other clusters, for which they are told nothing; absent: nothing. */
  readonly kept?: readonly Message[];
  readonly nowMs: number;
  /** The same moment as an instant, for people. */
  readonly observedAt: string;
  readonly members: readonly KnownMember[];
  readonly hosts: readonly KnownHost[];
  /** Hosts beside the cluster that ask too; their frames are among those of the agents. */
  readonly observers?: readonly KnownObserver[];
  readonly vips: readonly KnownVip[];
  readonly agents: readonly AgentSight[];
  readonly ssh: readonly SshReach[];
  readonly servers: readonly ServerSight[];
  /** The answers of the last seconds, newest last. */
  readonly wire: readonly WireSight[];
  /** What decides how long a failover takes, as the servers were last seen to have it set; absent: not known. */
  readonly failover?: GroupFacts | null;
  /** How the plugin that moves a VIP stands on the members that could be asked; absent: nobody was, or no plugin moves one. */
  readonly plugin?: { readonly vipId: string; readonly words: readonly PluginWord[] } | null;
}

/** Past this age an observation is stale: agents speak at least once a second. */
export const staleAfterMs = 3_000;

/** Past this age nobody's word about another host counts. */
export const hearsayMaxAgeMs = 5_000;

/** A host clock that differs by more is a warning. */
export const clockOffsetLimitMs = 1_000;
