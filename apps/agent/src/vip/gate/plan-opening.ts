/** Until when, by the monotonic clock, the gate is open and the address is guarded. */
export interface Opening {
  readonly openUntilMs: number;
  readonly guardUntilMs: number;
  /** False: the guard lasts long enough as it is. */
  readonly isGuardRenewed: boolean;
}

/** The time of a command itself: what would add less is not worth one. */
const thriftMs = 20;

/**
 * What a wish to keep the gate open needs; null when it stays open for as long as is asked for. Whoever holds the address
 * counts on the whole time: a gate that closed before would reset the clients of an address that is held. The guard
 * behind it, which lasts far longer, is renewed more rarely, because each command costs processor time.
 */
export function planOpening(
  known: Opening | undefined,
  nowMs: number,
  openMs: number,
  guardMs: number,
): Opening | null {
  const openUntilMs = nowMs + openMs;
  if (known !== undefined && known.openUntilMs >= openUntilMs - thriftMs) {
    return null;
  }
  if (known !== undefined && known.guardUntilMs >= openUntilMs + guardMs / 2) {
    return { openUntilMs, guardUntilMs: known.guardUntilMs, isGuardRenewed: false };
  }
  return { openUntilMs, guardUntilMs: openUntilMs + guardMs, isGuardRenewed: true };
}
