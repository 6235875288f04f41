import type { Message } from "@primacy/contract";
import type { BlockCode, MaintenanceMode } from "./config";
import type { PeerRefusal, RefuseReason, ReleaseProof, ReleaseReason, StopReason } from "./state";

/** Something worth recording, with the reason and the proof. The shell adds identity, boot id and wall time. */
export type VipEvent =
  /** The address is in the kernel here. `waitedMs` counts from the first evidence. */
  | {
      readonly kind: "acquired";
      readonly address: string;
      readonly proofs: Readonly<Record<string, ReleaseProof>>;
      readonly evidenceStartMs: number;
      readonly viewId: string;
      readonly waitedMs: number;
      readonly strangersChecked: boolean;
      /** The address was in the kernel already, put there by an earlier run of this agent. */
      readonly isAdopted: boolean;
    }
  /** `detail` says how an act failed; null where none did. */
  | {
      readonly kind: "release-started";
      readonly address: string;
      readonly reason: ReleaseReason;
      readonly detail: Message | null;
    }
  /** Verified gone from the kernel. */
  | {
      readonly kind: "released";
      readonly address: string;
      readonly reason: ReleaseReason;
      readonly tookMs: number;
      readonly problems: readonly Message[];
    }
  /** The deletion fails again and again; the gate stays closed, the kernel's lifetime ends it. */
  | {
      readonly kind: "release-failing";
      readonly address: string;
      readonly attempts: number;
      readonly problems: readonly Message[];
    }
  | { readonly kind: "proving"; readonly nonce: string; readonly peers: readonly string[] }
  /** Proving ended without the address. */
  | { readonly kind: "proving-ended"; readonly reason: string }
  /** All evidence was voided. */
  | { readonly kind: "evidence-voided"; readonly reason: string; readonly gen: number }
  | {
      readonly kind: "peer-answered";
      readonly peer: string;
      readonly answer: "ack" | "refuse";
      readonly reason: RefuseReason | null;
    }
  | { readonly kind: "peer-refused-us"; readonly peer: string; readonly reason: PeerRefusal }
  /** An operator has signed that this host is off or cut off. */
  | { readonly kind: "host-fenced"; readonly peer: string; readonly orderId: string }
  /** A peer works with another proof wait; the longer one is used. */
  | {
      readonly kind: "timings-differ";
      readonly peer: string;
      readonly oursMs: number;
      readonly theirsMs: number;
    }
  /** A machine that is no peer answers for the address. */
  | { readonly kind: "conflict"; readonly macs: readonly string[] }
  | { readonly kind: "conflict-cleared" }
  /** While we hold: someone else answers too. We announce and ask. */
  | { readonly kind: "contested"; readonly macs: readonly string[]; readonly peers: readonly string[] }
  | { readonly kind: "contest-ended" }
  /** Somebody removed the address that we hold. */
  | { readonly kind: "vanished"; readonly countInWindow: number }
  | { readonly kind: "restored" }
  /** The address is present in a form that is not ours. */
  | { readonly kind: "foreign-address"; readonly detail: string }
  | { readonly kind: "blocked"; readonly code: BlockCode; readonly detail: Message | null }
  | { readonly kind: "unblocked"; readonly code: BlockCode }
  | { readonly kind: "maintenance"; readonly mode: MaintenanceMode }
  | { readonly kind: "config-applied"; readonly epoch: number }
  | { readonly kind: "config-ignored"; readonly epoch: number; readonly currentEpoch: number }
  | { readonly kind: "stopped"; readonly reason: StopReason };
