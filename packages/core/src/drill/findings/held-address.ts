import type { DrillRecord, DrillWay } from "./drill-record";
import { type HostStory, hasAddress, sameAddress, silentAfterMs } from "./host-story";

/** A stretch in which each frame of a host had the address, in milliseconds from the fault. */
export interface Hold {
  readonly host: string;
  readonly hostId: string;
  /** Its first and its last frame with the address: in between it had it for certain. */
  readonly fromMs: number;
  readonly lastMs: number;
  /** The frame after it that had it no more; null: none says so. */
  readonly goneMs: number | null;
  /** When it began, as its agent says or by the first frame, and how much earlier that may have been. */
  readonly beganMs: number;
  readonly beganErrorMs: number;
  /** Of its host's clock. */
  readonly clockErrorMs: number;
}

/** The addresses of the VIPs that lead to the database, as the record names its ways. */
export function listVipAddresses({
  ways,
}: {
  readonly ways: readonly Pick<DrillWay, "isVip" | "endpoint">[];
}): readonly string[] {
  return [...new Set(ways.flatMap(({ isVip, endpoint }) => (isVip ? [endpoint.address] : [])))];
}

/** The VIPs of the ways, and every other one that an agent names. */
export function listKnownAddresses(record: DrillRecord): readonly string[] {
  const named = record.frames.flatMap(({ status }) => status.vips.map(({ address }) => address));
  return [...new Set([...listVipAddresses(record), ...named])];
}

/** When the kernel of each host had an address, in the order in which that began. */
export function listHolds(stories: readonly HostStory[], address: string): readonly Hold[] {
  return stories.flatMap((story) => listOwnHolds(story, address)).sort((a, b) => a.beganMs - b.beganMs);
}

function listOwnHolds({ server, frames }: HostStory, address: string): Hold[] {
  const holds: Hold[] = [];
  let isHeld = false;
  for (const [index, frame] of frames.entries()) {
    const before = frames[index - 1];
    const has = hasAddress(frame.status, address);
    const last = holds.at(-1);
    const isSilent = before !== undefined && frame.atMs - before.atMs > silentAfterMs;
    if (last !== undefined && isHeld) {
      if (has && !isSilent) holds[holds.length - 1] = { ...last, lastMs: frame.atMs };
      else if (!has) holds[holds.length - 1] = { ...last, goneMs: frame.atMs };
    }
    if (has && (!isHeld || isSilent)) {
      const own = { host: server.name, hostId: server.hostId, goneMs: null, clockErrorMs: frame.errorMs };
      const span = { fromMs: frame.atMs, lastMs: frame.atMs };
      holds.push({ ...own, ...span, ...findBegin(frame, before, address) });
    }
    isHeld = has;
  }
  return holds;
}

type Frame = HostStory["frames"][number];

/** What a frame tells of its kernel was read up to so long before: the agent may have taken the address in between. */
const staleMs = 500;

/**
 * The agent tells when it took the address, which the frame before need not have seen yet; where it does not, all that is known is that the
 * frame before had it not.
 */
function findBegin(
  { atMs, status }: Frame,
  before: Frame | undefined,
  address: string,
): { readonly beganMs: number; readonly beganErrorMs: number } {
  const sinceMs = before?.atMs ?? atMs;
  const own = status.vips.find((one) => one.isBound && sameAddress(one.address, address));
  const toldMs = own?.boundSinceMonotonicMs ?? null;
  const beganMs = toldMs === null ? null : atMs - (status.clock.monotonicMs - toldMs);
  if (beganMs === null || beganMs < sinceMs - staleMs || beganMs > atMs)
    return { beganMs: atMs, beganErrorMs: atMs - sinceMs };
  return { beganMs: Math.max(beganMs, sinceMs), beganErrorMs: Math.max(0, sinceMs - beganMs) };
}

/** The first time after the fault that a kernel began to have an address; null: none did. A host that had it all along took nothing. */
export function findTaking(
  stories: readonly HostStory[],
  address: string,
  targetHostId: string,
): Hold | null {
  const holds = listHolds(stories, address);
  return (
    holds.find(
      ({ hostId, beganMs, fromMs }) =>
        beganMs >= 0 &&
        // What the host of the target has at its first frame after a silence it may have had all along.
        (hostId !== targetHostId || holds.some((one) => one.hostId === hostId && isLetGo(one, fromMs))),
    ) ?? null
  );
}

/** Whether a hold was seen to end after the fault, and before an instant. */
function isLetGo({ goneMs }: Hold, beforeMs: number): boolean {
  return goneMs !== null && goneMs >= 0 && goneMs <= beforeMs;
}
