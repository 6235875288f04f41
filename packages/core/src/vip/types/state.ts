import type { Message } from "@primacy/contract";
import type { BlockCode, MaintenanceMode, PersistedVip, VipConfig, VipTarget } from "./config";
import type { ProbeTrack, RoleObservation } from "./probe";

/** Proof by the group's own consensus that the local server was primary at some instant at or after `startMs`. */
export interface Evidence {
  readonly startMs: number;
  /** When its answer came. */
  readonly answeredAtMs: number;
  readonly viewId: string;
  readonly serverUuid: string;
}

/**
 * Why a peer cannot hold the address: R1 it acknowledged, R2 every other host's server, this one's included, has
 * not heard the peer's server for the whole proof wait, R3 the proof wait has passed since `provingSinceMs`, R4 an
 * operator has signed that the host is off or cut off.
 */
export type ReleaseProof =
  | { readonly kind: "R1"; readonly atMs: number }
  | { readonly kind: "R2"; readonly atMs: number; readonly witnesses: readonly string[] }
  | { readonly kind: "R3"; readonly atMs: number }
  | { readonly kind: "R4"; readonly atMs: number; readonly orderId: string };

/** What the kernel has for the address. */
export type KernelObservation =
  | { readonly kind: "absent" }
  /** /32 or /128 with our mark on our NIC. `expiresInMs` null: permanent. */
  | { readonly kind: "own"; readonly expiresInMs: number | null }
  /** Present, but not put there by us: other label, prefix or interface. Never touched. */
  | { readonly kind: "foreign"; readonly detail: string };

/** State of the configured NIC. */
export type LinkState = "up" | "no-carrier" | "down" | "missing";

/** Why the address is being released. */
export type ReleaseReason =
  | "found-at-start"
  | "not-primary"
  | "multi-primary"
  | "mysql-lost"
  | "evidence-expired"
  | "carrier-lost"
  | "peer-request"
  | "late-action"
  | "stale-action"
  /** The kernel has an address of ours that no state accounts for. */
  | "stray-address"
  | "action-failed"
  | "flapping"
  | "config-changed"
  | "maintenance"
  | "operator"
  | "stop"
  | "blocked";

/** Why a peer's release request is refused. */
export type RefuseReason = "still-primary" | "foreign-address";

/** Why a peer keeps us from the address; the last: its own document does not name this host, so that nobody asks us. */
export type PeerRefusal = RefuseReason | "not-a-peer";

/** Why this VIP's decision ends. */
export type StopReason = "shutdown" | "uninstall" | "removed";

/** Where RELEASING leads once the address is verified gone. */
export type AfterRelease =
  /** STANDBY, or what maintenance and blocks then make of it. */
  | { readonly kind: "standby"; readonly cooldown: boolean }
  | { readonly kind: "stop"; readonly reason: StopReason };

/**
 * A time in which one server has not heard another, as ages on the clock of the host that tells it. `untilAgoMs` 0: it
 * still lasts.
 */
export interface Silence {
  readonly fromAgoMs: number;
  readonly untilAgoMs: number;
}

/** How long the local server has not heard another host's, in instants of this host. */
export interface SilenceTrack {
  /** From the start of its silence to the last read that showed it as UNREACHABLE; null if none did. */
  readonly unreachable: { readonly fromMs: number; readonly untilMs: number } | null;
  /** Since when every read has shown a view without it; null while it is in the view. */
  readonly goneSinceMs: number | null;
}

/**
 * What the local server last showed of its group, for the silence of others (proof R2). A read that comes too late
 * after the one before starts it over: what happened in between was not seen.
 */
export interface GroupTrack {
  /** Start of the last read. */
  readonly readAtMs: number;
  /** Since when every read has shown configured hosts only. */
  readonly knownSinceMs: number;
  /** By host; who answers the group has no entry. */
  readonly silent: Readonly<Record<string, SilenceTrack>>;
}

/**
 * An operator's signed word that a host is off or cut off. It counts until it expires, this host takes the address, or
 * the host gives a sign of life.
 */
export interface Fence {
  readonly orderId: string;
  /** On this host's monotonic clock. */
  readonly untilMs: number;
}

/** One open question to a peer while proving. */
export interface PeerAsk {
  readonly tries: number;
  /** Null: none open. */
  readonly askedAtMs: number | null;
  /** When to ask again if none is open. */
  readonly retryAtMs: number;
  /** A question of this attempt has found nobody there: only then may the silence of the peer's server stand for it (R2). */
  readonly hasFailed: boolean;
  /** What its last acknowledgement told, at some instant between question and answer, of hosts that have left its view. */
  readonly testimony: {
    readonly askedAtMs: number;
    readonly atMs: number;
    readonly silences: Readonly<Record<string, Silence>>;
  } | null;
}

/** The state machine proper; what every state means is said in the reducer's header. */
export type VipPhase =
  | {
      readonly status: "INIT";
      /**
       * Set while the kernel has an address that an earlier run of this agent put there: the instant by which this run
       * must have renewed it by its own right, or lets go of it.
       */
      readonly adoptUntilMs: number | null;
    }
  | { readonly status: "STANDBY" }
  | {
      readonly status: "PROVING";
      /** When the first evidence of this attempt arrived; the proof wait counts from here. */
      readonly provingSinceMs: number;
      readonly nonce: string;
      readonly proofs: Readonly<Record<string, ReleaseProof>>;
      readonly asks: Readonly<Record<string, PeerAsk>>;
      /** As in INIT: the attempt then ends in a renewal of what the kernel still has, not in a bind. */
      readonly adoptUntilMs: number | null;
    }
  | {
      readonly status: "HOLDING";
      readonly sinceMs: number;
      /** By which proof each peer was excluded when the address was taken. */
      readonly proofs: Readonly<Record<string, ReleaseProof>>;
      /** Evidence start of the last bind or renewal that succeeded. */
      readonly actedEvidenceMs: number;
      /** Without a renewal until then the holder lets go by itself; before the lease ends. */
      readonly releaseAtMs: number;
      /** That evidence came too late for the whole lease. */
      readonly isLate: boolean;
      /** Not later than the kernel's own end of the lifetime. */
      readonly leaseEndsAtMs: number;
      /** A renewal that failed is not repeated before then. */
      readonly renewAtMs: number;
      readonly announceIndex: number;
      readonly announceAtMs: number;
      /** Instant of the last announcement. */
      readonly announcedAtMs: number;
      /** Set while the kernel lacks the address that we hold. */
      readonly vanished: boolean;
      /** Set while someone else answers for the address too. */
      readonly contestedBy: readonly string[];
    }
  | {
      readonly status: "RELEASING";
      readonly sinceMs: number;
      readonly reason: ReleaseReason;
      readonly detail: Message | null;
      readonly target: VipTarget;
      readonly attempts: number;
      /** The running release, null between two attempts. */
      readonly actionId: number | null;
      /** When to order it again if it has not succeeded (or not reported) by then. */
      readonly retryAtMs: number;
      /** The address was read back as gone after the last act that could have set it. */
      readonly verified: boolean;
      readonly then: AfterRelease;
    }
  | {
      readonly status: "CONFLICT";
      readonly sinceMs: number;
      readonly macs: readonly string[];
      readonly lastSeenMs: number;
      /** Questions in a row that no stranger answered. */
      readonly clearLooks: number;
    }
  | {
      readonly status: "BLOCKED";
      readonly sinceMs: number;
      readonly code: BlockCode;
      readonly detail: Message | null;
    }
  | { readonly status: "MAINT"; readonly sinceMs: number }
  | { readonly status: "DISABLED"; readonly reason: StopReason };

/** The words of the state machine. */
export type VipStatus = VipPhase["status"];

/**
 * A block that outlives what caused it: `flapping` until an operator or a new epoch, `actuator` until `retryAtMs`,
 * `multi-primary` until a probe finds single-primary mode.
 */
export interface StandingBlock {
  readonly code: "flapping" | "actuator" | "multi-primary";
  /** How an act failed; null where no act did. */
  readonly detail: Message | null;
  readonly retryAtMs: number | null;
}

/** What the age of its evidence allows a bind or a renewal. */
export interface ActTerms {
  /** Later than this it must not stay in the kernel. */
  readonly deadlineMs: number;
  /** Kernel lifetime that it gives. */
  readonly leaseMs: number;
  /** When the holder lets go by itself if nothing renews after it. */
  readonly releaseAtMs: number;
  /** The evidence is too old for the whole lease. */
  readonly isLate: boolean;
}

/** A bind or renewal that was ordered and has not reported yet. */
export interface InFlightAct {
  readonly kind: "bind" | "renew";
  readonly actionId: number;
  readonly gen: number;
  readonly target: VipTarget;
  readonly evidenceStartMs: number;
  readonly issuedAtMs: number;
  readonly terms: ActTerms;
  /** Proofs the bind rests on (empty for a renewal). */
  readonly proofs: Readonly<Record<string, ReleaseProof>>;
}

/** A peer's release request that is not answered yet. */
export interface PendingRequest {
  readonly nonce: string;
  readonly requestId: string;
  readonly receivedAtMs: number;
}

/** What is known about other answers for the address on the wire. */
export interface ConflictTrack {
  readonly running: { readonly strangerProbeId: number; readonly sinceMs: number } | null;
  readonly nextAtMs: number;
  /** Start of the last probe that nobody but peers answered. */
  readonly clearAtMs: number | null;
  /** Why the last probe could not be made, or null. */
  readonly problem: string | null;
  /** When strangers were found, of late. */
  readonly foundAtMs: readonly number[];
}

/** The whole state of one VIP's decision. Plain data; treat it as opaque except for display through `explain`. */
export interface VipState {
  readonly config: VipConfig;
  /** Why the configuration must not be used, or null. */
  readonly configProblem: Message | null;
  /** Random per start of the agent, given by the shell; makes nonces unique. */
  readonly incarnationId: string;
  /** Rises with every invalidation; in-flight acts of an older one are dropped. */
  readonly gen: number;
  readonly phase: VipPhase;
  readonly evidence: Evidence | null;
  /** Evidence that started earlier is void. */
  readonly evidenceFloorMs: number;
  readonly probe: ProbeTrack;
  readonly role: {
    readonly observation: RoleObservation;
    readonly atMs: number;
    readonly sinceMs: number;
  } | null;
  readonly kernel: KernelObservation | null;
  /** When an act of ours last changed the kernel; reads that began earlier say nothing. */
  readonly kernelChangedAtMs: number;
  readonly link: { readonly state: LinkState; readonly sinceMs: number } | null;
  /** Null while the local server is no ONLINE member, or nothing is known of its group. */
  readonly group: GroupTrack | null;
  /** When each peer's agent last gave a sign of life, and the epoch of its configuration; see `peer-seen`. */
  readonly peersSeen: Readonly<Record<string, { readonly atMs: number; readonly epoch: number | null }>>;
  /** When each peer last got an acknowledgement from here. */
  readonly acknowledgedAtMs: Readonly<Record<string, number>>;
  /** Operators' orders that still count, by host. */
  readonly fences: Readonly<Record<string, Fence>>;
  readonly inFlight: InFlightAct | null;
  readonly requests: Readonly<Record<string, PendingRequest>>;
  readonly strangers: ConflictTrack;
  readonly maintenance: MaintenanceMode;
  /** A block that no fresh observation of NIC, kernel or configuration can clear. */
  readonly standingBlock: StandingBlock | null;
  readonly pendingConfig: VipConfig | null;
  readonly cooldownUntilMs: number;
  readonly tombstoneUntilMs: number | null;
  /** Instants at which the held address disappeared. */
  readonly vanishedAtMs: readonly number[];
  /** A peer said that it still holds by its own evidence; no new attempt before `untilMs`. */
  readonly refusal: {
    readonly peer: string;
    readonly reason: PeerRefusal;
    readonly atMs: number;
    readonly untilMs: number;
  } | null;
  /** Longest proof wait that each peer has told us; the longest of all is used. */
  readonly peerProofWaitMs: Readonly<Record<string, number>>;
  readonly persisted: PersistedVip;
  readonly lastStepMs: number;
  /** Source of action and probe numbers. */
  readonly nextId: number;
  readonly attempts: number;
}
