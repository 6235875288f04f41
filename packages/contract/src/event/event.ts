import { z } from "zod";
import { Message } from "../message/message";
import { Id, Instant, Tone } from "../primitives/scalar";

/** What can happen to a cluster. */
export const EventKind = z.enum([
  "primary_changed",
  "member_state_changed",
  "member_joined",
  "member_left",
  "vip_taken",
  "vip_released",
  "vip_state_changed",
  "wire_owner_changed",
  "wire_duplicate",
  "wire_duplicate_ended",
  "wire_silent",
  "wire_answered",
  "vip_defended",
  "foreign_address",
  "foreign_address_gone",
  "agent_lost",
  "agent_back",
  "host_lost",
  "host_back",
  "database_lost",
  "database_back",
  "operation_finished",
]);
export type EventKind = z.infer<typeof EventKind>;

/** One thing that happened. `cursor` rises in commit order per cluster: none is ever inserted before one already read. */
export const ClusterEvent = z.object({
  clusterId: Id,
  cursor: z.number().int(),
  kind: EventKind,
  tone: Tone,
  at: Instant,
  message: Message,
  hostId: Id.nullable(),
  memberId: Id.nullable(),
  vipId: Id.nullable(),
  detail: z.record(z.string(), z.unknown()),
});
export type ClusterEvent = z.infer<typeof ClusterEvent>;

/** The fields that a list of events can be sorted by. */
export const EventSort = z.enum(["at"]);
export type EventSort = z.infer<typeof EventSort>;
