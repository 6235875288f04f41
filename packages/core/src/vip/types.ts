/**
 * The interface between the VIP decision and the shell that executes it. One decision runs per agent and
 * write VIP. Every instant here is milliseconds on the local host's CLOCK_MONOTONIC; instants of two hosts
 * are never compared.
 *
 * What the shell does, and nothing more:
 * 1. `createVipState`, then `step` for every input, one at a time, with the monotonic time of that moment;
 *    keep the returned state; execute the returned actions in order, without waiting for one before
 *    starting the next, and feed what they report back as inputs.
 * 2. After each step arm one timer for `nextVipWakeMs(state)` and feed `tick` when it fires (never later than half of what counts as a gap).
 * 3. At start feed `kernel-observed` and `link-observed` once; nothing is decided before both.
 *    Afterwards feed them on each netlink event and at least once a second.
 * 4. Read the local role each `roleReadMs`; feed `role-observed` when it differs from the last one fed, and at
 *    least once a second. Read the group each second, and as often as the role while it shows a member as UNREACHABLE;
 *    feed each read as `group-observed`.
 *
 * The functions (from `@primacy/core/vip`):
 * - `createVipState({ config, persisted, incarnationId, nowMs }): VipState`
 * - `stepVip(state, input, nowMs): { state: VipState; actions: readonly VipAction[] }`
 * - `nextVipWakeMs(state): number`
 * - `explainVip(state, nowMs): VipExplanation`
 * - `checkVipConfig(config): readonly VipConfigProblem[]`, `checkTimings(timings): readonly TimingsProblem[]`
 * - `checkVipState(state)` and `checkVipActions(after, actions)`: broken invariants, empty when sound
 */
export type * from "./types/actions";
export type * from "./types/config";
export type * from "./types/events";
export type * from "./types/inputs";
export type * from "./types/probe";
export type * from "./types/state";
