/** Until when, by the monotonic clock, the gate is open and the address is guarded. */
export interface Opening {
  readonly openUntilMs: number;
  readonly guardUntilMs: number;
  /** False: the guard lasts long enough as it is. */
  readonly isGuardRenewed: boolean;
}

const thriftMs = 400;
const thriftPart = 0.25;

/**
 * What a wish to keep the gate open needs; null when it stays open for nearly as long as is asked for. An open
 * gate is renewed when a part of its time has passed, and the guard behind it more rarely, because each
 * command costs processor time. The gate then closes by itself a little earlier, never later.
 */
export function planOpening(
  known: Opening | undefined,
  nowMs: number,
  openMs: number,
  guardMs: number,
): Opening | null {
  const openUntilMs = nowMs + openMs;
  const enoughUntilMs = openUntilMs - Math.min(thriftMs, openMs * thriftPart);
  if (known !== undefined && known.openUntilMs >= enoughUntilMs) {
    return null;
  }
  if (known !== undefined && known.guardUntilMs >= openUntilMs + guardMs / 2) {
    return { openUntilMs, guardUntilMs: known.guardUntilMs, isGuardRenewed: false };
  }
  return { openUntilMs, guardUntilMs: openUntilMs + guardMs, isGuardRenewed: true };
}
