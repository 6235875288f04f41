import type { VipContest } from "@primacy/contract/agent";
import type { VipAction, VipInput, VipState } from "@primacy/core/vip";

/** One step of the decision, as far as a contest is concerned. */
export interface ContestStep {
  readonly state: VipState;
  readonly input: VipInput;
  readonly actions: readonly VipAction[];
  readonly nowMs: number;
}

/**
 * What is known of a contest after one more step: who else answered, and what the holder did about it. A contest that
 * ended stays the last one until the next begins or the hold ends. Null: this hold was never contested.
 */
export function noteContest(before: VipContest | null, step: ContestStep): VipContest | null {
  const { phase } = step.state;
  if (phase.status !== "HOLDING") return null;
  const isLive = before !== null && before.endedMonotonicMs === null;
  if (phase.contestedBy.length === 0) return isLive ? { ...before, endedMonotonicMs: step.nowMs } : before;
  const contest = isLive ? before : beginContest(step.nowMs);
  const isAnswer = step.input.kind === "stranger-checked";
  const asked = step.actions.flatMap((action) => (action.kind === "ask-release" ? [action.peer] : []));
  const announced = step.actions.filter((action) => action.kind === "announce").length;
  return {
    ...contest,
    macs: [...phase.contestedBy].sort(),
    seenMonotonicMs: isAnswer ? step.input.startedAtMs : contest.seenMonotonicMs,
    announcements: contest.announcements + announced,
    askedHostIds: [...new Set([...contest.askedHostIds, ...asked])],
  };
}

function beginContest(nowMs: number): VipContest {
  return {
    macs: [],
    sinceMonotonicMs: nowMs,
    seenMonotonicMs: nowMs,
    endedMonotonicMs: null,
    announcements: 0,
    askedHostIds: [],
  };
}
