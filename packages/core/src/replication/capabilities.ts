/** The technologies that replicate. */
export const replicationKinds = ["group_replication", "semi_sync", "asynchronous", "galera"] as const;
export type ReplicationKind = (typeof replicationKinds)[number];

/** What a technology that replicates gives, as decision 0106 has it. */
export interface ReplicationCapabilities {
  /** This version has an adapter for it. */
  readonly hasAdapter: boolean;
  /** What keeps a second member from accepting writes. */
  readonly oneWriter: "by_group" | "by_read_only" | "by_convention";
  /** A new primary is elected without the console; `no_primary`: there is none to elect. */
  readonly elects: "yes" | "no" | "no_primary";
  /** A member knows that it is cut off from the others. */
  readonly knowsCutOff: boolean;
  /** What proves that a primary still is one; null: nothing of its own. */
  readonly proof: "consensus" | "write" | null;
  /** Which acknowledged writes a crash of the primary may lose. */
  readonly lostWrites: "none" | "none_if_acknowledged" | "up_to_lag";
  /** What a planned switchover does. */
  readonly switchover: "ordered_of_group" | "promotion" | "address_alone";
  /** A write VIP can follow by the agent's own rules. */
  readonly writeVip: boolean;
}

/** The name of something that a technology gives or does not. */
export type ReplicationCapability = keyof ReplicationCapabilities;

/** What each technology gives. */
export const replicationCapabilities: Readonly<Record<ReplicationKind, ReplicationCapabilities>> = {
  group_replication: {
    hasAdapter: true,
    oneWriter: "by_group",
    elects: "yes",
    knowsCutOff: true,
    proof: "consensus",
    lostWrites: "none",
    switchover: "ordered_of_group",
    writeVip: true,
  },
  semi_sync: {
    hasAdapter: false,
    oneWriter: "by_read_only",
    elects: "no",
    knowsCutOff: false,
    proof: null,
    lostWrites: "none_if_acknowledged",
    switchover: "promotion",
    writeVip: false,
  },
  asynchronous: {
    hasAdapter: false,
    oneWriter: "by_read_only",
    elects: "no",
    knowsCutOff: false,
    proof: null,
    lostWrites: "up_to_lag",
    switchover: "promotion",
    writeVip: false,
  },
  galera: {
    hasAdapter: false,
    oneWriter: "by_convention",
    elects: "no_primary",
    knowsCutOff: true,
    proof: "write",
    lostWrites: "none",
    switchover: "address_alone",
    writeVip: false,
  },
};
