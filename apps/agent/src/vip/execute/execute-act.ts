import type { ActErrorCode, VipAction, VipInput } from "@primacy/core/vip";
import { type AddressActuator, monotonicMs } from "../address/types";
import type { ResetGate } from "../gate/types";

/** A bind or a renewal. */
export type VipAct = Extract<VipAction, { kind: "bind" | "renew" }>;

/** What an act needs besides itself. */
export interface ActParts {
  readonly actuator: AddressActuator;
  readonly gate: ResetGate;
  /** The newest generation that the decision announced; acts of an older one are dropped. */
  readonly newestGen: () => number;
  /** How long clients are reset after a bind that was dropped once the gate was open. */
  readonly tombstoneMs: number;
}

const gateLimitMs = 60;

/**
 * Executes one bind or renewal: dropped when a newer generation or the deadline came first, deleted again
 * when the deadline passed during the act. Reports exactly once and never rejects.
 */
export async function executeAct(act: VipAct, parts: ActParts): Promise<VipInput> {
  const guarded = { address: act.target.address, ports: act.guardedPorts };
  const { actionId } = act;
  if (isVoid(act, parts)) {
    return { kind: "act-cancelled", actionId };
  }
  const opened = parts.gate.open(guarded, act.gateOpenUntilMs - monotonicMs());
  if (act.kind === "bind") {
    // Clients that find the address must not be reset; a gate that does not obey must not cost it.
    await within(gateLimitMs, opened);
  }
  if (isVoid(act, parts)) {
    if (act.kind === "bind") {
      await within(gateLimitMs, parts.gate.close(guarded, parts.tombstoneMs));
    }
    return { kind: "act-cancelled", actionId };
  }
  const outcome = await parts.actuator.executeLease({
    interfaceName: act.target.nic,
    address: act.target.address,
    label: act.target.label,
    leaseSeconds: act.leaseMs / 1000,
    deadlineMs: act.deadlineMs,
  });
  switch (outcome.kind) {
    case "done":
      return { kind: "act-done", actionId, completedAtMs: outcome.finishedAtMs, late: false };
    case "late":
      return { kind: "act-done", actionId, completedAtMs: outcome.finishedAtMs, late: true };
    case "cancelled":
      return { kind: "act-cancelled", actionId };
    case "failed":
      return { kind: "act-failed", actionId, code: classifyActError(outcome.code), detail: outcome.reason };
  }
}

function isVoid(act: VipAct, parts: ActParts): boolean {
  return act.gen < parts.newestGen() || monotonicMs() > act.deadlineMs;
}

/** The class of an errno name or exit code, as the decision needs it. */
export function classifyActError(code: string): ActErrorCode {
  switch (code) {
    case "EPERM":
    case "EACCES":
      return "permission";
    case "ENODEV":
    case "ENXIO":
      return "no-device";
    case "ENOBUFS":
    case "ENOMEM":
    case "EMFILE":
    case "ENFILE":
    case "EAGAIN":
      return "no-resource";
    case "ETIMEDOUT":
    case "SIGKILL":
      return "timeout";
    default:
      return "other";
  }
}

/** Waits for a promise no longer than the limit; null when the limit came first. The promise must not reject. */
export async function within<T>(limitMs: number, promise: Promise<T>): Promise<T | null> {
  let timer: NodeJS.Timeout | undefined;
  const limit = new Promise<null>((resolve) => {
    timer = setTimeout(resolve, limitMs, null);
  });
  try {
    return await Promise.race([promise, limit]);
  } finally {
    clearTimeout(timer);
  }
}
