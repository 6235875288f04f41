import type {
  DrillEndpoint,
  DrillEstimate,
  DrillRequest,
  DrillWayEstimate,
  Message,
} from "@primacy/contract";
import type { GroupFacts } from "../../check/downtime";
import type { ProxyHostSight } from "../../proxy/host-sight";
import type { ChosenProxy } from "./choose-proxy";

/** Which member answers at a way to the database; or why nobody did. */
export type DrillWaySight =
  | { readonly kind: "reached"; readonly member: string; readonly isPrimary: boolean }
  | { readonly kind: "unreached"; readonly reason: Message }
  /** It is none of the cluster's endpoints. */
  | { readonly kind: "unknown" };

/** A way that a drill is to watch. */
export interface SeenDrillWay {
  readonly endpoint: DrillEndpoint;
  readonly label: string;
  readonly isVip: boolean;
  readonly sight: DrillWaySight;
}

/** A member on a registered host, as the steps of a drill need it. */
export interface DrillMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly hostId: string;
}

/** The member that is to be hit, with its host. */
export interface DrillTargetSight extends DrillMember {
  readonly operator: ProxyHostSight["operator"];
  /** Its host operator is of a release that makes this fault. */
  readonly canFault: boolean;
  /** The service that runs the server; null: none that may be acted on, nobody could ask, or the fault does not need it. */
  readonly service: string | null;
  /** The console as this host sees it; null: not known, or the fault does not need it. */
  readonly consoleAddress: string | null;
  /** The registered hosts that have this address, by their ids. */
  readonly consoleHostIds: readonly string[];
}

/** The program of a proxy that is to be hit, with its host. */
export interface DrillProxySight extends ChosenProxy, Pick<DrillTargetSight, "operator" | "canFault"> {
  /** Its service runs there; null: nobody could ask. */
  readonly isRunning: boolean | null;
  /** One of the endpoints that are watched leads through this proxy, those for reads among them: what becomes of its clients is seen there. */
  readonly isWatched: boolean;
  /** Endpoints through which writes do not reach the primary now, with why: they say nothing of the heal, and `doors` has the others. */
  readonly shutEndpoints: readonly { readonly endpoint: DrillEndpoint; readonly reason: Message }[];
}

/** The second of a pair. */
export interface DrillOtherSight extends DrillMember {
  /** Every address of its host, but for floating ones. */
  readonly addresses: readonly string[];
}

/** The host from which clients are played. */
export interface DrillObserverSight {
  readonly hostId: string;
  readonly name: string;
  /** Its agent answers and plays clients. `outdated`: it is too old to; `outdated_reads`: too old for those that only read. */
  readonly agent:
    | "ready"
    | "outdated"
    | "outdated_reads"
    | { readonly kind: "silent"; readonly reason: Message };
}

/** What stands for and against a drill. */
export interface DrillSnapshot {
  readonly request: DrillRequest;
  readonly clusterName: string;
  readonly allowsDrills: boolean;
  /** Who has stopped all drills; absent: nobody. */
  readonly leverHeldBy?: string;
  readonly isSinglePrimary: boolean | null;
  readonly members: readonly { readonly name: string; readonly state: string | null }[];
  /** Null: there is none, or it runs on no registered host. */
  readonly primary: DrillMember | null;
  /** Null: there is no primary, or no secondary where the fault needs one; see `chooseParties`. */
  readonly target: DrillTargetSight | null;
  /** Null: the fault has none, or there is no target. */
  readonly other: DrillOtherSight | null;
  /** Null: the fault hits none. `none`: it hits one, and the cluster has no such; `unheld`: no host of it has its address now. */
  readonly proxy: DrillProxySight | "none" | "unheld" | null;
  /** The addresses of the members and of their hosts, but for those of the target. */
  readonly othersAddresses: readonly string[];
  /** Null: no host that has no part in it has an agent, or the chosen one is none. */
  readonly observer: DrillObserverSight | null;
  readonly ways: readonly SeenDrillWay[];
  /** Those that are only to be read through. */
  readonly readWays: readonly SeenDrillWay[];
  /** For how long writes would stop through a VIP by the live variables; null: not known. */
  readonly estimate: DrillEstimate | null;
  /** The same through proxies; absent: of none it is known. */
  readonly wayEstimates?: readonly DrillWayEstimate[];
  readonly group: GroupFacts | null;
  /** How many the primary has, and has at most; absent: it did not tell, or the fault holds no writes there. */
  readonly sessions?: { readonly used: number; readonly most: number };
}
