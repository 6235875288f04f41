import type { Message } from "@primacy/contract";
import {
  findBlock,
  findTakingEvidence,
  getProofWaitMs,
  isWireClear,
  listMissingProofs,
  looksEntitled,
} from "./standing";
import { computeHoldHorizonMs } from "./timings";
import type {
  BlockCode,
  MaintenanceMode,
  NotPrimaryReason,
  PeerRefusal,
  ProbeFailureCode,
  ReleaseProof,
  ReleaseReason,
  StopReason,
  VipState,
  VipStatus,
} from "./types";

/** One fact that keeps this host from holding the address now. Durations count down to the instant at which it ends by itself. */
export type VipReason =
  | { readonly code: "starting"; readonly waitsFor: "kernel" | "link" }
  /** `cause` is what the newest probe answered; null where only the look at the role says so. */
  | {
      readonly code: "not-primary";
      readonly memberState: string;
      readonly role: string;
      readonly cause: NotPrimaryReason | null;
    }
  /** Of an assigned VIP: the group's table does not name this host. */
  | { readonly code: "not-assigned" }
  | { readonly code: "role-unknown" }
  | { readonly code: "no-evidence"; readonly lastFailure: ProbeFailureCode | null; readonly detail: string }
  | { readonly code: "evidence-too-old"; readonly ageMs: number }
  | { readonly code: "probes-stuck"; readonly count: number }
  | {
      readonly code: "waiting-for-peer";
      readonly peer: string;
      readonly tries: number;
      readonly remainingMs: number;
    }
  | { readonly code: "peer-refuses"; readonly peer: string; readonly reason: PeerRefusal }
  | { readonly code: "cooldown"; readonly remainingMs: number }
  | { readonly code: "wire-not-checked"; readonly ageMs: number | null; readonly detail: string }
  | { readonly code: "stranger"; readonly macs: readonly string[]; readonly quietForMs: number }
  | { readonly code: "action-in-flight"; readonly action: "bind" | "renew"; readonly sinceMs: number }
  | {
      readonly code: "releasing";
      readonly reason: ReleaseReason;
      readonly detail: Message | null;
      readonly attempts: number;
      readonly sinceMs: number;
    }
  | { readonly code: "blocked"; readonly block: BlockCode; readonly detail: Message | null }
  | { readonly code: "maintenance"; readonly mode: MaintenanceMode }
  | { readonly code: "paused" }
  | { readonly code: "not-a-full-member" }
  | { readonly code: "stopped"; readonly reason: StopReason };

/** What the address's state on this host is, and why; the same for the command line, the API and the screens. */
export interface VipExplanation {
  readonly vipId: string;
  readonly address: string;
  readonly status: VipStatus;
  readonly holds: boolean;
  /** Everything that stands between this host and the address; empty exactly while it holds or is about to bind. */
  readonly reasons: readonly VipReason[];
  /** How each peer was excluded; of the hold, or of the attempt so far. */
  readonly proofs: Readonly<Record<string, ReleaseProof>>;
  readonly evidenceAgeMs: number | null;
  readonly heldForMs: number | null;
  readonly leaseRemainingMs: number | null;
  /** Set while others answer for the address that we hold. */
  readonly contestedBy: readonly string[];
  readonly epoch: number;
  readonly generation: number;
  readonly maintenance: MaintenanceMode;
  readonly tombstoneRemainingMs: number;
  readonly holdHorizonMs: number;
  readonly proofWaitMs: number;
}

/** States why this host holds the address or does not. `nowMs` is the local monotonic clock. */
export function explainVip(state: VipState, nowMs: number): VipExplanation {
  const { phase, config, evidence } = state;
  const holding = phase.status === "HOLDING" ? phase : null;
  return {
    vipId: config.vipId,
    address: config.target.address,
    status: phase.status,
    holds: holding !== null,
    reasons: listReasons(state, nowMs),
    proofs: phase.status === "HOLDING" || phase.status === "PROVING" ? phase.proofs : {},
    evidenceAgeMs: evidence === null ? null : nowMs - evidence.startMs,
    heldForMs: holding === null ? null : nowMs - holding.sinceMs,
    leaseRemainingMs: holding === null ? null : Math.max(0, holding.leaseEndsAtMs - nowMs),
    contestedBy: holding?.contestedBy ?? [],
    epoch: config.epoch,
    generation: state.gen,
    maintenance: state.maintenance,
    tombstoneRemainingMs: Math.max(0, (state.tombstoneUntilMs ?? nowMs) - nowMs),
    holdHorizonMs: computeHoldHorizonMs(config.timings),
    proofWaitMs: getProofWaitMs(state),
  };
}

function listReasons(state: VipState, nowMs: number): readonly VipReason[] {
  const { phase } = state;
  if (phase.status === "HOLDING") return [];
  if (phase.status === "DISABLED") return [{ code: "stopped", reason: phase.reason }];
  return [
    ...listHostReasons(state, nowMs),
    ...listOperatorReasons(state),
    ...listGroupReasons(state, nowMs),
    ...listWireReasons(state, nowMs),
    ...listPeerReasons(state, nowMs),
  ];
}

function listHostReasons(state: VipState, nowMs: number): VipReason[] {
  const { phase, inFlight } = state;
  const reasons: VipReason[] = [];
  if (state.kernel === null) reasons.push({ code: "starting", waitsFor: "kernel" });
  if (state.link === null) reasons.push({ code: "starting", waitsFor: "link" });
  if (phase.status === "RELEASING") {
    const { reason, detail, attempts, sinceMs } = phase;
    reasons.push({ code: "releasing", reason, detail, attempts, sinceMs: nowMs - sinceMs });
  }
  if (inFlight !== null) {
    reasons.push({ code: "action-in-flight", action: inFlight.kind, sinceMs: nowMs - inFlight.issuedAtMs });
  }
  const block = findBlock(state);
  if (block !== null) reasons.push({ code: "blocked", block: block.code, detail: block.detail });
  return reasons;
}

function listOperatorReasons(state: VipState): VipReason[] {
  const reasons: VipReason[] = [];
  if (state.maintenance !== "off") reasons.push({ code: "maintenance", mode: state.maintenance });
  if (state.config.isPaused === true) reasons.push({ code: "paused" });
  if (!state.config.mayBind) reasons.push({ code: "not-a-full-member" });
  return reasons;
}

function listGroupReasons(state: VipState, nowMs: number): VipReason[] {
  if (findTakingEvidence(state, nowMs) !== null) return [];
  const { evidence, role, probe } = state;
  const reasons: VipReason[] = [];
  const denial = findDenial(state);
  if (denial !== null) reasons.push(denial);
  else if (role === null) reasons.push({ code: "role-unknown" });
  else if (!looksEntitled(role.observation)) {
    const { memberState, role: memberRole } = role.observation;
    const isUnassigned = state.config.right === "assigned" && memberState === "ONLINE";
    reasons.push(
      isUnassigned
        ? { code: "not-assigned" }
        : { code: "not-primary", memberState, role: memberRole, cause: null },
    );
  }
  if (evidence !== null) reasons.push({ code: "evidence-too-old", ageMs: nowMs - evidence.startMs });
  else {
    const { lastFailure } = probe;
    reasons.push({
      code: "no-evidence",
      lastFailure: lastFailure?.code ?? null,
      detail: lastFailure?.detail ?? "",
    });
  }
  if (probe.parked.length > 0) reasons.push({ code: "probes-stuck", count: probe.parked.length });
  return reasons;
}

/** What the server said of itself in the newest probe, unless a newer look at its role says that it is none anyway. */
function findDenial({ probe, role, config }: VipState): VipReason | null {
  const { denial, atMs } = probe.lastFailure ?? { denial: null, atMs: 0 };
  if (denial === null || denial.observed === null) return null;
  const isRoleNewer = role !== null && role.atMs > atMs;
  // A look at the role sees neither a read-only server nor one in offline mode.
  const isSeenByRole = !looksEntitled({
    ...denial.observed,
    singlePrimary: null,
    ...(config.right === "assigned" ? { isAssigned: denial.reason !== "not-assigned" } : {}),
  });
  if (isRoleNewer && (isSeenByRole || !looksEntitled(role.observation))) return null;
  if (denial.reason === "not-assigned") return { code: "not-assigned" };
  return { code: "not-primary", ...denial.observed, cause: denial.reason };
}

function listWireReasons(state: VipState, nowMs: number): VipReason[] {
  const { phase, strangers } = state;
  if (phase.status === "CONFLICT") {
    return [{ code: "stranger", macs: phase.macs, quietForMs: nowMs - phase.lastSeenMs }];
  }
  if (isWireClear(state, nowMs)) return [];
  const ageMs = strangers.clearAtMs === null ? null : nowMs - strangers.clearAtMs;
  return [{ code: "wire-not-checked", ageMs, detail: strangers.problem ?? "" }];
}

function listPeerReasons(state: VipState, nowMs: number): VipReason[] {
  const { phase, refusal, cooldownUntilMs, config } = state;
  const reasons: VipReason[] = [];
  if (nowMs < cooldownUntilMs) reasons.push({ code: "cooldown", remainingMs: cooldownUntilMs - nowMs });
  if (phase.status === "PROVING") {
    const remainingMs = Math.max(0, phase.provingSinceMs + getProofWaitMs(state) - nowMs);
    for (const peer of listMissingProofs(state, phase)) {
      reasons.push({ code: "waiting-for-peer", peer, tries: phase.asks[peer]?.tries ?? 0, remainingMs });
    }
  }
  // One refusal is stale once an attempt after it had time to fail again.
  if (refusal !== null && nowMs - refusal.atMs < 2 * config.timings.pollMs) {
    reasons.push({ code: "peer-refuses", peer: refusal.peer, reason: refusal.reason });
  }
  return reasons;
}
