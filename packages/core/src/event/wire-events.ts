import {
  type Message,
  type MessageParams,
  message,
  type TopologyVip,
  type WireVerdict,
} from "@primacy/contract";
import type { EventDraft } from "./draft";

/** The name by which people know a host of the picture. */
export type HostNaming = (hostId: string) => string;

interface Change {
  readonly before: TopologyVip | undefined;
  readonly vip: TopologyVip;
  readonly hostName: HostNaming;
}

/**
 * What happened to an address on the wire: a second owner and its end, silence and its end, another owner, the
 * holder's defence, and the address where Primacy did not put it. `before` is what was last known: a wire that nobody
 * could ask in between tells nothing.
 */
export function wireEvents(
  before: TopologyVip | undefined,
  vip: TopologyVip,
  hostName: HostNaming,
): readonly EventDraft[] {
  const change = { before, vip, hostName };
  return [...ownerEvents(change), ...defenceEvents(change), ...foreignEvents(change)];
}

/**
 * The VIP as it is compared with the picture after it: where the wire is unknown now, it keeps what was known of it.
 */
export function rememberWire(previous: TopologyVip | undefined, next: TopologyVip): TopologyVip {
  if (previous === undefined || stateOf(next) !== "unknown") return next;
  // Silence about what nobody held is nothing to come back to.
  if (stateOf(previous) === "none" && !isHeld(previous)) return next;
  const { wireVerdict: kept } = previous;
  const foreign = next.wireVerdict?.foreign ?? [];
  return {
    ...next,
    wire: previous.wire,
    ...(kept === undefined ? {} : { wireVerdict: { ...kept, foreign } }),
  };
}

/** Pictures of earlier releases have no verdict; what they say of the wire counts all the same. */
function stateOf(vip: TopologyVip | undefined): WireVerdict["state"] {
  if (vip === undefined) return "unknown";
  if (vip.wireVerdict !== undefined) return vip.wireVerdict.state;
  const machines = new Set(vip.wire.map((one) => one.hostId ?? one.mac));
  if (machines.size === 0) return "unknown";
  return machines.size > 1 ? "many" : "one";
}

function ownerEvents({ before, vip, hostName }: Change): readonly EventDraft[] {
  const [was, is] = [stateOf(before), stateOf(vip)];
  if (is === "many") {
    const known = new Set(was === "many" ? before?.wire.map((one) => one.mac) : []);
    return vip.wire.every((one) => known.has(one.mac)) ? [] : [duplicateEvent(vip, hostName)];
  }
  if (is === "unknown") return [];
  if (was === "many") return [endedEvent(before, vip, hostName)];
  if (is === "none") return was !== "none" || !isHeld(before) ? silenceEvents(vip, hostName) : [];
  const params = { address: vip.address, answerer: tellWire(vip, hostName) };
  if (was === "none" && isHeld(before) && isSameWire(before, vip))
    return [draftOf(vip, "wire_answered", "ok", message("event.wire_answered", params))];
  if (was === "one" && isSameWire(before, vip)) return [];
  const isKnown = vip.wire.every((one) => one.hostId !== null);
  const text = message("event.wire_owner_changed", { address: vip.address, macs: params.answerer });
  return [draftOf(vip, "wire_owner_changed", isKnown ? "ok" : "failed", text)];
}

/** An agent holds it; an address that is on its way, or was put there by hand, promises no answer. */
function isHeld(vip: TopologyVip | undefined): boolean {
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

function duplicateEvent(vip: TopologyVip, hostName: HostNaming): EventDraft {
  const owners = vip.wireVerdict?.owners ?? [];
  const askers = [...new Set(owners.flatMap((owner) => owner.seenBy))].sort();
  const text = message("event.wire_duplicate_seen", {
    address: vip.address,
    owners: tellWire(vip, hostName),
    askers: askers.length === 0 ? "-" : askers.join(", "),
  });
  const detail = { owners, since: vip.wireVerdict?.since ?? null };
  return draftOf(vip, "wire_duplicate", "failed", text, detail);
}

function endedEvent(before: TopologyVip | undefined, vip: TopologyVip, hostName: HostNaming): EventDraft {
  const [from, to] = [before?.wireVerdict?.since ?? null, vip.wireVerdict?.since ?? null];
  const durationMs = from === null || to === null ? 0 : Math.max(0, Date.parse(to) - Date.parse(from));
  const left = new Set(vip.wire.map((one) => one.mac));
  const gone = (before?.wire ?? []).filter((one) => !left.has(one.mac));
  const params = { address: vip.address, durationMs };
  const text: Message =
    vip.wire.length === 0
      ? message("event.wire_duplicate_over", params)
      : message("event.wire_duplicate_ended", {
          ...params,
          answerer: tellWire(vip, hostName),
          gone: gone.length === 0 ? "-" : tell(gone, vip, hostName, before),
        });
  const defenders = [...vip.agents, ...(before?.agents ?? [])].filter((agent) => agent.contest !== undefined);
  const defended = defenders.map((agent) => ({ hostId: agent.hostId, ...agent.contest }));
  return draftOf(vip, "wire_duplicate_ended", "ok", text, {
    gone,
    defended: defended.slice(0, 1),
    since: from,
  });
}

function silenceEvents(vip: TopologyVip, hostName: HostNaming): readonly EventDraft[] {
  if (!isHeld(vip)) return [];
  const params = { address: vip.address, host: vip.kernelHostIds.map(hostName).join(", ") };
  return [draftOf(vip, "wire_silent", "warning", message("event.wire_silent", params))];
}

/** The rightful holder announces itself again: once for each contest, with the proof of what it did. */
function defenceEvents({ before, vip, hostName }: Change): readonly EventDraft[] {
  return vip.agents.flatMap((agent) => {
    const { contest } = agent;
    const earlier = before?.agents.find((one) => one.hostId === agent.hostId)?.contest;
    const isTold = earlier !== undefined && !earlier.isOver && earlier.announcements > 0;
    if (contest === undefined || contest.isOver || contest.announcements === 0 || isTold) return [];
    const params = { address: vip.address, host: hostName(agent.hostId), macs: contest.macs.join(", ") };
    const draft = draftOf(vip, "vip_defended", "warning", message("event.vip_defended", params), {
      announcements: contest.announcements,
    });
    return [{ ...draft, hostId: agent.hostId }];
  });
}

function foreignEvents({ before, vip }: Change): readonly EventDraft[] {
  const key = (one: NonNullable<typeof vip.wireVerdict>["foreign"][number]): string =>
    `${one.hostId} ${one.nic}`;
  const was = before?.wireVerdict?.foreign ?? [];
  const is = vip.wireVerdict?.foreign ?? [];
  const { address } = vip;
  const found = is
    .filter((one) => !was.some((other) => key(other) === key(one)))
    .map((one) => {
      const params = { address, prefix: one.prefixLength, nic: one.nic, host: one.name };
      const text = message("event.foreign_address", params);
      return { ...draftOf(vip, "foreign_address", "failed", text), hostId: one.hostId };
    });
  const gone = was
    .filter((one) => !is.some((other) => key(other) === key(one)))
    .map((one) => {
      const text = message("event.foreign_address_gone", { address, host: one.name });
      return { ...draftOf(vip, "foreign_address_gone", "ok", text), hostId: one.hostId };
    });
  return [...found, ...gone];
}

function tellWire(vip: TopologyVip, hostName: HostNaming): string {
  return tell(vip.wire, vip, hostName);
}

/** "db1 (02:…), 02:…": a host by its name and card, a stranger by its card. */
function tell(
  wire: TopologyVip["wire"],
  vip: TopologyVip,
  hostName: HostNaming,
  before?: TopologyVip,
): string {
  const owners = [...(vip.wireVerdict?.owners ?? []), ...(before?.wireVerdict?.owners ?? [])];
  return wire
    .map(({ mac, hostId }) => {
      if (hostId === null) return mac;
      // An observer is no host of the picture; the verdict knows its name.
      const owner = owners.find((one) => one.hostId === hostId);
      return `${owner?.name ?? hostName(hostId)} (${mac})`;
    })
    .join(", ");
}

function draftOf(
  vip: TopologyVip,
  kind: EventDraft["kind"],
  tone: EventDraft["tone"],
  text: Message,
  detail: Readonly<Record<string, unknown>> = {},
): EventDraft {
  const params: MessageParams = text.params;
  return {
    kind,
    tone,
    message: text,
    hostId: vip.wire[0]?.hostId ?? null,
    memberId: null,
    vipId: vip.vipId,
    detail: { ...params, ...detail },
  };
}
