import { hostPrefixLength } from "@primacy/contract";
import { isVipLabel } from "./label";
import { listUnderWay } from "./probing";
import {
  findBlock,
  findFreshEvidence,
  findMaintenance,
  isInheriting,
  isWireClear,
  listMissingProofs,
  listPeersToProve,
} from "./standing";
import { computeHoldHorizonMs, findLateRenewal, PROBE_COMPANY } from "./timings";
import type { VipAction, VipPhase, VipState, VipStatus } from "./types";

/** Instants have fractions: the same sum in another order may differ by less than this. */
const ROUNDING_MS = 1e-6;

/** A broken invariant: its number in the header of `stepVip`, and what contradicts it. */
export interface VipViolation {
  readonly invariant: "I2" | "I3" | "I4" | "I5" | "I7" | "I9" | "R1" | "bounds";
  readonly message: string;
}

const ACCOUNTS_FOR_ADDRESS: ReadonlySet<VipStatus> = new Set(["INIT", "HOLDING", "RELEASING", "DISABLED"]);

function getAdoptUntilMs(phase: VipPhase): number {
  const untilMs = phase.status === "INIT" || phase.status === "PROVING" ? phase.adoptUntilMs : null;
  return untilMs ?? Number.POSITIVE_INFINITY;
}

/** Broken invariants of a state right after a step; empty when sound. A bug if ever not empty. */
export function checkVipState(state: VipState): readonly VipViolation[] {
  const { phase, evidence, inFlight, probe, config, lastStepMs } = state;
  const isAdopting = phase.status === "PROVING" && phase.adoptUntilMs !== null;
  const bindsNow =
    (inFlight?.kind === "bind" || (inFlight !== null && isAdopting)) && inFlight.gen === state.gen;
  const holding = phase.status === "HOLDING" ? phase : null;
  const { found, rule } = createRules();
  rule(
    evidence !== null && evidence.startMs < state.evidenceFloorMs,
    "I7",
    "evidence is older than its floor",
  );
  rule(evidence !== null && evidence.startMs > lastStepMs, "I7", "evidence lies in the future");
  rule(
    holding !== null && lastStepMs > holding.releaseAtMs,
    "I2",
    "holding on evidence beyond the release time",
  );
  rule(
    holding !== null && holding.releaseAtMs >= holding.leaseEndsAtMs,
    "I2",
    "the release time lies beyond the lease",
  );
  rule(holding !== null && lastStepMs >= holding.leaseEndsAtMs, "I2", "holding past the lease");
  rule(bindsNow && phase.status !== "PROVING", "I5", `a bind is under way in ${phase.status}`);
  rule(
    bindsNow && listPeersToProve(config).some((peer) => inFlight.proofs[peer] === undefined),
    "I5",
    "a bind is under way without every proof",
  );
  rule(phase.status === "PROVING" && evidence === null, "I4", "proving without evidence");
  rule(
    probe.parked.length + listUnderWay(probe).length > PROBE_COMPANY.maxProbes,
    "bounds",
    "more than three probes outstanding",
  );
  rule(phase.status === "DISABLED" && inFlight !== null, "bounds", "stopped with an act under way");
  rule(
    state.kernel?.kind === "own" &&
      inFlight === null &&
      !ACCOUNTS_FOR_ADDRESS.has(phase.status) &&
      !isAdopting,
    "bounds",
    `an address of ours is in the kernel in ${phase.status}`,
  );
  rule(
    isInheriting(phase) && inFlight === null && lastStepMs >= getAdoptUntilMs(phase),
    "bounds",
    "an inherited address is neither renewed nor released in time",
  );
  return found;
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
  const { evidence } = after;
  const isFresh = findFreshEvidence(after, nowMs) !== null;
  const late = isFresh ? null : findLateRenewal(config.timings);
  const { target } = action;
  const isAdopting = phase.status === "PROVING" && phase.adoptUntilMs !== null;
  const { found, rule } = createRules();
  rule(
    evidence?.startMs !== action.evidenceStartMs ||
      (!isFresh && (late === null || nowMs - evidence.startMs > late.maxAgeMs)),
    "I3",
    `${action.kind} without fresh evidence`,
  );
  rule(
    !isFresh && phase.status !== (action.kind === "bind" ? "PROVING" : "HOLDING"),
    "I3",
    `${action.kind} in ${phase.status} on late evidence`,
  );
  rule(
    action.leaseMs !== (late ?? config.timings).leaseMs || action.leaseMs <= 0,
    "I9",
    "an address without the lease",
  );
  rule(
    action.deadlineMs - action.evidenceStartMs + action.leaseMs + config.timings.expirySlackMs >
      computeHoldHorizonMs(config.timings) + ROUNDING_MS,
    "I2",
    `a ${action.kind} that could outlast the hold horizon`,
  );
  const isAlone = target.prefixLength === hostPrefixLength(target.address);
  rule(!isAlone || !isVipLabel(target.label, target.nic), "I9", "not an own address");
  rule(
    target.address !== config.target.address || target.nic !== config.target.nic,
    "I9",
    "not the configured address",
  );
  rule(
    action.kind === "bind" && (phase.status !== "PROVING" || listMissingProofs(after, phase).length > 0),
    "I5",
    "a bind without every proof",
  );
  rule(
    action.kind === "bind" && after.kernel?.kind !== "absent",
    "I9",
    "a bind although the kernel has the address",
  );
  rule(action.kind === "bind" && after.link?.state !== "up", "I4", "a bind without carrier");
  rule(action.kind === "bind" && !isWireClear(after, nowMs), "I5", "a bind without a clear wire");
  rule(
    action.kind === "bind" && (!config.mayBind || findMaintenance(after) !== "off"),
    "I5",
    "a bind that the operator does not allow",
  );
  rule(
    action.kind === "renew" && phase.status !== "HOLDING" && !isAdopting,
    "I3",
    `a renewal in ${phase.status}`,
  );
  rule(
    isAdopting && (action.kind === "bind" || listMissingProofs(after, phase).length > 0),
    "I5",
    "an inherited address kept without every proof",
  );
  rule(
    isAdopting && (!config.mayBind || after.maintenance === "release" || findBlock(after) !== null),
    "I5",
    "an inherited address kept although it is not allowed",
  );
  return found;
}

function checkAck(after: VipState): readonly VipViolation[] {
  const { phase, kernel, inFlight } = after;
  const isHeld = phase.status === "HOLDING" || phase.status === "RELEASING" || phase.status === "INIT";
  const { found, rule } = createRules();
  rule(isHeld, "R1", `acknowledged in ${phase.status}`);
  rule(kernel === null && phase.status !== "DISABLED", "R1", "acknowledged before the kernel was read");
  rule(kernel !== null && kernel.kind !== "absent", "R1", "acknowledged while the kernel has the address");
  rule(inFlight !== null, "R1", "acknowledged with an act under way");
  rule(after.evidence !== null, "R1", "acknowledged without voiding the evidence");
  return found;
}

interface Rules {
  readonly found: readonly VipViolation[];
  readonly rule: (broken: boolean, invariant: VipViolation["invariant"], message: string) => void;
}

function createRules(): Rules {
  const found: VipViolation[] = [];
  const rule: Rules["rule"] = (broken, invariant, message) => {
    if (broken) found.push({ invariant, message });
  };
  return { found, rule };
}
