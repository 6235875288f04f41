import type { SwitchoverResult } from "@primacy/contract";
import type { SwitchoverParty } from "@primacy/core/switchover";
import type { MemberRecord } from "@primacy/db";
import type { OperationContext } from "../operation/operation-context";
import { findDrain } from "./drain-vip";
import { FollowOutput, OrderOutput } from "./switchover-steps";

/** A member as the steps of a switchover need it. */
export function toParty(member: MemberRecord): SwitchoverParty {
  const { id: memberId, serverUuid, address, port, hostId } = member;
  return { memberId, serverUuid, address, port, hostId, name: member.hostName ?? address };
}

/** How the switchover of an operation went; null where none was ordered. */
export async function findSwitchover(context: OperationContext): Promise<SwitchoverResult | null> {
  const [ordered] = await context.listOutputs("switchover.order", OrderOutput);
  if (ordered === undefined) return null;
  const followed = await context.listOutputs("switchover.follow", FollowOutput);
  // With several write VIPs, the last to follow is when all have.
  const slowest = (pick: (output: FollowOutput) => number | null): number | null => {
    const times = followed.map(({ output }) => pick(output));
    const known = times.flatMap((time) => time ?? []);
    return known.length === 0 || known.length < times.length ? null : Math.max(...known);
  };
  const drain = await findDrain(context);
  const { from, to, primaryAfterMs } = ordered.output;
  return {
    fromMemberId: from.memberId,
    fromName: from.name,
    toMemberId: to.memberId,
    toName: to.name,
    primaryAfterMs,
    releasedAfterMs: slowest((output) => output.releasedAfterMs),
    heldAfterMs: slowest((output) => output.heldAfterMs),
    answeredAfterMs: slowest((output) => output.answeredAfterMs),
    ...(drain === undefined ? {} : { drain }),
  };
}
