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
