import { z } from "zod";
import { Message } from "../message/schema";
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
  "plugin_drift",
  "plugin_drift_ended",
  "plugin_left_released",
  "plugin_left_refused",
  "operation_finished",
]);
export type EventKind = z.infer<typeof EventKind>;

/**
 * At whose time an event stands. `host`: a host saw it, at its own time, corrected by how far its clock is from the
 * console's. `console`: the console alone saw it. `silence`: something was heard no more; the time is that of its last sign
 * of life.
 */
export const EventWitness = z.enum(["host", "console", "silence"]);
export type EventWitness = z.infer<typeof EventWitness>;

/** One thing that happened. `cursor` rises in commit order per cluster: none is ever inserted before one already read. Lists go by `at`. */
export const ClusterEvent = z.object({
  clusterId: Id,
  cursor: z.number().int(),
  kind: EventKind,
  tone: Tone,
  /** When it was seen, by the console's clock. */
  at: Instant,
  seenBy: EventWitness,
  /** The host that saw it, and how it was called then; null where no host did. */
  seenByHostId: Id.nullable(),
  seenByHostName: z.string().nullable(),
  /** When the console stored it: never before `at`, and later by what the news took. */
  recordedAt: Instant,
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
