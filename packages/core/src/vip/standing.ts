import type { Message } from "@primacy/contract";
import { computeProofWaitMs, findLateRenewal } from "./timings";
import type {
  BlockCode,
  Evidence,
  MaintenanceMode,
  RoleObservation,
  VipConfig,
  VipPhase,
  VipState,
  VipTarget,
} from "./types";

type Proving = Extract<VipPhase, { status: "PROVING" }>;

/** Evidence that may start a bind or a renewal now, or null. */
export function findFreshEvidence(state: VipState, nowMs: number): Evidence | null {
  const { evidence } = state;
  if (evidence === null || nowMs - evidence.startMs > state.config.timings.evidenceMaxAgeMs) return null;
  return evidence;
}

/**
 * Evidence on which the address may be taken: fresh evidence, or what the group took longer to give, for as long as a renewal
 * may rest on it. What came in time and has grown old is none: the next answer is as quick.
 */
export function findTakingEvidence(state: VipState, nowMs: number): Evidence | null {
  const fresh = findFreshEvidence(state, nowMs);
  const { evidence, config } = state;
  const late = findLateRenewal(config.timings);
  if (fresh !== null || evidence === null || late === null) return fresh;
  const cameLate = evidence.answeredAtMs - evidence.startMs > config.timings.evidenceMaxAgeMs;
  return cameLate && nowMs - evidence.startMs <= late.maxAgeMs ? evidence : null;
}

/** The first reason why this host must not bind whatever the group says, or null. */
export function findBlock(
  state: VipState,
): { readonly code: BlockCode; readonly detail: Message | null } | null {
  if (state.standingBlock !== null)
    return { code: state.standingBlock.code, detail: state.standingBlock.detail };
  if (state.configProblem !== null) return { code: "config-invalid", detail: state.configProblem };
  if (state.kernel?.kind === "foreign") return { code: "foreign-address", detail: null };
  if (state.link?.state === "missing") return { code: "nic-missing", detail: null };
  if (state.link !== null && state.link.state !== "up") return { code: "link-down", detail: null };
  return null;
}

/** What the operator allows this host: its own maintenance, or else what a paused VIP leaves it. */
export function findMaintenance({ maintenance, config }: VipState): MaintenanceMode {
  return maintenance === "off" && config.isPaused === true ? "no-acquire" : maintenance;
}

/** True when the cheap read claims that this host has the right to the address. */
export function looksEntitled(observation: RoleObservation | undefined): boolean {
  if (observation?.memberState !== "ONLINE") return false;
  return observation.isAssigned ?? observation.role === "PRIMARY";
}

/** True when the cheap read cannot say what the local server is. */
export function isRoleUnknown(observation: RoleObservation | undefined): boolean {
  return observation === undefined || observation.role === "unknown" || observation.memberState === "unknown";
}

/** The proof wait in force: the longest that this host or any configured peer works with. */
export function getProofWaitMs(state: VipState): number {
  let waitMs = computeProofWaitMs(state.config.timings);
  for (const peer of state.config.peers) waitMs = Math.max(waitMs, state.peerProofWaitMs[peer.hostId] ?? 0);
  return waitMs;
}

/** The peers that must be proven not to hold before a bind. */
export function listPeersToProve(config: VipConfig): readonly string[] {
  return config.peers.filter((peer) => peer.mustProve).map((peer) => peer.hostId);
}

/** True while the kernel has an address of an earlier run, and this one has not earned it yet. */
export function isInheriting(phase: VipPhase): boolean {
  return (phase.status === "INIT" || phase.status === "PROVING") && phase.adoptUntilMs !== null;
}

/** The peers whose release is not proven yet in this attempt. */
export function listMissingProofs(state: VipState, phase: Proving): readonly string[] {
  return listPeersToProve(state.config).filter((peer) => phase.proofs[peer] === undefined);
}

/** True when the wire was found free of strangers recently enough to bind. */
export function isWireClear(state: VipState, nowMs: number): boolean {
  if (state.config.policy.strangers === "ignore") return true;
  const { clearAtMs } = state.strangers;
  return clearAtMs !== null && nowMs - clearAtMs <= state.config.timings.strangerClearMaxAgeMs;
}

/** True when two targets are the same kernel address. */
export function isSameTarget(a: VipTarget, b: VipTarget): boolean {
  return (
    a.address === b.address && a.nic === b.nic && a.label === b.label && a.prefixLength === b.prefixLength
  );
}
