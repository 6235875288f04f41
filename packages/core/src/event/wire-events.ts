import { message, type TopologyVip } from "@primacy/contract";
import type { EventDraft } from "./draft";
import { foreignEvents, keepForeign, listGone } from "./foreign-events";
import { isHeld, ownerEvents, stateOf } from "./owner-events";
import { draftOf, type WireChange } from "./wire-draft";
import {
  aloneKey,
  historyOf,
  isDefenceTold,
  isToldNow,
  noteWire,
  type OwnerChange,
  type RememberedVip,
} from "./wire-history";

/**
 * What happened to an address on the wire: a second owner and its end, silence and its end, another owner, the
 * holder's defence, and the address where Primacy did not put it. `before` is what was last known: a wire that nobody
 * could ask in between tells nothing.
 */
export function wireEvents(change: WireChange): readonly EventDraft[] {
  const { atMs } = change.scene;
  const history = historyOf(change.before);
  const owners = ownerEvents(change).filter((event) => isToldNow(history, changeOf(change, event), atMs));
  const defences = defenceEvents(change).filter((event) => !isDefenceTold(history, event, atMs));
  return [...owners, ...defences, ...foreignEvents(change)];
}

/**
 * The VIP as it is compared with the picture after it: where the wire is unknown now, or has changed and that is not
 * told yet, it keeps what was known of it.
 */
export function rememberWire(change: WireChange): RememberedVip {
  const { before: previous, vip: next } = change;
  const { atMs } = change.scene;
  if (previous === undefined) return next;
  const history = historyOf(previous);
  const [event] = ownerEvents(change);
  const isWaiting = event !== undefined && !isToldNow(history, changeOf(change, event), atMs);
  const wireHistory = noteWire(history, {
    told: wireEvents(change),
    waiting: isWaiting ? event : null,
    isUnknown: stateOf(next) === "unknown",
    foreignGone: listGone(change),
    macs: next.wire.map((one) => one.mac),
    atMs,
  });
  const known = isWaiting || isKept(previous, next) ? keepWire(previous, next) : next;
  return { ...keepForeign(previous, known, wireHistory), wireHistory };
}

/** True where nobody could ask, and what was known before is worth coming back to. */
function isKept(previous: TopologyVip, next: TopologyVip): boolean {
  if (stateOf(next) !== "unknown") return false;
  // Silence about what nobody held is nothing to come back to.
  return stateOf(previous) !== "none" || isHeld(previous);
}

function keepWire(previous: TopologyVip, next: TopologyVip): TopologyVip {
  const { wireVerdict: kept } = previous;
  const foreign = next.wireVerdict.foreign;
  return {
    ...next,
    wire: previous.wire,
    ...(kept === undefined ? {} : { wireVerdict: { ...kept, foreign } }),
  };
}

function changeOf({ before, vip }: WireChange, event: EventDraft): OwnerChange {
  const known = new Set(before?.wire.map((one) => one.mac));
  const macs = event.tone === "failed" ? vip.wire.map((one) => one.mac) : [];
  const isAlone = event.kind === "wire_owner_changed";
  return {
    event,
    isAlarm: event.kind === "wire_duplicate" && stateOf(before) !== "many",
    newMacs: isAlone ? macs.map(aloneKey) : macs.filter((mac) => !known.has(mac)),
  };
}

/** The rightful holder announces itself again: once for each contest, with the proof of what it did. */
function defenceEvents({ before, vip, scene }: WireChange): readonly EventDraft[] {
  return vip.agents.flatMap((agent) => {
    const { contest } = agent;
    const earlier = before?.agents.find((one) => one.hostId === agent.hostId)?.contest;
    const isTold = earlier !== undefined && !earlier.isOver && earlier.announcements > 0;
    if (contest === undefined || contest.isOver || contest.announcements === 0 || isTold) return [];
    const params = {
      address: vip.address,
      host: scene.hostName(agent.hostId),
      macs: contest.macs.join(", "),
    };
    const draft = draftOf(vip, "vip_defended", "warning", message("event.vip_defended", params), {
      announcements: contest.announcements,
    });
    return [{ ...draft, hostId: agent.hostId }];
  });
}
