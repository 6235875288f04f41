import { wordKeys } from "../topology/host-word";
import type { ComparedTopology } from "./diff";
import type { EventDraft } from "./draft";
import {
  answeredSince,
  earliest,
  heardLast,
  heardSince,
  lastSign,
  type Observation,
  type Sights,
  saidBy,
  saidByAny,
  seenAt,
  seenNow,
} from "./observation";
import { timeWireEvent } from "./time-wire-event";

/** An event with the time at which it was seen. */
export interface TimedEvent extends EventDraft {
  readonly observed: Observation;
}

/** What an event's time is found in: both pictures, and what was known when the newer one was made. */
export interface TimeScene {
  readonly previous: ComparedTopology;
  readonly next: ComparedTopology;
  readonly sights: Sights;
}

/**
 * The events in the order in which they were seen: each at the time of the host that saw it first. What no host tells bears
 * the time of the console, and a silence that of the last sign of life.
 */
export function timeEvents(events: readonly EventDraft[], scene: TimeScene): readonly TimedEvent[] {
  return events
    .map((event) => ({ ...event, observed: timeEvent(event, scene) ?? seenNow(scene.sights) }))
    .sort((a, b) => a.observed.atMs - b.observed.atMs);
}

function timeEvent(event: EventDraft, scene: TimeScene): Observation | null {
  const { hostId, vipId } = event;
  const { sights, next } = scene;
  const address = next.vips.find((vip) => vip.vipId === vipId)?.address ?? "";
  switch (event.kind) {
    case "agent_lost":
    case "host_lost":
      return timeSilence(event, scene);
    case "agent_back":
      return heardSince(sights, hostId);
    case "host_back":
      return timeReturn(event, scene);
    case "database_lost":
      return (
        saidBy(sights, hostId, wordKeys.database, (reach) => reach === "down") ?? askedServer(event, scene)
      );
    case "database_back":
      return saidBy(sights, hostId, wordKeys.database, (reach) => reach !== "down");
    case "member_state_changed":
    case "member_joined":
    case "member_left":
      return timeMember(event, scene);
    case "primary_changed":
      return timePrimary(event, scene);
    case "vip_taken":
    case "foreign_address":
      return saidBy(sights, hostId, wordKeys.address(address), (value) => value !== "");
    case "vip_released":
    case "foreign_address_gone":
      return saidBy(sights, hostId, wordKeys.address(address), (value) => value === "");
    case "vip_state_changed":
      return saidBy(sights, hostId, wordKeys.vip(vipId ?? ""), (state) => state === event.detail.state);
    case "vip_defended":
      return saidBy(sights, hostId, wordKeys.defence(vipId ?? ""), () => true);
    case "wire_owner_changed":
    case "wire_duplicate":
    case "wire_duplicate_ended":
    case "wire_silent":
    case "wire_answered":
      return timeWireEvent(event, scene);
    case "plugin_drift":
    case "plugin_drift_ended":
    case "plugin_left_released":
    case "plugin_left_refused":
    case "operation_finished":
      return null;
  }
}

/** Where nobody kept a sign of life, the picture before says how old its last frame was. */
function timeSilence({ kind, hostId }: EventDraft, { previous, sights }: TimeScene): Observation | null {
  if (hostId === null) return null;
  const sign = lastSign(sights, kind === "agent_lost" ? "agent" : "host", hostId);
  const ageMs = previous.hosts.find((host) => host.hostId === hostId)?.ageMs ?? null;
  if (sign !== null || ageMs === null) return sign;
  return heardLast(Date.parse(previous.observedAt) - ageMs);
}

/** A host is back when its agent speaks, a peer gets its answer, or the console does. */
function timeReturn({ hostId }: EventDraft, { previous, sights }: TimeScene): Observation | null {
  if (hostId === null) return null;
  const own = heardSince(sights, hostId);
  const asked = sights.ssh.filter((one) => one.hostId === hostId && one.isReachable);
  const seen = [
    ...(own === null ? [] : [own]),
    ...answeredSince(sights, hostId),
    ...asked.map((one) => seenAt(sights, one.askedAtMs)),
  ];
  return earliest(seen, Date.parse(previous.observedAt));
}

/** The console asks the server itself where the agent does not. */
function askedServer({ hostId }: EventDraft, { sights }: TimeScene): Observation | null {
  const memberIds = sights.members.filter((one) => one.hostId === hostId).map((one) => one.memberId);
  const asked = sights.servers.find((one) => memberIds.includes(one.memberId) && !one.isAnswering);
  return asked === undefined ? null : seenAt(sights, asked.askedAtMs);
}

function timeMember({ memberId, kind, detail }: EventDraft, scene: TimeScene): Observation | null {
  const { sights, next, previous } = scene;
  const uuid = sights.members.find((one) => one.memberId === memberId)?.serverUuid;
  if (uuid === undefined) return null;
  const members = next.hosts.flatMap((host) => host.members);
  const state =
    kind === "member_state_changed"
      ? detail.state
      : (members.find((one) => one.memberId === memberId)?.state ?? "");
  const seen = [
    ...saidByAny(sights, wordKeys.state(uuid), (value) => value === state),
    ...sights.servers.flatMap(({ view, askedAtMs }) => {
      const row = view?.members.find((one) => one.serverUuid === uuid);
      return view !== null && (row?.state ?? "") === state ? [seenAt(sights, askedAtMs)] : [];
    }),
  ];
  return earliest(seen, Date.parse(previous.observedAt));
}

function timePrimary({ memberId }: EventDraft, { sights, previous }: TimeScene): Observation | null {
  const uuid = sights.members.find((one) => one.memberId === memberId)?.serverUuid;
  if (uuid === undefined) return null;
  const seen = [
    ...saidByAny(sights, wordKeys.primary, (value) => value === uuid),
    ...sights.servers.flatMap(({ view, askedAtMs }) =>
      view?.members.some((one) => one.serverUuid === uuid && one.role === "PRIMARY") === true
        ? [seenAt(sights, askedAtMs)]
        : [],
    ),
  ];
  return earliest(seen, Date.parse(previous.observedAt));
}
