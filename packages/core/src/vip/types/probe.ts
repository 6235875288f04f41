/** Local role by one cheap read. It only triggers the consensus probe. */
export interface RoleObservation {
  readonly memberState: "ONLINE" | "RECOVERING" | "OFFLINE" | "ERROR" | "UNREACHABLE" | "unknown";
  readonly role: "PRIMARY" | "SECONDARY" | "unknown";
  readonly singlePrimary: boolean | null;
  /** For a VIP that is assigned: whether the local server's copy of the assignment names this host. Absent for any other. */
  readonly isAssigned?: boolean;
}

/** Why Q1 or Q3 says that clients must not come to the local server by this address. */
export type NotPrimaryReason =
  | "not-online"
  | "not-primary"
  | "multi-primary"
  /** Whether the group has a single primary cannot be read: not known to be multi-primary, and no proof either. */
  | "mode-unknown"
  | "super-read-only"
  | "offline-mode"
  /** The group's table gives the address to another host, or to none. */
  | "not-assigned"
  /** It was told to shut down or to restart, and is about to leave its group. */
  | "stopping"
  | "changed-during-probe";

/** A probe that has not reported yet. */
export interface RunningProbe {
  readonly probeId: number;
  readonly askedAtMs: number;
}

/** What is known about the consensus probe. */
export interface ProbeTrack {
  /** The newest one under way. */
  readonly running: RunningProbe | null;
  /** Those under way that began before it, oldest first. */
  readonly older: readonly RunningProbe[];
  /** Timed-out probes that may still occupy a thread on the server; with those under way never more than three. */
  readonly parked: readonly number[];
  readonly lastAskedMs: number;
  /** A probe that starts at or after this instant is wanted (trigger). */
  readonly wantedMs: number;
  /** The last outcome that was no evidence, for the explanation. */
  readonly lastFailure: {
    readonly atMs: number;
    readonly code: ProbeFailureCode;
    readonly detail: string;
    /** Set for an answer that was no; what the server said of itself in it, where it is known. */
    readonly denial: {
      readonly reason: NotPrimaryReason;
      readonly observed: Pick<RoleObservation, "memberState" | "role"> | null;
    } | null;
  } | null;
}

/** How a probe failed to be evidence. */
export type ProbeFailureCode =
  | "not-primary"
  | "multi-primary"
  | "timed-out"
  | "failed"
  | "connection-lost"
  | "too-slow";
