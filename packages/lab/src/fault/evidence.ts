import type { Evidence } from "@primacy/host-acts";

/** What the lab can do to itself. */
export type FaultName =
  | "kill-mysql"
  | "stop-mysql"
  | "start-mysql"
  | "kill-process"
  | "kill-service"
  | "stop-service"
  | "start-service"
  | "freeze-process"
  | "thaw-process"
  | "freeze-host"
  | "thaw-host"
  | "link-down"
  | "link-up"
  | "cut"
  | "isolate"
  | "power-off"
  | "power-on"
  | "change-host-keys"
  | "limit-space"
  | "kill-agent"
  | "stop-agent"
  | "start-agent"
  | "add-stranger"
  | "delete-address"
  | "cut-port"
  | "link-flap"
  | "flush-rules"
  | "switchover"
  | "busy-processors"
  | "use-up-connections"
  | "second-agent"
  | "lose-packets"
  | "lose-large-packets"
  | "stall-link"
  | "interface-down"
  | "use-up-files"
  | "lock-table"
  | "lock-account"
  | "large-transaction"
  | "change-schema"
  | "heal";

/**
 * Proof that a fault is in force: it was seen from outside of what injected it. Only a fault with its evidence
 * counts as injected.
 */
export type FaultEvidence = Evidence<FaultName>;
