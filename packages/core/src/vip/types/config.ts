import type { VipTimings } from "../timings";

/** The address exactly as it is put into the kernel: always for itself alone, always marked, always on the configured NIC. */
export interface VipTarget {
  readonly address: string;
  /** 32 of an IPv4 address, 128 of an IPv6 one. */
  readonly prefixLength: 32 | 128;
  readonly nic: string;
  /** As `planAddressLabel` gives it; how the agent recognises its own address. */
  readonly label: string;
}

/** Another member's agent. Its MAC addresses are no strangers on the wire. */
export interface VipPeer {
  readonly hostId: string;
  /** Lower case, colon separated. */
  readonly macs: readonly string[];
  /** True: a release proof for this peer is needed before each bind. False only where it can never have bound. */
  readonly mustProve: boolean;
}

/** What the operator may choose. */
export interface VipPolicy {
  /** A multi-primary group is refused; the union leaves room for a pinned holder. */
  readonly multiPrimary: "refuse";
  /** `require`: bind only after a clear ARP probe. `ignore`: bind without one (recorded in each acquisition). */
  readonly strangers: "require" | "ignore";
  /**
   * `cut`: who lets go resets the connections through the address. `leave`: it lets them be, and no gate stands before the
   * address; but where the VIP itself ends they are cut all the same.
   */
  readonly onRelease: "cut" | "leave";
}

/** The wanted configuration of one VIP as one host sees it. A higher epoch replaces a lower one. */
export interface VipConfig {
  readonly vipId: string;
  /**
   * What gives a host the right to the address: that its server is the group's primary, or (`assigned`, a read VIP) that
   * the group's replicated table names it. Either changes at one place in the group's order. Absent: `primary`.
   */
  readonly right?: "primary" | "assigned";
  readonly epoch: number;
  readonly selfHostId: string;
  readonly target: VipTarget;
  /** TCP ports of the VIP, which the reset gate covers unless connections are left alone. */
  readonly guardedPorts: readonly number[];
  /** Neighbours (gateway and others) that are asked, with the address as sender, in each announcement; of its family. */
  readonly neighbours: readonly string[];
  readonly peers: readonly VipPeer[];
  /**
   * False while this host is joining or leaving: it answers its peers but never binds. A new peer gets true only
   * after every member has acknowledged a document that lists it.
   */
  readonly mayBind: boolean;
  /**
   * True while an operator has paused the VIP and this is not the host where it stays: what is held is kept on the
   * same evidence as ever, nothing is taken. Apart from maintenance, which is this host's own. Absent: not paused.
   */
  readonly isPaused?: boolean;
  readonly policy: VipPolicy;
  readonly timings: VipTimings;
}

/** `off`; `no-acquire`: keep what is held, take nothing new; `release`: let go and stay without. */
export type MaintenanceMode = "off" | "no-acquire" | "release";

/** Why this host must not bind until the cause is gone. */
export type BlockCode =
  | "multi-primary"
  | "link-down"
  | "nic-missing"
  | "config-invalid"
  | "foreign-address"
  | "flapping"
  | "actuator";

/**
 * What survives a restart of the agent; written by the `persist` action and handed to `createVipState`.
 * Evidence, proofs and the generation are deliberately absent.
 */
export interface PersistedVip {
  readonly vipId: string;
  readonly epoch: number;
  readonly maintenance: MaintenanceMode;
  /** Only a block that needs an operator survives; the others are found again. */
  readonly blocked: { readonly code: "flapping" } | null;
  /** Monotonic; valid only within the same boot, which the shell checks by boot id (else null). */
  readonly tombstoneUntilMs: number | null;
}
