import type { DrillCheck, DrillRequest, Topology } from "@primacy/contract";

/** What a check was asked of: the drill, and who was shown as the primary then. */
export interface AskedCheck {
  readonly request: DrillRequest;
  readonly primaryMemberId: string | null;
}

/**
 * How what is shown now differs from what was checked; null: it does not. `moved`: the member that would be hit is the primary no more;
 * `changed`: the group or the drill is another in some other way. An order is planned anew, so that it could hit what nobody has read.
 */
export function findMoved(
  { hosts, primaryMemberId }: Pick<Topology, "hosts" | "primaryMemberId">,
  request: DrillRequest,
  asked: AskedCheck,
  { target, other }: Pick<DrillCheck, "target" | "other">,
): "moved" | "changed" | null {
  const { kind } = asked.request.fault;
  const hitsSecondary = kind === "cut_secondary";
  const sparesPrimary = hitsSecondary || kind === "kill_proxy";
  const primaryBefore = hitsSecondary ? asked.primaryMemberId : (target?.memberId ?? asked.primaryMemberId);
  if (primaryBefore !== primaryMemberId)
    return sparesPrimary || primaryMemberId === null || target === null ? "changed" : "moved";
  const secondaries = new Set(hosts.flatMap(({ members }) => members.map(({ memberId }) => memberId)));
  if (primaryMemberId !== null) secondaries.delete(primaryMemberId);
  const named = [hitsSecondary ? target : null, other].flatMap((party) => party?.memberId ?? []);
  const isSame = JSON.stringify(request) === JSON.stringify(asked.request);
  return isSame && named.every((memberId) => secondaries.has(memberId)) ? null : "changed";
}
