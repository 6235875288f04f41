import { type Message, message } from "@primacy/contract";

/** What a gate command came to. A gate that does not obey never keeps an address from being released. */
export type GateOutcome = { readonly kind: "done" } | { readonly kind: "failed"; readonly reason: Message };

/** The address behind the gate and the TCP ports that it covers; with none of them no gate stands before it. */
export interface GuardedAddress {
  readonly address: string;
  readonly ports: readonly number[];
}

/**
 * The reset gate: while it is open, clients reach the guarded ports; when it closes, by command or by
 * itself, they get a TCP reset instead of silence, also when the address is no longer on this host.
 * Every command is confirmed by the kernel or by reading the rules back, and may be repeated.
 */
export interface ResetGate {
  readonly kind: "nft" | "absent";
  /** True while the last command was confirmed. */
  readonly isWorking: boolean;
  /** Creates the table where it is missing and guards the address, closed, for `tombstoneMs` (0: does not guard it). */
  install(guarded: GuardedAddress, tombstoneMs: number): Promise<GateOutcome>;
  /** Opens the gate, or keeps it open: it closes by itself after `openMs`, and resets clients for the guard time after that. */
  open(guarded: GuardedAddress, openMs: number): Promise<GateOutcome>;
  /** Closes the gate at once and resets clients for `tombstoneMs`. */
  close(guarded: GuardedAddress, tombstoneMs: number): Promise<GateOutcome>;
  /**
   * Resets new connections to the guarded ports for `forMs` from now on, while those that are open go on; 0 lets them in
   * again. Nothing else ends it before its time.
   */
  drain(guarded: GuardedAddress, forMs: number): Promise<GateOutcome>;
  /** Stops guarding the address. */
  forget(guarded: GuardedAddress): Promise<GateOutcome>;
  /** Removes the whole table (uninstall). */
  remove(): Promise<GateOutcome>;
  /** Ends the child; rules stay until their times end. May be called twice. */
  stop(): void;
}

/** The gate of a host without `nft`: nothing is done, and clients of a lost address wait for their own timeouts. */
export const absentGate: ResetGate = {
  kind: "absent",
  isWorking: false,
  install: async () => ({ kind: "done" }),
  open: async () => ({ kind: "done" }),
  close: async () => ({ kind: "done" }),
  drain: async () => ({ kind: "failed", reason: message("act.no_nft") }),
  forget: async () => ({ kind: "done" }),
  remove: async () => ({ kind: "done" }),
  stop: () => undefined,
};
