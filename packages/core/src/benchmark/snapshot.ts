import type { BenchmarkFields, MeasuredArm, Message } from "@primacy/contract";
import type { SwitchoverSnapshot } from "../switchover";

/** The host that the load comes from, as its agent tells. */
export interface LoadHost {
  readonly hostId: string;
  readonly name: string;
  readonly isMemberHost: boolean;
  /** `agent`: it does not answer, for a reason. */
  readonly operator: "running" | "off" | "silent" | { readonly kind: "agent"; readonly reason: Message };
  /** What it has of the workload's tool; `outdated`: its agent cannot say; null: nobody could ask. */
  readonly tool: LoadTool | "outdated" | null;
}

/** A tool as the load host has it. */
export interface LoadTool {
  /** Null: there is none. */
  readonly path: string | null;
  readonly version: string | null;
  /** What it says of itself where no version can be read. */
  readonly said: string | null;
  /** False: others than root could replace it, so that it is not started. */
  readonly isTrusted: boolean;
  /** Of sysbench. */
  readonly scripts: readonly string[];
}

/** What a connection to an endpoint led to. */
export type EndpointSight =
  | {
      readonly kind: "reached";
      /** The member that answered; null: a server that is none. */
      readonly member: string | null;
      readonly isPrimary: boolean;
      readonly isReadOnly: boolean;
      readonly connectMs: number;
      readonly connections: { readonly max: number; readonly used: number };
    }
  /** It shows the certificate of no member, as a proxy does that ends TLS itself: nothing is told to it. */
  | { readonly kind: "untrusted" }
  /** No CA of a member is known, and nobody knows what stands behind an address that somebody typed: nothing is told to it. */
  | { readonly kind: "unverifiable" }
  | { readonly kind: "silent"; readonly reason: Message };

/** One endpoint of an arm, and what a connection to it led to. */
export interface SeenEndpoint {
  /** `name (address:port)`. */
  readonly label: string;
  readonly sight: EndpointSight;
}

/** A host that carries a member, as its agent tells. */
export interface DatabaseHost extends Pick<LoadHost, "name" | "operator"> {
  /** Its agent is of a release that can drop caches. */
  readonly canDrop: boolean;
  /** Of its kernel: hosts of one boot share it. Null where nobody could ask. */
  readonly bootId: string | null;
  /** False: it is a container, or a host of a lab, on a machine that runs other things. */
  readonly ownsKernel: boolean;
}

/** What stands for and against restarting servers before each run. */
export interface HygieneSight {
  /** The cluster is marked as production. */
  readonly isProduction: boolean;
  /** The address of a write VIP that is paused, and so would follow no primary; null where none is. */
  readonly pausedVip: string | null;
  /** The group before a rolling restart. */
  readonly restart: SwitchoverSnapshot;
  /** Empty where no caches are dropped. */
  readonly hosts: readonly DatabaseHost[];
}

/** Everything that decides whether a benchmark may run. */
export interface BenchmarkSnapshot {
  readonly fields: BenchmarkFields;
  readonly clusterName: string;
  readonly loadHost: LoadHost;
  /** With the addresses that they have now. */
  readonly arms: readonly MeasuredArm[];
  readonly endpoints: readonly SeenEndpoint[];
  /** Names of the arms whose addresses are not every host with every port, which is how sysbench takes them. */
  readonly uneven: readonly string[];
  /** Null: the group has none. */
  readonly primary: string | null;
  readonly members: readonly { readonly name: string; readonly state: string | null }[];
  /** Null: no server is restarted before a run. */
  readonly hygiene: HygieneSight | null;
}
