import type { MemberRole, MemberState } from "@primacy/contract";
import type { AssembledTopology } from "./assemble";
import { isContested } from "./assemble-member";
import type { MemberFigures, MemberLooks } from "./member-looks";

/** How a member is in a picture, and what the looks since the sample before came to. Null is what nobody can tell. */
export interface SampledMember extends MemberFigures {
  readonly memberId: string;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  /** The highest that any look showed. */
  readonly certifyQueueMax: number | null;
  readonly applyQueueMax: number | null;
  readonly appliedLagMaxMs: number | null;
  /** How many looks these are the highest of. */
  readonly looks: number;
}

/**
 * One sample of each member of a picture. A role and a state that are stale are the past already, and those that the evidence is
 * against only what its group believes still: they count as unknown. `looks` is what was seen of each host's server since the
 * sample before; the figures are those of the newest look.
 */
export function sampleMembers(
  { hosts }: Pick<AssembledTopology, "hosts">,
  looks: ReadonlyMap<string, MemberLooks>,
): readonly SampledMember[] {
  return hosts.flatMap(({ hostId, members }) =>
    members.map(({ memberId, serverUuid, role, state, isStale, server }) => {
      const known = hostId === null ? undefined : looks.get(hostId);
      const seen = known?.serverUuid === serverUuid && known.count > 0 ? known : null;
      const isKnown = !isStale && !isContested({ state, server });
      return {
        memberId,
        role: isKnown ? role : null,
        state: isKnown ? state : null,
        certifyQueue: seen?.last.certifyQueue ?? null,
        applyQueue: seen?.last.applyQueue ?? null,
        appliedLagMs: seen?.last.appliedLagMs ?? null,
        certifyQueueMax: seen?.highest.certifyQueue ?? null,
        applyQueueMax: seen?.highest.applyQueue ?? null,
        appliedLagMaxMs: seen?.highest.appliedLagMs ?? null,
        looks: seen?.count ?? 0,
      };
    }),
  );
}
