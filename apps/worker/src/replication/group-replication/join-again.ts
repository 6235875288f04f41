import type { MemberState } from "@primacy/contract";

/** A server that starts asks to join within moments, and a member that was expelled asks again at once, where they do so by themselves. */
const byItselfMs = 15_000;

/** Has a member join again that stays out of its group. */
export interface Rejoins {
  /** Whether the member may yet be had to join again. */
  readonly isLeft: boolean;
  /** Looks at the state that the member says of itself; null: its server says nothing. */
  note(state: MemberState | null): Promise<void>;
}

/** Returns whether the group has let the member in; false: not now. */
export type JoinAgain = () => Promise<boolean>;

/**
 * For a member that says for 15 s that it is out of its group calls `joinAgain`, and 15 s later again where that returns false. Without `joinAgain`
 * nothing is done.
 */
export function createRejoins(joinAgain: JoinAgain | undefined): Rejoins {
  let isLeft = joinAgain !== undefined;
  let outSinceMs: number | null = null;
  return {
    get isLeft() {
      return isLeft;
    },
    async note(state) {
      const isOut = state === "ERROR" || state === "OFFLINE";
      outSinceMs = isOut ? (outSinceMs ?? performance.now()) : null;
      if (!isLeft || outSinceMs === null || performance.now() - outSinceMs < byItselfMs) return;
      outSinceMs = null;
      isLeft = (await joinAgain?.()) === false;
    },
  };
}
