import { message, paramsWith } from "@primacy/contract";
import type { HostActionRecord } from "@primacy/contract/agent";
import { type DrillInput, hitPlaceOf, traitsOf, undoAfterMs } from "@primacy/core/drill";
import type { StepContext } from "../operation/executor";
import { StepFailure } from "../operation/failure";
import { poll } from "../operation/poll";
import { withinSilence } from "./ask-fault";
import { findRecorder } from "./drill-recorder";
import { faultOf, openFaultSession } from "./fault-session";

/** One question to a host that may be silent; a service that stops and starts takes longer. */
const askLimitMs = 300_000;
const silentLimitMs = 3_000;
/** An agent is started again within seconds, and thawed soon. */
const backLimitMs = 60_000;
/** After its deadline a host has healed by itself, and is heard again. */
const selfHealMs = 30_000;
/** A host that was rebooted, which heals it, is heard again within this. */
const bootLimitMs = 150_000;

/** The limit of a step that heals: the longest wait for a host that heals itself, and for the group and the endpoints of a proxy after it. */
export const healStepLimitMs = 1_530_000;

/**
 * Has the host heal what the drill did to it; does nothing where it is healed, or was never hit. A host that is silent is asked again: its agent
 * may be the one that was hit, what was dropped may be what the console says, it is late with everything, or it boots. Returns what was found. Throws
 * `StepFailure`.
 */
export async function undoFault(
  context: Pick<StepContext, "worker" | "operation">,
  input: DrillInput,
  signal: AbortSignal,
): Promise<HealedFault> {
  const { kind } = input.fault;
  if (kind === "switchover") return { action: null, wasOver: false };
  const { hitsAgent } = traitsOf(input.fault);
  const limitMs = healLimitOf(input, findRecorder(input.drillId)?.armedForMs ?? null);
  const told = await poll({ everyMs: 500, limitMs, signal }, async () => {
    const seen = await withinSilence(hitsAgent ? silentLimitMs : askLimitMs, signal, (within) =>
      undoNow(context, input, within),
    );
    return seen === null ? null : { seen };
  });
  if (told === null) throw unhealed(input, null);
  return requireHealed(input, told.seen);
}

/**
 * For how long a host that says nothing is asked to heal, in milliseconds. One that is cut off or late with everything heals itself at the
 * deadline of the fault and is heard after that; `armedForMs` says how long ago that began to run, null that nobody knows.
 */
export function healLimitOf(input: Pick<DrillInput, "fault" | "waitMs">, armedForMs: number | null): number {
  const { hitsAgent, cutsFrames, slowsHost } = traitsOf(input.fault);
  if (cutsFrames || slowsHost)
    return Math.max(bootLimitMs, undoAfterMs(input) + selfHealMs - (armedForMs ?? 0));
  return hitsAgent ? backLimitMs : bootLimitMs;
}

/** What of a fault was found at its heal. */
export interface HealedFault {
  /** Null: the host knows of no fault. */
  readonly action: HostActionRecord | null;
  /** It was in force no more before anybody asked for the heal. */
  readonly wasOver: boolean;
}

async function undoNow(
  context: Pick<StepContext, "worker" | "operation">,
  input: DrillInput,
  signal: AbortSignal,
): Promise<HealedFault> {
  const session = await openFaultSession(context, input, signal);
  const { actions, clock } = await session.report(signal);
  const found = actions.find(({ actionId }) => actionId === faultOf(input));
  if (found === undefined || isOver(found)) return { action: found ?? null, wasOver: found !== undefined };
  const action = await session.undo(found.actionId, signal);
  // A boot ended it; its host may not have come to noting that, or to a service that this order puts back.
  if (clock === null || found.bootId === clock.bootId) return { action, wasOver: false };
  const reason = isOver(action) ? null : action.reason;
  return { action: { ...action, reason: reason ?? message("operator.boot") }, wasOver: true };
}

function isOver({ state }: HostActionRecord): boolean {
  return state === "undone" || state === "failed";
}

function requireHealed(input: DrillInput, healed: HealedFault): HealedFault {
  const { action } = healed;
  if (action !== null && !isOver(action)) throw unhealed(input, action.reason);
  return healed;
}

function unhealed(input: DrillInput, reason: HostActionRecord["reason"]): StepFailure {
  return new StepFailure("failure.drill_unhealed", {
    params: paramsWith({ member: hitPlaceOf(input).name }, { reason: reason ?? message("why.no_answer") }),
  });
}
