import { type ForeignAddress, message, type TopologyVip } from "@primacy/contract";
import type { EventDraft } from "./draft";
import { draftOf, type WireChange } from "./wire-draft";
import {
  type GoneAddress,
  historyOf,
  lastedAt,
  lastsMs,
  type RememberedVip,
  type WireHistory,
} from "./wire-history";

/** That the address is where Primacy did not put it, and, once that has lasted, that it is there no more. */
export function foreignEvents(change: WireChange): readonly EventDraft[] {
  const { vip, scene } = change;
  const { address } = vip;
  const { found, gone } = foreignChanges(change);
  const { foreignGone } = historyOf(change.before);
  const hasLasted = (one: ForeignAddress): boolean => {
    const before = foreignGone[keyOfForeign(one)];
    return before !== undefined && scene.isHeard(one.hostId) && lastedAt(before, scene.atMs) >= lastsMs;
  };
  return [
    ...found.map((one) => {
      const params = { address, prefix: one.prefixLength, nic: one.nic, host: one.name };
      const text = message("event.foreign_address", params);
      return { ...draftOf(vip, "foreign_address", "failed", text), hostId: one.hostId };
    }),
    ...gone.filter(hasLasted).map((one) => {
      const text = message("event.foreign_address_gone", { address, host: one.name });
      return { ...draftOf(vip, "foreign_address_gone", "ok", text), hostId: one.hostId };
    }),
  ];
}

/** The addresses that are gone; of a host that says nothing now it is not known. */
export function listGone(change: WireChange): readonly GoneAddress[] {
  return foreignChanges(change).gone.map((one) => ({
    key: keyOfForeign(one),
    isKnown: change.scene.isHeard(one.hostId),
  }));
}

/** What is gone and not told yet is still known. */
export function keepForeign(
  previous: RememberedVip,
  next: TopologyVip,
  { foreignGone }: WireHistory,
): TopologyVip {
  const { wireVerdict } = next;
  const isThere = (one: ForeignAddress): boolean =>
    wireVerdict.foreign.some((other) => keyOfForeign(other) === keyOfForeign(one));
  const waiting = previous.wireVerdict.foreign.filter(
    (one) => foreignGone[keyOfForeign(one)] !== undefined && !isThere(one),
  );
  return { ...next, wireVerdict: { ...wireVerdict, foreign: [...wireVerdict.foreign, ...waiting] } };
}

interface ForeignChanges {
  readonly found: readonly ForeignAddress[];
  readonly gone: readonly ForeignAddress[];
}

/** Of a host that left the cluster nobody can tell whether the address is still there. */
function foreignChanges({ before, vip, scene }: WireChange): ForeignChanges {
  const was = before?.wireVerdict.foreign ?? [];
  const is = vip.wireVerdict.foreign;
  const isIn = (list: readonly ForeignAddress[], one: ForeignAddress): boolean =>
    list.some((other) => keyOfForeign(other) === keyOfForeign(one));
  return {
    found: is.filter((one) => !isIn(was, one)),
    gone: was.filter((one) => !isIn(is, one) && !scene.hasLeft(one.hostId)),
  };
}

function keyOfForeign(one: ForeignAddress): string {
  return `${one.hostId} ${one.nic}`;
}
