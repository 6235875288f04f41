import { EventKind, HostCondition, Id, WireVerdict } from "@primacy/contract";
import type { TopologyMemory } from "@primacy/core/event";
import { z } from "zod";

const Lasting = z.object({ sinceMs: z.number(), lastedMs: z.number(), seenAtMs: z.number().nullable() });

const WireHistory = z.object({
  toldAtMs: z.array(z.number()),
  waiting: Lasting.extend({ key: z.string(), kind: EventKind }).nullable(),
  duplicateSinceMs: z.number().nullable(),
  alarms: z.array(z.object({ mac: z.string(), atMs: z.number() })),
  defences: z.array(z.object({ key: z.string(), atMs: z.number() })),
  foreignGone: z.record(z.string(), Lasting),
});

const Memory = z.object({
  hosts: z.array(z.object({ hostId: Id.nullable(), name: z.string(), condition: HostCondition })),
  vips: z.array(
    z.object({
      vipId: Id,
      address: z.string(),
      wire: z.array(z.object({ mac: z.string(), hostId: Id.nullable() })),
      wireVerdict: WireVerdict,
      wireHistory: WireHistory.optional(),
    }),
  ),
});

/** Reads what an earlier watch kept; null where it kept nothing, or nothing that can be read. */
export function parseMemory(stored: unknown): TopologyMemory | null {
  const memory = Memory.safeParse(stored);
  return memory.success ? memory.data : null;
}
