import type { PersistedVip, VipTarget } from "./config";
import type { VipEvent } from "./events";
import type { RefuseReason, ReleaseReason, Silence, StopReason } from "./state";

/**
 * A bind or a renewal. The executor must, in this order: (1) drop it and report `act-cancelled` if a newer
 * generation was announced by `cancel-in-flight` or `deadlineMs` has passed; (2) set the address with its
 * lifetime (RTM_NEWADDR /32 or /128; for `bind` remove the own tombstone and open the gate first; for `renew` refresh
 * the gate); (3) read the monotonic clock again and, if it is past `deadlineMs`, delete the address at once and
 * report `act-done` with `late: true`. Steps 2 and 3 must not be separated by an await. A child process used for
 * the act must die with the agent. Every act reports exactly once, within 5 s.
 */
export interface ActFields {
  readonly actionId: number;
  readonly gen: number;
  readonly target: VipTarget;
  /** Start of the probe this act rests on. */
  readonly evidenceStartMs: number;
  /** evidenceStartMs + A_MAX + ACT; on late evidence 1 s later. */
  readonly deadlineMs: number;
  /** `valid_lft` and `preferred_lft`; on late evidence 1 s shorter. */
  readonly leaseMs: number;
  /** Monotonic instant at which the gate must close by itself (reset to clients), before the lease ends. */
  readonly gateOpenUntilMs: number;
  /** Empty: no gate stands before the address. */
  readonly guardedPorts: readonly number[];
}

/** Everything the decision can ask of the shell. Each is complete in itself and may be executed late or twice without harm. */
export type VipAction =
  /**
   * Run the consensus probe (Q1, Q2, Q3) and report `probe-finished` with the instant read just before Q1 was sent.
   * At `deadlineMs` give up and report `timed-out`, but keep that connection parked until the server answers
   * or it breaks, then close it and report `probe-ended`: a blocked probe cannot be cancelled on the server, so
   * this is how the number of blocked threads stays at three. While probes are under way another one may be ordered: it
   * has a session to itself. Several VIPs may share one probe
   * that starts after the action was given.
   */
  | { readonly kind: "probe"; readonly probeId: number; readonly deadlineMs: number }
  | ({ readonly kind: "bind" } & ActFields)
  | ({ readonly kind: "renew" } & ActFields)
  /** Drop binds and renewals of a generation below `gen` that have not reached the kernel; each reports `act-cancelled`. */
  | { readonly kind: "cancel-in-flight"; readonly gen: number }
  /**
   * In this order: close the gate (tombstone for `tombstoneMs`), `ss -K src <address>`, delete the address, read
   * back. A step that exceeds its limit is abandoned and the next one runs: nothing may keep the address from being
   * deleted. Runs at once, even beside a bind or renewal that is stuck. Reports `release-finished` once.
   */
  | {
      readonly kind: "release";
      readonly actionId: number;
      readonly target: VipTarget;
      readonly guardedPorts: readonly number[];
      readonly reason: ReleaseReason;
      /** False: connections through the address are left alone. */
      readonly endsConnections: boolean;
      readonly tombstoneMs: number;
      readonly limitsMs: { readonly gate: number; readonly kill: number; readonly delete: number };
    }
  /** Send gratuitous ARP (request and reply form) and a unicast request to each neighbour; nothing is reported. */
  | { readonly kind: "announce"; readonly target: VipTarget; readonly neighbours: readonly string[] }
  /** Best effort, no answer awaited: tell the peer that we look primary, so that it probes at once (`peer-hinted` there). */
  | { readonly kind: "hint-peer"; readonly peer: string }
  /**
   * Send the release request over a connection that is kept warm. Report `peer-acked`, `peer-refused` or
   * `peer-failed`; at `timeoutMs` abort and report `peer-failed` with `timeout`.
   */
  | {
      readonly kind: "ask-release";
      readonly peer: string;
      readonly nonce: string;
      readonly vipId: string;
      readonly epoch: number;
      readonly address: string;
      readonly viewId: string;
      readonly evidenceAgeMs: number;
      readonly proofWaitMs: number;
      readonly timeoutMs: number;
    }
  /** Answer the open request; if its connection is gone, do nothing (the peer asks again). */
  | {
      readonly kind: "reply-release";
      readonly peer: string;
      readonly nonce: string;
      readonly requestId: string;
      readonly answer:
        | {
            readonly kind: "ack";
            /** How long the local server has not heard each host that has left its view (for the asker's proof R2). */
            readonly silences: Readonly<Record<string, Silence>>;
          }
        | { readonly kind: "refuse"; readonly reason: RefuseReason };
      readonly epoch: number;
      readonly proofWaitMs: number;
    }
  /** ARP probe for the address (never counting this host's own MACs); report `stranger-checked` with the start instant. */
  | {
      readonly kind: "probe-stranger";
      readonly strangerProbeId: number;
      readonly target: VipTarget;
      readonly attempts: number;
      readonly attemptTimeoutMs: number;
    }
  /** Create the gate table, closed for the address for `tombstoneMs` (0: no tombstone); idempotent. */
  | {
      readonly kind: "install-gate";
      readonly target: VipTarget;
      readonly guardedPorts: readonly number[];
      readonly tombstoneMs: number;
    }
  /** Remove what `install-gate` made (uninstall, removal of the VIP). */
  | { readonly kind: "remove-gate"; readonly target: VipTarget }
  /** Write to stable storage; the newest wins. */
  | { readonly kind: "persist"; readonly persisted: PersistedVip }
  | { readonly kind: "emit"; readonly event: VipEvent }
  /** Nothing is held any more and nothing will be: the shell may exit or drop this VIP. */
  | { readonly kind: "stopped"; readonly reason: StopReason };
