import type { VipProvider } from "@primacy/contract";

/** Whether a provider can do something: also from a version of the server on, or only in some of the cases. */
export type Ability = "yes" | "no" | "partly" | `from ${string}`;

/** What a provider of VIPs can do, as decision 0106 has it. */
export interface VipCapabilities {
  /** It asks the wire before it takes an address. */
  readonly asksWireFirst: Ability;
  /** It lets go when its group loses the majority. */
  readonly releasesWithoutMajority: Ability;
  /** It lets go when its server is killed. */
  readonly releasesWithoutServer: Ability;
  readonly readVips: Ability;
  readonly ipv6: Ability;
  readonly severalWriteVips: Ability;
  /** A VIP can be paused, and one host can be told to let go of it. */
  readonly pause: Ability;
  /** It can be told to begin anew with its address. */
  readonly rebind: Ability;
  /** Connections can be drained before a switchover. */
  readonly drain: Ability;
  /** An address can be changed without a restart of the server. */
  readonly changesWithoutRestart: Ability;
  /** Another provider may serve the same cluster. */
  readonly besideAnother: Ability;
}

/** The name of something that a provider can do or cannot. */
export type VipCapability = keyof VipCapabilities;

/** What each provider can do. Whoever has to know whether a provider can do something asks this table. */
export const vipCapabilities: Readonly<Record<VipProvider, VipCapabilities>> = {
  agent: {
    asksWireFirst: "yes",
    releasesWithoutMajority: "yes",
    releasesWithoutServer: "yes",
    readVips: "yes",
    ipv6: "yes",
    severalWriteVips: "yes",
    pause: "yes",
    rebind: "no",
    drain: "yes",
    changesWithoutRestart: "yes",
    besideAnother: "no",
  },
  greatdb_ha: {
    asksWireFirst: "no",
    // 8.0.32-24 does; later versions only when Group Replication stops.
    releasesWithoutMajority: "partly",
    releasesWithoutServer: "no",
    readVips: "from 8.0.32-25",
    ipv6: "from 8.0.32-26",
    severalWriteVips: "no",
    pause: "no",
    rebind: "yes",
    drain: "no",
    changesWithoutRestart: "yes",
    besideAnother: "no",
  },
};
