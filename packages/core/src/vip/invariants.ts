import { isVipLabel } from "./label";
import {
  findBlock,
  findFreshEvidence,
  isInheriting,
  isWireClear,
  listMissingProofs,
  listPeersToProve,
} from "./standing";
import type { VipAction, VipPhase, VipState, VipStatus } from "./types";

/** A broken invariant: its number in the header of `stepVip`, and what contradicts it. */
export interface VipViolation {
  readonly invariant: "I2" | "I3" | "I4" | "I5" | "I7" | "I9" | "R1" | "bounds";
  readonly message: string;
}

type Rule = readonly [broken: boolean, invariant: VipViolation["invariant"], message: string];

const ACCOUNTS_FOR_ADDRESS: ReadonlySet<VipStatus> = new Set(["INIT", "HOLDING", "RELEASING", "DISABLED"]);

function getAdoptUntilMs(phase: VipPhase): number {
  const untilMs = phase.status === "INIT" || phase.status === "PROVING" ? phase.adoptUntilMs : null;
  return untilMs ?? Number.POSITIVE_INFINITY;
}

/** Broken invariants of a state right after a step; empty when sound. A bug if ever not empty. */
export function checkVipState(state: VipState): readonly VipViolation[] {
  const { phase, evidence, inFlight, probe, config, lastStepMs } = state;
  const { timings } = config;
  const isAdopting = phase.status === "PROVING" && phase.adoptUntilMs !== null;
  const bindsNow =
    (inFlight?.kind === "bind" || (inFlight !== null && isAdopting)) && inFlight.gen === state.gen;
  const holding = phase.status === "HOLDING" ? phase : null;
  return list([
    [evidence !== null && evidence.startMs < state.evidenceFloorMs, "I7", "evidence is older than its floor"],
    [evidence !== null && evidence.startMs > lastStepMs, "I7", "evidence lies in the future"],
    [
      holding !== null && lastStepMs - holding.actedEvidenceMs > timings.releaseAfterMs,
      "I2",
      "holding on evidence beyond the release time",
    ],
    [holding !== null && lastStepMs >= holding.leaseEndsAtMs, "I2", "holding past the lease"],
    [bindsNow && phase.status !== "PROVING", "I5", `a bind is under way in ${phase.status}`],
    [
      bindsNow && listPeersToProve(config).some((peer) => inFlight.proofs[peer] === undefined),
      "I5",
      "a bind is under way without every proof",
    ],
    [phase.status === "PROVING" && evidence === null, "I4", "proving without evidence"],
    [
      probe.parked.length + (probe.running === null ? 0 : 1) > 2,
      "bounds",
      "more than two probes outstanding",
    ],
    [phase.status === "DISABLED" && inFlight !== null, "bounds", "stopped with an act under way"],
    [
      state.kernel?.kind === "own" &&
        inFlight === null &&
        !ACCOUNTS_FOR_ADDRESS.has(phase.status) &&
        !isAdopting,
      "bounds",
      `an address of ours is in the kernel in ${phase.status}`,
    ],
    [
      isInheriting(phase) && inFlight === null && lastStepMs >= getAdoptUntilMs(phase),
      "bounds",
      "an inherited address is neither renewed nor released in time",
    ],
  ]);
}

/** Broken invariants of the actions of one step, judged by the state it left; empty when sound. A bug if ever not empty. */
export function checkVipActions(after: VipState, actions: readonly VipAction[]): readonly VipViolation[] {
  const violations: VipViolation[] = [];
  for (const action of actions) {
    if (action.kind === "bind" || action.kind === "renew") violations.push(...checkAct(after, action));
    if (action.kind === "reply-release" && action.answer.kind === "ack") violations.push(...checkAck(after));
  }
  return violations;
}

function checkAct(
  after: VipState,
  action: Extract<VipAction, { kind: "bind" | "renew" }>,
): readonly VipViolation[] {
  const { config, lastStepMs: nowMs, phase } = after;
  const evidence = findFreshEvidence(after, nowMs);
  const { target } = action;
  const isAdopting = phase.status === "PROVING" && phase.adoptUntilMs !== null;
  return list([
    [
      evidence === null || evidence.startMs !== action.evidenceStartMs,
      "I3",
      `${action.kind} without fresh evidence`,
    ],
    [action.leaseMs !== config.timings.leaseMs || action.leaseMs <= 0, "I9", "an address without the lease"],
    [target.prefixLength !== 32 || !isVipLabel(target.label, target.nic), "I9", "not an own address"],
    [
      target.address !== config.target.address || target.nic !== config.target.nic,
      "I9",
      "not the configured address",
    ],
    [
      action.kind === "bind" && (phase.status !== "PROVING" || listMissingProofs(after, phase).length > 0),
      "I5",
      "a bind without every proof",
    ],
    [
      action.kind === "bind" && after.kernel?.kind !== "absent",
      "I9",
      "a bind although the kernel has the address",
    ],
    [action.kind === "bind" && after.link?.state !== "up", "I4", "a bind without carrier"],
    [action.kind === "bind" && !isWireClear(after, nowMs), "I5", "a bind without a clear wire"],
    [
      action.kind === "bind" && (!config.mayBind || after.maintenance !== "off"),
      "I5",
      "a bind that the operator does not allow",
    ],
    [
      action.kind === "renew" && phase.status !== "HOLDING" && !isAdopting,
      "I3",
      `a renewal in ${phase.status}`,
    ],
    [
      isAdopting && (action.kind === "bind" || listMissingProofs(after, phase).length > 0),
      "I5",
      "an inherited address kept without every proof",
    ],
    [
      isAdopting && (!config.mayBind || after.maintenance === "release" || findBlock(after) !== null),
      "I5",
      "an inherited address kept although it is not allowed",
    ],
  ]);
}

function checkAck(after: VipState): readonly VipViolation[] {
  const { phase, kernel, inFlight } = after;
  const isHeld = phase.status === "HOLDING" || phase.status === "RELEASING" || phase.status === "INIT";
  return list([
    [isHeld, "R1", `acknowledged in ${phase.status}`],
    [kernel === null && phase.status !== "DISABLED", "R1", "acknowledged before the kernel was read"],
    [kernel !== null && kernel.kind !== "absent", "R1", "acknowledged while the kernel has the address"],
    [inFlight !== null, "R1", "acknowledged with an act under way"],
    [after.evidence !== null, "R1", "acknowledged without voiding the evidence"],
  ]);
}

function list(rules: readonly Rule[]): readonly VipViolation[] {
  return rules.filter(([broken]) => broken).map(([, invariant, message]) => ({ invariant, message }));
}
