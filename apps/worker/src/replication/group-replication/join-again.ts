import type { MemberState } from "@primacy/contract";
import { StepFailure } from "../../operation/failure";

/** A server that starts asks to join within moments, and a member that was expelled asks again at once, where they do so by themselves. */
const byItselfMs = 15_000;

/** Has a member join again that stays out of its group. */
export interface Rejoins {
  /** Whether the member may yet be had to join again. */
  readonly isLeft: boolean;
  /** Looks at the state that the member says of itself. */
  note(seen: { readonly state: MemberState | null }): Promise<void>;
}

/**
 * For a member that says for 15 s that it is out of its group calls `joinAgain`, and 15 s later again where that throws `member_join_running`; any
 * other failure is thrown. Without `joinAgain` nothing is done.
 */
export function createRejoins(joinAgain: (() => Promise<void>) | undefined): Rejoins {
  let isLeft = joinAgain !== undefined;
  let outSinceMs: number | null = null;
  return {
    get isLeft() {
      return isLeft;
    },
    async note({ state }) {
      const isOut = state === "ERROR" || state === "OFFLINE";
      outSinceMs = isOut ? (outSinceMs ?? performance.now()) : null;
      if (!isLeft || outSinceMs === null || performance.now() - outSinceMs < byItselfMs) return;
      outSinceMs = null;
      isLeft = !(await hasJoined(joinAgain));
    },
  };
}

/** False where the member's own attempt is under way, which keeps every other off. */
async function hasJoined(joinAgain: (() => Promise<void>) | undefined): Promise<boolean> {
  try {
    await joinAgain?.();
    return true;
  } catch (error) {
    if (error instanceof StepFailure && error.code === "member_join_running") return false;
    throw error;
  }
}
