import type { Message } from "@primacy/contract";
import type { MaintenanceMode, VipConfig } from "./config";
import type { NotPrimaryReason, RoleObservation } from "./probe";
import type { KernelObservation, LinkState, RefuseReason, Silence, StopReason } from "./state";

/** How a consensus probe ended. */
export type ProbeOutcome =
  /**
   * Q1, Q2 and Q3 passed in one session before the deadline: the local server is the primary. Of a VIP that is assigned:
   * it is ONLINE, and a read in the group's order, by this server or by that of a peer, found the VIP assigned to this host.
   */
  | { readonly kind: "primary"; readonly viewId: string; readonly serverUuid: string }
  /** Q1 or Q3 answered otherwise. Report it as soon as Q1 answers; do not run Q2. `observed` is what it answered. */
  | {
      readonly kind: "not-primary";
      readonly reason: NotPrimaryReason;
      readonly observed?: Pick<RoleObservation, "memberState" | "role">;
    }
  /** Client-side deadline; the connection is parked until `probe-ended`. */
  | { readonly kind: "timed-out" }
  /** An error answer (probe table missing, lock wait, grants). Nothing remains on the server. */
  | { readonly kind: "failed"; readonly detail: string }
  /** Connection refused, broken or server gone. Nothing remains on the server. */
  | { readonly kind: "connection-lost"; readonly detail: string };

/** Class of an actuator error: `permission` and `no-device` block, the rest is retried. */
export type ActErrorCode = "permission" | "no-device" | "no-resource" | "timeout" | "other";

/** Why a release request got no usable answer; `not-a-peer`: the other agent's document does not name this host. */
export type PeerErrorCode = "timeout" | "unreachable" | "unknown-vip" | "not-a-peer" | "denied" | "other";

/** A member of the group as the local server shows it; `hostId` null where no configured host has this server. */
export interface GroupMember {
  readonly hostId: string | null;
  readonly state: RoleObservation["memberState"];
}

/** Everything that can reach the decision. */
export type VipInput =
  | { readonly kind: "tick" }
  | {
      readonly kind: "probe-finished";
      readonly probeId: number;
      /** Read just before Q1 was sent; evidence is dated here. */
      readonly startedAtMs: number;
      readonly outcome: ProbeOutcome;
    }
  /** A timed-out probe has left the server (late answer, error, or closed connection). Its answer is never evidence. */
  | { readonly kind: "probe-ended"; readonly probeId: number }
  /** The persistent session to the local server broke, or the server refused a connection. */
  | { readonly kind: "session-lost"; readonly detail: string }
  | { readonly kind: "role-observed"; readonly observation: RoleObservation }
  /**
   * A whole read of the group as the local server sees it, at least each second. `silenceBeforeMs`: how long this
   * server's build is known not to have heard a member when it first shows it as UNREACHABLE (0 where unknown).
   */
  | {
      readonly kind: "group-observed";
      readonly readStartedAtMs: number;
      readonly self: RoleObservation["memberState"];
      readonly members: readonly GroupMember[];
      readonly silenceBeforeMs: number;
    }
  /**
   * A complete read of the kernel's addresses made for this input, never a replayed notification. With the instant at
   * which the read began, one that overlapped an act of ours is told apart from a change by others; without it the
   * read counts as made now.
   */
  | {
      readonly kind: "kernel-observed";
      readonly observation: KernelObservation;
      readonly readStartedAtMs?: number;
    }
  | { readonly kind: "link-observed"; readonly state: LinkState }
  | {
      readonly kind: "act-done";
      readonly actionId: number;
      /** Monotonic, read after the system call. */
      readonly completedAtMs: number;
      /** The executor found the deadline passed and has deleted the address again. */
      readonly late: boolean;
    }
  /** The act failed or its effect is unknown. */
  | {
      readonly kind: "act-failed";
      readonly actionId: number;
      readonly code: ActErrorCode;
      readonly detail: Message;
    }
  /** The act was dropped before it reached the kernel. */
  | { readonly kind: "act-cancelled"; readonly actionId: number }
  | {
      readonly kind: "release-finished";
      readonly actionId: number;
      /** Read back after the deletion. */
      readonly remaining: KernelObservation;
      /** Steps that failed or ran out of time, with their errors. */
      readonly problems: readonly Message[];
      /** Set when the deletion failed for good reasons of privilege or device. */
      readonly errorCode: ActErrorCode | null;
    }
  | {
      readonly kind: "peer-acked";
      readonly peer: string;
      readonly nonce: string;
      readonly epoch: number;
      readonly proofWaitMs: number;
      /** How long the peer's server had not heard each host that has left its view, when it answered. */
      readonly silences: Readonly<Record<string, Silence>>;
    }
  | {
      readonly kind: "peer-refused";
      readonly peer: string;
      readonly nonce: string;
      readonly reason: RefuseReason;
      readonly epoch: number;
      readonly proofWaitMs: number;
    }
  | {
      readonly kind: "peer-failed";
      readonly peer: string;
      readonly nonce: string;
      readonly code: PeerErrorCode;
    }
  /**
   * A configured peer asks for release. Answered by `reply-release` with the same requestId, possibly only after
   * the address is verified gone. Feed it even if the peer's epoch differs; a peer that is not configured is denied by
   * the shell. The shell limits the rate per peer to 20 per second.
   */
  | {
      readonly kind: "peer-requests-release";
      readonly peer: string;
      readonly nonce: string;
      readonly requestId: string;
      readonly epoch: number;
      readonly viewId: string;
      readonly evidenceAgeMs: number;
      readonly proofWaitMs: number;
    }
  | { readonly kind: "peer-hinted"; readonly peer: string }
  /** The peer's agent has answered a question that decides nothing, and told the epoch of its configuration. */
  | { readonly kind: "peer-seen"; readonly peer: string; readonly epoch: number | null }
  | {
      readonly kind: "stranger-checked";
      readonly strangerProbeId: number;
      readonly startedAtMs: number;
      readonly outcome: /** Every MAC that answered, lower case; empty: nobody. */
        | { readonly kind: "answered"; readonly macs: readonly string[] }
        | { readonly kind: "failed"; readonly detail: string };
    }
  /** A document with an epoch not above the current one changes nothing. */
  | { readonly kind: "config-replaced"; readonly config: VipConfig }
  | { readonly kind: "maintenance-set"; readonly mode: MaintenanceMode }
  /** By hand: let go. `stay: true` also sets maintenance `release`, so that it stays without until an operator says otherwise. */
  | { readonly kind: "operator-release"; readonly stay: boolean }
  /** A signed order that the shell has verified and recorded as used: the host is off or cut off. */
  | {
      readonly kind: "host-fenced";
      readonly hostId: string;
      readonly orderId: string;
      readonly forMs: number;
    }
  /** By hand: leave BLOCKED (flapping, actuator) and try again. */
  | { readonly kind: "operator-unblock" }
  /** The shell saw a suspend (boottime against monotonic), SIGCONT, or a late timer. Voids all evidence. */
  | { readonly kind: "gap-detected"; readonly cause: "suspend" | "sigcont" | "loop" }
  /** SIGTERM, uninstall, or the VIP was removed from the configuration; release, then `stopped`. */
  | { readonly kind: "stop-requested"; readonly reason: StopReason };
