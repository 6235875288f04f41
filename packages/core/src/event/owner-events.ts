import { type Message, message, type TopologyVip, type WireVerdict } from "@primacy/contract";
import { compareNames } from "../topology/names";
import type { EventDraft } from "./draft";
import { draftOf, type WireChange, type WireScene } from "./wire-draft";
import { historyOf } from "./wire-history";

/**
 * The change of an address's owners between two pictures: at most one event. A wire that nobody could ask has not
 * changed.
 */
export function ownerEvents(change: WireChange): readonly EventDraft[] {
  const { before, vip, scene } = change;
  const [was, is] = [stateOf(before), stateOf(vip)];
  if (is === "many") {
    const known = new Set(was === "many" ? before?.wire.map((one) => one.mac) : []);
    return vip.wire.every((one) => known.has(one.mac)) ? [] : [duplicateEvent(change)];
  }
  if (is === "unknown") return [];
  if (was === "many") return [is === "none" || isRightful(vip) ? endedEvent(change) : changedEvent(change)];
  if (is === "none") return was !== "none" || !isHeld(before) ? silenceEvents(change) : [];
  const params = { address: vip.address, answerer: tellWire(vip, scene) };
  if (was === "none" && isHeld(before) && isSameWire(before, vip) && isRightful(vip))
    return [draftOf(vip, "wire_answered", "ok", message("event.wire_answered", params))];
  return was === "one" && isSameWire(before, vip) ? [] : [changedEvent(change)];
}

/** The one that answers is the host that holds the address by right. */
function isRightful(vip: TopologyVip): boolean {
  return vip.wireVerdict.isRightful ?? isKnown(vip);
}

function isKnown(vip: TopologyVip): boolean {
  return vip.wire.every((one) => one.hostId !== null);
}

/**
 * Another machine answers alone. A stranger is never good news, nor is one without the right that is left of several, or
 * that answers in place of the holder after a silence. Another host else may be about to take the address.
 */
function changedEvent({ before, vip, scene }: WireChange): EventDraft {
  const was = stateOf(before);
  const isInstead = was === "many" || (was === "none" && isHeld(vip));
  const isGood = isKnown(vip) && (isRightful(vip) || !isInstead);
  const text = message("event.wire_owner_changed", { address: vip.address, macs: tellWire(vip, scene) });
  const detail = was === "many" ? { gone: goneOf(before, vip) } : {};
  return draftOf(vip, "wire_owner_changed", isGood ? "ok" : "failed", text, detail);
}

/** Who answered before and does not now. */
function goneOf(before: TopologyVip | undefined, vip: TopologyVip): TopologyVip["wire"] {
  const left = new Set(vip.wire.map((one) => one.mac));
  return (before?.wire ?? []).filter((one) => !left.has(one.mac));
}

/** An agent holds it; an address that is on its way, or was put there by hand, promises no answer. */
export function isHeld(vip: TopologyVip | undefined): boolean {
  return vip?.agents.some((agent) => agent.state === "HOLDING" && agent.isBound) === true;
}

function isSameWire(before: TopologyVip | undefined, vip: TopologyVip): boolean {
  const macs = (one: TopologyVip): string => one.wire.map(({ mac }) => mac).join();
  // After a silence nothing is left to compare with but who holds it.
  if (before === undefined) return false;
  return before.wire.length === 0
    ? before.kernelHostIds.join() === vip.kernelHostIds.join()
    : macs(before) === macs(vip);
}

function duplicateEvent({ vip, scene }: WireChange): EventDraft {
  const owners = vip.wireVerdict.owners;
  const askers = [...new Set(owners.flatMap((owner) => owner.seenBy))].sort(compareNames);
  const text = message("event.wire_duplicate_seen", {
    address: vip.address,
    owners: tellWire(vip, scene),
    askers: askers.length === 0 ? "-" : askers.join(", "),
  });
  const detail = { owners, since: vip.wireVerdict.since };
  return draftOf(vip, "wire_duplicate", "failed", text, detail);
}

function endedEvent({ before, vip, scene }: WireChange): EventDraft {
  const { duplicateSinceMs, waiting } = historyOf(before);
  // A duplicate that comes and goes is one from its first moment; it is over since it was last seen to end.
  const fromMs = duplicateSinceMs ?? instantMs(before?.wireVerdict.since);
  const toMs = waiting?.kind === "wire_duplicate_ended" ? waiting.sinceMs : instantMs(vip.wireVerdict.since);
  const durationMs = fromMs === null || toMs === null ? 0 : Math.max(0, toMs - fromMs);
  const gone = goneOf(before, vip);
  const params = { address: vip.address, durationMs };
  const text: Message =
    vip.wire.length === 0
      ? message("event.wire_duplicate_over", params)
      : message("event.wire_duplicate_ended", {
          ...params,
          answerer: tellWire(vip, scene),
          gone: gone.length === 0 ? "-" : tell(gone, vip, scene, before),
        });
  const defenders = [...vip.agents, ...(before?.agents ?? [])].filter((agent) => agent.contest !== undefined);
  const defended = defenders.map((agent) => ({ hostId: agent.hostId, ...agent.contest }));
  return draftOf(vip, "wire_duplicate_ended", "ok", text, {
    gone,
    defended: defended.slice(0, 1),
    since: fromMs === null ? null : new Date(fromMs).toISOString(),
  });
}

function instantMs(instant: string | null | undefined): number | null {
  return instant === null || instant === undefined ? null : Date.parse(instant);
}

function silenceEvents({ vip, scene }: WireChange): readonly EventDraft[] {
  if (!isHeld(vip)) return [];
  const params = { address: vip.address, host: vip.kernelHostIds.map(scene.hostName).join(", ") };
  return [draftOf(vip, "wire_silent", "warning", message("event.wire_silent", params))];
}

/** What the wire's verdict was; of a VIP that there was not, nothing is known. */
export function stateOf(vip: TopologyVip | undefined): WireVerdict["state"] {
  return vip?.wireVerdict.state ?? "unknown";
}

function tellWire(vip: TopologyVip, scene: WireScene): string {
  return tell(vip.wire, vip, scene);
}

/** "db1 (02:…), 02:…": a host by its name and card, a stranger by its card. */
function tell(wire: TopologyVip["wire"], vip: TopologyVip, scene: WireScene, before?: TopologyVip): string {
  const owners = [...vip.wireVerdict.owners, ...(before?.wireVerdict.owners ?? [])];
  return wire
    .map(({ mac, hostId }) => {
      if (hostId === null) return mac;
      // An observer is no host of the picture; the verdict knows its name.
      const owner = owners.find((one) => one.hostId === hostId);
      return `${owner?.name ?? scene.hostName(hostId)} (${mac})`;
    })
    .join(", ");
}
