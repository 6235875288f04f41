import type { MemberRole, MemberState } from "@primacy/contract";
import type { AssembledTopology } from "./assemble";

/** How a member is in a picture, for its history. Null is what nobody can tell. */
export interface SampledMember {
  readonly memberId: string;
  readonly role: MemberRole | null;
  readonly state: MemberState | null;
  readonly certifyQueue: number | null;
  readonly applyQueue: number | null;
  readonly appliedLagMs: number | null;
}

/** One sample of each member of a picture. A role and a state that are stale are the past already: they count as unknown. */
export function sampleMembers({ hosts }: Pick<AssembledTopology, "hosts">): readonly SampledMember[] {
  return hosts.flatMap(({ members }) =>
    members.map(({ memberId, role, state, isStale, certifyQueue, applyQueue, appliedLagMs }) => ({
      memberId,
      role: isStale ? null : role,
      state: isStale ? null : state,
      certifyQueue,
      applyQueue,
      appliedLagMs,
    })),
  );
}
