import type { Vip, VipTimings } from "@primacy/contract";

/** How an agent and its console reach a member's server. */
export interface WantedMember {
  readonly memberId: string;
  readonly serverUuid: string;
  readonly address: string;
  readonly port: number;
  readonly adminAddress: string | null;
  readonly adminPort: number | null;
}

/** A host with its agent and the one member that it carries. */
export interface WantedHost {
  readonly hostId: string;
  /** Of which cluster its agent is asked; null: it is a member of no other one. */
  readonly askedOf: string | null;
  readonly name: string;
  readonly agentAddress: string;
  readonly agentPort: number;
  /** Ethernet addresses that belong to the host: none of them is a stranger on the wire. */
  readonly macs: readonly string[];
  readonly member: WantedMember;
}

/** The wanted configuration of a cluster at one epoch. */
export interface WantedCluster {
  readonly clusterId: string;
  readonly clusterName: string;
  readonly epoch: number;
  /** Hosts that carry a member, by name. Members without a host cannot be told anything. */
  readonly hosts: readonly WantedHost[];
  readonly vips: readonly Vip[];
  readonly timings: VipTimings;
}
