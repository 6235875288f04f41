import { type Message, message } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";
import { listArpAnswers } from "./find-arp";
import { listHolds, listKnownAddresses, listVipAddresses } from "./held-address";
import { type HostStory, hasAddress, sameAddress, silentAfterMs } from "./host-story";

/** So much longer than predicted may nobody hold a VIP. */
const graceMs = 5_000;

/**
 * That no kernel has a write VIP for longer than predicted (else the objective) and 5 s more; null: one has, or that is not known. It counts from
 * the fault, and from when the last holder was seen with it. `nowMs` is in milliseconds from the fault.
 */
export function findUnheld(
  record: DrillRecord,
  stories: readonly HostStory[],
  nowMs: number,
): Message | null {
  const { injection, estimate, objectiveMs } = record;
  if (injection === null) return null;
  const limitMs = (estimate?.maxMs ?? objectiveMs) + graceMs;
  for (const address of listWatched(record, stories)) {
    const sinceMs = findUnheldSince(record, stories, address, nowMs);
    if (sinceMs === null) continue;
    const ms = nowMs - sinceMs;
    if (ms > limitMs) return message("drill_halt.no_holder", { address, ms, limitMs });
  }
  return null;
}

/**
 * The VIPs of the ways, and every other one that the host of the primary had before the fault. Read VIPs that are no way are not among them: where
 * the members move them, nothing predicts.
 */
function listWatched(record: DrillRecord, stories: readonly HostStory[]): readonly string[] {
  const ways = listVipAddresses(record);
  const primary = stories.find(({ server }) => server.serverUuid === record.primary.serverUuid);
  const before = primary?.frames.findLast(({ atMs }) => atMs < 0)?.status;
  const others = listKnownAddresses(record).filter(
    (address) => before !== undefined && hasAddress(before, address) && !isReadVip(record, address),
  );
  return [...new Set([...ways, ...others])];
}

function isReadVip({ frames }: DrillRecord, address: string): boolean {
  return frames.some(({ status }) =>
    status.vips.some((one) => sameAddress(one.address, address) && one.assignedHostId !== undefined),
  );
}

/** Since when nobody has an address; null: somebody has it, or a host that is silent may. */
function findUnheldSince(
  record: DrillRecord,
  stories: readonly HostStory[],
  address: string,
  nowMs: number,
): number | null {
  const isHeard = ({ frames }: HostStory): boolean =>
    nowMs - (frames.at(-1)?.atMs ?? Number.NEGATIVE_INFINITY) <= silentAfterMs;
  const heard = stories.filter(isHeard);
  const holds = listHolds(stories, address);
  const goneMs = Math.max(0, ...holds.map((hold) => hold.goneMs ?? 0));
  const isHeld = heard.some(({ frames }) => {
    const last = frames.at(-1);
    return last !== undefined && hasAddress(last.status, address);
  });
  if (isHeld) return null;
  if (heard.length === stories.length) return goneMs;
  // The kernel of a silent host may have it still, or have dropped it as its lease ended: where it has it, it answers on the wire.
  const answers = listArpAnswers(record, address);
  const newest = answers.at(-1);
  if (newest === undefined || newest.owners.length > 0 || nowMs - newest.atMs > silentAfterMs) return null;
  const answeredMs = answers.findLast(({ owners }) => owners.length > 0)?.atMs ?? 0;
  return Math.max(goneMs, answeredMs, ...holds.map(({ lastMs }) => lastMs));
}
