import { isDeepStrictEqual } from "node:util";
import type { MatchedMember } from "@primacy/core/cluster";
import type { WantedMemberDraft } from "@primacy/core/plan";
import type { MemberRecord } from "@primacy/db";
import { z } from "zod";

/** A member to register, as it travels in a step's input. */
export const MemberDraftInput: z.ZodType<WantedMemberDraft> = z.object({
  serverUuid: z.string(),
  address: z.string(),
  port: z.number().int(),
  hostId: z.string().nullable(),
  facts: z.record(z.string(), z.unknown()),
});

/** What discovery found, as it is to be registered; a shared or ambiguous host is none. */
export function toDraft(member: MatchedMember, facts: Readonly<Record<string, unknown>>): WantedMemberDraft {
  const { serverUuid, address, port, hostId } = member;
  return { serverUuid, address, port, hostId, facts };
}

/** A registered member as it would be registered again. */
export function fromRecord(member: MemberRecord): WantedMemberDraft {
  const { serverUuid, address, port, hostId, facts } = member;
  return { serverUuid, address, port, hostId, facts };
}

/** True where both lists name the same members with the same facts, in whatever order. */
export function areSameMembers(a: readonly WantedMemberDraft[], b: readonly WantedMemberDraft[]): boolean {
  const byUuid = (members: readonly WantedMemberDraft[]): ReadonlyMap<string, WantedMemberDraft> =>
    new Map(members.map((one) => [one.serverUuid, one] as const));
  return a.length === b.length && isDeepStrictEqual(byUuid(a), byUuid(b));
}
