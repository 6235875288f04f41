import { canonicalAddress } from "@primacy/contract";
import type { AgentStatus, MysqlStatus } from "@primacy/contract/agent";
import type { DrillFrame, DrillRecord, DrillServer } from "./drill-record";
import { zeroOf } from "./drill-zero";

/** A host that said nothing for so long says nothing any more: a frame comes each second. */
export const silentAfterMs = 3_000;

/** A clock that nobody compared yet: what was said by it cannot be placed. */
const unknownClockMs = 3_600_000;

/** What a host said at an instant, in milliseconds from the fault, give or take `errorMs` of its own clock. */
export interface PlacedFrame {
  readonly atMs: number;
  readonly errorMs: number;
  readonly status: AgentStatus;
}

/** A look of an agent at its server, in milliseconds from the fault. */
export interface PlacedLook {
  readonly atMs: number;
  readonly errorMs: number;
  readonly mysql: MysqlStatus;
}

/** All that one host said, in its order. */
export interface HostStory {
  readonly server: DrillServer;
  readonly frames: readonly PlacedFrame[];
  /** Each look once, by the first frame that told it. */
  readonly looks: readonly PlacedLook[];
}

/** What each host of the group said, one story a server, in the record's order. */
export function listStories(record: DrillRecord): readonly HostStory[] {
  const zeroMs = zeroOf(record);
  return record.servers.map((server) => {
    const own = record.frames.filter(({ hostId }) => hostId === server.hostId);
    // Another boot is another clock: of the instants of the one before nothing is known.
    const bootId = own.at(-1)?.status.clock.bootId;
    const kept = own.filter(
      ({ status, errorMs }) => status.clock.bootId === bootId && errorMs < unknownClockMs,
    );
    return { server, frames: placeFrames(kept, zeroMs), looks: placeLooks(kept, zeroMs) };
  });
}

/** Whether the kernel of a host had an address when it made the frame. */
export function hasAddress({ nics }: AgentStatus, address: string): boolean {
  return nics.some(({ addresses }) => addresses.some((one) => sameAddress(one.address, address)));
}

/** Whether both texts are the same address. */
export function sameAddress(one: string, other: string): boolean {
  return one === other || canonicalAddress(one) === canonicalAddress(other);
}

function placeFrames(frames: readonly DrillFrame[], zeroMs: number): PlacedFrame[] {
  return frames
    .map(({ status, offsetMs, errorMs }) => ({
      atMs: status.clock.monotonicMs + offsetMs - zeroMs,
      errorMs,
      status,
    }))
    .sort((a, b) => a.atMs - b.atMs);
}

function placeLooks(frames: readonly DrillFrame[], zeroMs: number): PlacedLook[] {
  const looks = new Map<number, PlacedLook>();
  for (const { status, offsetMs, errorMs } of frames) {
    const { mysql } = status;
    if (looks.has(mysql.observedMonotonicMs)) continue;
    looks.set(mysql.observedMonotonicMs, {
      atMs: mysql.observedMonotonicMs + offsetMs - zeroMs,
      errorMs,
      mysql,
    });
  }
  return [...looks.values()].sort((a, b) => a.atMs - b.atMs);
}
