import type { DowntimeEstimate, DrillEndpoint, DrillRequest, Message } from "@primacy/contract";
import type { ProxyHostSight } from "../../proxy/host-sight";

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

/** The member that is to be hit, with its host. */
export interface DrillTargetSight {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly name: string;
  readonly address: string;
  readonly port: number;
  readonly hostId: string;
  readonly operator: ProxyHostSight["operator"];
  /** Its host operator is of a release that makes faults. */
  readonly canFault: boolean;
  /** The service that runs the server; null: none that may be acted on, or nobody could ask. */
  readonly service: string | null;
}

/** The host from which clients are played. */
export interface DrillObserverSight {
  readonly hostId: string;
  readonly name: string;
  /** Its agent answers and plays clients. `outdated`: it is too old to. */
  readonly agent: "ready" | "outdated" | { readonly kind: "silent"; readonly reason: Message };
}

/** What stands for and against a drill. */
export interface DrillSnapshot {
  readonly request: DrillRequest;
  readonly clusterName: string;
  readonly allowsDrills: boolean;
  readonly isSinglePrimary: boolean | null;
  readonly members: readonly { readonly name: string; readonly state: string | null }[];
  /** Null: there is no primary, or it runs on no registered host. */
  readonly target: DrillTargetSight | null;
  /** Null: no other host has an agent, or the chosen one is the one that is hit. */
  readonly observer: DrillObserverSight | null;
  readonly ways: readonly SeenDrillWay[];
  /** For how long writes would stop by the live variables; null: not known. */
  readonly estimate: DowntimeEstimate | null;
}
