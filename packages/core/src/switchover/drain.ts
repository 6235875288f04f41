import { type Drain, message, paramsWith, quote } from "@primacy/contract";
import type { DrainState } from "@primacy/contract/agent";
import type { Finding } from "../check/build-check";
import type { PlannedStep } from "../operation/planned-step";
import type { FollowingVip, SwitchoverInput } from "./plan-switchover";

/** What the agent of the present primary said when it was asked whether it can drain, or why it said nothing. */
export type DrainSight =
  | { readonly kind: "told"; readonly state: DrainState }
  | { readonly kind: "silent"; readonly reason: string };

/** A drain that is asked for: its terms, and what is known of the host; null where the primary has none. */
export interface WantedDrain {
  readonly terms: Drain;
  readonly sight: DrainSight | null;
}

/** The input of the step that drains. */
export interface DrainInput extends SwitchoverInput, Drain {
  readonly vipId: string;
  readonly address: string;
  /** The cluster's other write VIPs, which are drained with it; absent: none. */
  readonly others?: readonly FollowingVip[] | undefined;
}

/** The step before the order to the group. */
export type DrainStep = PlannedStep<"switchover.drain", DrainInput>;

/** Judges whether `address` (null: there is no enabled VIP) can be drained on `host`. */
export function judgeDrain(drain: WantedDrain, address: string | null, host: string): Finding {
  const remedy = "check.switchover_drain.remedy";
  if (address === null) return { result: "fail", evidence: "check.switchover_drain.fail_no_vip", remedy };
  const params = { address, host };
  const { sight } = drain;
  if (sight === null)
    return { result: "fail", evidence: "check.switchover_drain.fail_not_held", remedy, params };
  if (sight.kind === "silent")
    return {
      result: "fail",
      evidence: "check.switchover_drain.fail_silent",
      remedy,
      params: { ...params, reason: sight.reason },
    };
  const { state, connections, detail } = sight.state;
  if (state === "not_held")
    return { result: "fail", evidence: "check.switchover_drain.fail_not_held", remedy, params };
  if (state === "no_gate")
    return {
      result: "fail",
      evidence: "check.switchover_drain.fail_no_gate",
      remedy: "check.switchover_drain.remedy_no_gate",
      params: paramsWith(params, { reason: detail ?? quote("-") }),
    };
  if (connections === null)
    return { result: "fail", evidence: "check.switchover_drain.fail_uncounted", remedy, params };
  return {
    result: "pass",
    evidence: "check.switchover_drain.pass",
    params: { ...params, open: connections },
  };
}

/** The connections that were open when it was asked for; 0 where nobody said. */
export function countOpen({ sight }: WantedDrain): number {
  return sight?.kind === "told" ? (sight.state.connections ?? 0) : 0;
}

/** Plans the step. It is taken back by itself: nothing but time ends a drain that nobody prolongs. */
export function planDrain(
  input: SwitchoverInput,
  vip: FollowingVip,
  others: readonly FollowingVip[],
  terms: Drain,
): DrainStep {
  return {
    ordinal: 0,
    code: "switchover.drain",
    hostId: input.from.hostId,
    hostName: input.from.name,
    title: message("step.switchover.drain", { address: vip.address, host: input.from.name }),
    preview: [],
    isReversible: true,
    input: { ...input, ...vip, ...(others.length === 0 ? {} : { others }), ...terms },
  };
}
