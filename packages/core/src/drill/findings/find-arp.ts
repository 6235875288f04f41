import { type DrillArpLane, type DrillMark, message } from "@primacy/contract";
import type { DrillRecord } from "./drill-record";
import { roundMs, zeroOf } from "./drill-zero";
import { findTaking, listVipAddresses } from "./held-address";
import { type HostStory, hasAddress, type PlacedFrame, sameAddress, silentAfterMs } from "./host-story";
import { type Change, listSpans } from "./list-spans";

/** What the observing host was answered at one time that it asked the wire, in milliseconds from the fault. */
export interface ArpAnswer {
  readonly atMs: number;
  readonly clockErrorMs: number;
  /** Whose cards answered, by the names of their servers, in order; a card of nobody's is there as its address. */
  readonly owners: readonly string[];
}

/**
 * Who answers for each VIP that leads to the database, as the observing host asks the wire, about once a second: an answer counts until the
 * next, and for 3 s at most. Where that host has the address itself it answers for it. Empty where it did not ask.
 */
export function findArpLanes(record: DrillRecord): readonly DrillArpLane[] {
  const zeroMs = zeroOf(record);
  const whole = { fromMs: record.startedMs - zeroMs, toMs: record.nowMs - zeroMs };
  return listVipAddresses(record).flatMap((address) => {
    const answers = listArpAnswers(record, address);
    if (answers.length === 0) return [];
    return [{ address, askedBy: record.probe.host, spans: drawAnswers(answers, whole) }];
  });
}

/** Answers as spans over a stretch of the clock: each counts until the next, and for 3 s at most. */
export function drawAnswers(
  answers: readonly Pick<ArpAnswer, "atMs" | "owners">[],
  whole: { readonly fromMs: number; readonly toMs: number },
): DrillArpLane["spans"] {
  const changes = answers.flatMap(({ atMs, owners }, index): Change<readonly string[] | null>[] => {
    const nextMs = answers[index + 1]?.atMs ?? Number.POSITIVE_INFINITY;
    const silentMs = atMs + silentAfterMs;
    return [{ atMs, value: owners }, ...(nextMs > silentMs ? [{ atMs: silentMs, value: null }] : [])];
  });
  return listSpans(changes, whole).map(({ value, ...at }) => ({
    ...at,
    owners: value === null ? null : [...value],
  }));
}

/**
 * When the observing host was first answered by the host that took the VIP after the fault, and by nobody else; with several VIPs that moved, the
 * last of them. Null: no VIP moved, or that was not seen.
 */
export function markArp(record: DrillRecord, stories: readonly HostStory[]): DrillMark | null {
  const { injection, primary, probe } = record;
  if (injection === null) return null;
  const seen = listVipAddresses(record).map((address) => {
    const taking = findTaking(stories, address, primary.hostId);
    if (taking === null) return null;
    const answers = listArpAnswers(record, address);
    const earliestMs = taking.beganMs - taking.beganErrorMs - taking.clockErrorMs;
    const at = answers.findIndex(
      ({ atMs, clockErrorMs, owners }) =>
        atMs + clockErrorMs >= earliestMs && owners.length === 1 && owners[0] === taking.host,
    );
    const answer = answers[at];
    if (answer === undefined) return null;
    // It may have answered since it took the address, had anybody asked.
    const sinceMs = Math.min(answer.atMs, Math.max(earliestMs, answers[at - 1]?.atMs ?? earliestMs));
    const errorMs = answer.atMs - sinceMs + answer.clockErrorMs + injection.errorMs;
    return { address, host: taking.host, atMs: answer.atMs, errorMs };
  });
  const last = seen.reduce((one, next) => {
    if (one === null || next === null) return null;
    return next.atMs > one.atMs ? next : one;
  }, seen[0] ?? null);
  if (last === null) return null;
  const { address, host, atMs, errorMs } = last;
  return {
    phase: "arp_seen",
    atMs: roundMs(atMs),
    errorMs: Math.ceil(errorMs * 10) / 10,
    seenBy: probe.host,
    detail: message("drill_mark.arp_seen", { host, address }),
  };
}

/** Every answer about an address, in their order; that nobody answered is one too. Empty: the observing host did not ask. */
export function listArpAnswers(record: DrillRecord, address: string): readonly ArpAnswer[] {
  const zeroMs = zeroOf(record);
  const names = namesOfCards(record);
  const frames = listOwn(record);
  const own = record.servers.find(({ hostId }) => hostId === record.probe.hostId);
  const bootId = frames.at(-1)?.status.clock.bootId;
  // Another boot is another clock.
  const placed = frames
    .filter(({ status }) => status.clock.bootId === bootId)
    .map(({ status, offsetMs, errorMs }) => ({
      atMs: status.clock.monotonicMs + offsetMs - zeroMs,
      errorMs,
      status,
    }));
  return readAnswers(placed, { address, own: own?.name ?? null, names });
}

/** What one host's frames tell of who answered it for an address; `own` is how it is called itself where it carries a server, `names` whose a card is. */
export function readAnswers(
  frames: readonly PlacedFrame[],
  {
    address,
    own,
    names,
  }: {
    readonly address: string;
    readonly own: string | null;
    readonly names: ReadonlyMap<string, string>;
  },
): readonly ArpAnswer[] {
  const answers = new Map<string, ArpAnswer>();
  for (const { atMs, errorMs: clockErrorMs, status } of frames) {
    const { bootId, monotonicMs } = status.clock;
    const note = (saidMs: number, owners: readonly string[]): void => {
      answers.set(`${bootId} ${saidMs}`, { atMs: atMs - monotonicMs + saidMs, clockErrorMs, owners });
    };
    const told = status.wire.find((one) => sameAddress(one.address, address));
    // A card does not ask itself.
    if (own !== null && hasAddress(status, address)) note(monotonicMs, [own]);
    else if (told !== undefined)
      note(told.askedMonotonicMs, [...new Set(told.macs.map((mac) => names.get(mac) ?? mac))].sort());
  }
  return [...answers.values()].sort((a, b) => a.atMs - b.atMs);
}

/** What the observing host said. */
function listOwn({ frames, probe }: DrillRecord): DrillRecord["frames"] {
  return frames.filter(({ hostId }) => probe.hostId !== undefined && hostId === probe.hostId);
}

/** Whose each network card is, by the names of the servers. */
export function namesOfCards({
  frames,
  servers,
}: Pick<DrillRecord, "frames" | "servers">): ReadonlyMap<string, string> {
  return new Map(
    servers.flatMap(({ hostId, name }) =>
      frames
        .filter((frame) => frame.hostId === hostId)
        .flatMap(({ status }) =>
          status.nics.flatMap(({ mac }) => (mac === null ? [] : [[mac, name] as const])),
        ),
    ),
  );
}
