import { macList, wordKeys } from "../topology/host-word";
import type { EventDraft } from "./draft";
import { earliest, latest, type Observation, saidByAny } from "./observation";
import type { TimeScene } from "./time-events";
import { historyOf } from "./wire-history";

/**
 * When an asker was first told what the event tells: an owner that is new, when the first heard it; one that is gone, when
 * the last stopped hearing it. An event may have waited whether it lasts.
 */
export function timeWireEvent(event: EventDraft, { previous, next, sights }: TimeScene): Observation | null {
  const { vipId, kind, detail } = event;
  const vip = next.vips.find((one) => one.vipId === vipId);
  if (vip === undefined || vipId === null) return null;
  const before = previous.vips.find((one) => one.vipId === vipId && one.address === vip.address);
  const answered = (accept: (macs: readonly string[]) => boolean): readonly Observation[] =>
    saidByAny(sights, wordKeys.wire(vipId), (value) => accept(macList.split(value)));
  const gone = macsOf(detail.gone);
  if (kind === "wire_silent") return latest(answered((macs) => macs.length === 0));
  if (gone.length > 0 || kind === "wire_duplicate_ended")
    return latest(answered((macs) => !macs.some((mac) => gone.includes(mac))));
  const known = new Set(kind === "wire_answered" ? [] : before?.wire.map((one) => one.mac));
  const fresh = vip.wire.map((one) => one.mac).filter((mac) => !known.has(mac));
  const names = (macs: readonly string[]): boolean => macs.some((mac) => fresh.includes(mac));
  const heard = saidByAny(sights, wordKeys.contest(vipId), (value) => names(macList.split(value)));
  const sinceMs = historyOf(before).waiting?.sinceMs ?? Date.parse(previous.observedAt);
  return earliest([...answered(names), ...heard], sinceMs);
}

/** Those who answered before and do not now, where the event names them. */
function macsOf(gone: unknown): readonly string[] {
  if (!Array.isArray(gone)) return [];
  return gone.flatMap((one: unknown) =>
    typeof one === "object" && one !== null && "mac" in one && typeof one.mac === "string" ? [one.mac] : [],
  );
}
