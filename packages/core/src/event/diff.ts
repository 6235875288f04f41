import {
  type EventKind,
  type Message,
  message,
  type Tone,
  type Topology,
  type TopologyHost,
  type TopologyMember,
  type TopologyVip,
  withPort,
} from "@primacy/contract";
import type { EventDraft } from "./draft";
import { forgetLeft, listLeft } from "./left-hosts";
import { guardEvents, pluginEvents } from "./plugin-events";
import type { WireScene } from "./wire-draft";
import { rememberWire, wireEvents } from "./wire-events";
import type { RememberedVip } from "./wire-history";

/** What of two pictures is compared; revision and cursor do not matter. */
export interface ComparedTopology
  extends Pick<Topology, "hosts" | "primaryMemberId" | "isSinglePrimary" | "isWritable" | "observedAt"> {
  readonly vips: readonly RememberedVip[];
}

interface Placed {
  readonly member: TopologyMember;
  readonly host: TopologyHost;
}

/**
 * What happened between two pictures of one cluster, in the order in which people would tell it. Silence is no event
 * of what fell silent: a member or address that is merely unknown now has not changed, only its agent or host is lost.
 */
export function diffTopology(previous: ComparedTopology, next: ComparedTopology): readonly EventDraft[] {
  return [
    ...next.hosts.flatMap((host) => hostEvents(findHost(previous, host), host, toneOfLoss(next))),
    ...memberEvents(previous, next),
    ...primaryEvents(previous, next),
    ...next.vips.flatMap((vip) => vipEvents(previous, next, vip)),
  ];
}

/**
 * The picture to compare the one after `next` with: where nothing is known of a host now, it keeps what was known of it
 * before. Or an agent that peers hear before the console does would be lost and never come back. The same goes for a
 * wire that nobody could ask. Nothing is kept of a host that left the cluster.
 */
export function rememberConditions(
  previous: ComparedTopology | null,
  next: ComparedTopology,
): ComparedTopology {
  const remember = (host: TopologyHost): TopologyHost => {
    const known = previous === null ? null : findHost(previous, host);
    return host.condition === "unknown" && known !== null ? { ...host, condition: known.condition } : host;
  };
  const vips = next.vips.map((vip) =>
    rememberWire({
      before: previous?.vips.find((one) => one.vipId === vip.vipId && one.address === vip.address),
      vip,
      scene: sceneOf(previous, next),
    }),
  );
  return forgetLeft(previous, { ...next, hosts: next.hosts.map(remember), vips });
}

/** What changes from look to look of a cluster that serves: ages, moments, and what waits on a member. */
const measured = new Set([
  ...["ageMs", "wireAgeMs", "observedAt", "revision", "eventCursor", "clockOffsetMs"],
  ...["certifyQueue", "applyQueue", "appliedLagMs"],
]);

/** True when two pictures say the same of members, hosts and VIPs: ages, and what was measured at the moment, aside. */
export function isSamePicture(previous: ComparedTopology, next: ComparedTopology): boolean {
  return toldBy(previous) === toldBy(next);
}

function toldBy(topology: ComparedTopology): string {
  return JSON.stringify(topology, (key, value: unknown) => (measured.has(key) ? undefined : value));
}

function draft(
  kind: EventKind,
  tone: Tone,
  text: Message,
  about: { hostId?: string | null; memberId?: string; vipId?: string },
): EventDraft {
  return {
    kind,
    tone,
    message: text,
    hostId: about.hostId ?? null,
    memberId: about.memberId ?? null,
    vipId: about.vipId ?? null,
    detail: { ...text.params },
  };
}

function findHost(topology: ComparedTopology, like: TopologyHost): TopologyHost | null {
  return topology.hosts.find((host) => host.hostId === like.hostId && host.name === like.name) ?? null;
}

/** What is lost is a failure where nothing can be written without it; a cluster that goes on is only warned of. */
function toneOfLoss({ isWritable }: ComparedTopology): Tone {
  return isWritable === false ? "failed" : "warning";
}

function hostEvents(before: TopologyHost | null, after: TopologyHost, ofLoss: Tone): readonly EventDraft[] {
  if (before === null || after.hostId === null || before.condition === after.condition) return [];
  const say = (kind: "agent" | "host" | "database", isLost: boolean): EventDraft => {
    const code = `${kind}_${isLost ? "lost" : "back"}` as const;
    const tone: Tone = isLost ? (kind === "agent" ? "warning" : ofLoss) : "ok";
    return draft(code, tone, message(`event.${code}`, { host: after.name }), { hostId: after.hostId });
  };
  const lost = lossOf(after.condition);
  const regained = lossOf(before.condition);
  // A host that is back has a voice again before its agent has; a database and an agent are back when all is well.
  const isBack =
    regained === "host" ? after.condition !== "unknown" && lost !== "host" : after.condition === "ok";
  return [
    ...(regained !== null && isBack ? [say(regained, false)] : []),
    ...(lost !== null && lost !== regained && regained !== "host" ? [say(lost, true)] : []),
  ];
}

function lossOf(condition: TopologyHost["condition"]): "agent" | "host" | "database" | null {
  if (condition === "agent_dead") return "agent";
  if (condition === "host_dead") return "host";
  return condition === "database_dead" ? "database" : null;
}

function placedMembers(topology: ComparedTopology): readonly Placed[] {
  return topology.hosts.flatMap((host) => host.members.map((member) => ({ member, host })));
}

function nameOf({ member, host }: Placed): string {
  return host.hostId === null ? withPort(member.address, member.port) : host.name;
}

function memberEvents(previous: ComparedTopology, next: ComparedTopology): readonly EventDraft[] {
  const earlier = placedMembers(previous);
  return placedMembers(next).flatMap((placed) => {
    const { member } = placed;
    const before = earlier.find((one) => one.member.memberId === member.memberId)?.member;
    if (before === undefined || before.isStale || member.isStale || before.state === member.state) return [];
    // Of a member that is out of its group it is no news that the others list it no more, nor that it says so itself.
    if ([before.state, member.state].every((state) => state === null || state === "OFFLINE")) return [];
    const about = { hostId: placed.host.hostId, memberId: member.memberId };
    const name = nameOf(placed);
    const tone = member.tone === "failed" ? toneOfLoss(next) : member.tone;
    if (member.state === null)
      return [draft("member_left", tone, message("event.member_left", { member: name }), about)];
    if (before.state === null)
      return [draft("member_joined", tone, message("event.member_joined", { member: name }), about)];
    const params = { member: name, state: member.state, previous: before.state };
    return [draft("member_state_changed", tone, message("event.member_state_changed", params), about)];
  });
}

function primaryEvents(previous: ComparedTopology, next: ComparedTopology): readonly EventDraft[] {
  const id = next.primaryMemberId;
  if (id === null || id === previous.primaryMemberId || next.isSinglePrimary === false) return [];
  const placed = placedMembers(next).find(({ member }) => member.memberId === id);
  if (placed === undefined || placed.member.isStale) return [];
  const before = placedMembers(next).find(({ member }) => member.memberId === previous.primaryMemberId);
  const member = nameOf(placed);
  const text =
    before === undefined
      ? message("event.primary_known", { member })
      : message("event.primary_changed", { member, previous: nameOf(before) });
  return [draft("primary_changed", "ok", text, { hostId: placed.host.hostId, memberId: id })];
}

function vipEvents(
  previous: ComparedTopology,
  next: ComparedTopology,
  vip: TopologyVip,
): readonly EventDraft[] {
  const before = previous.vips.find((one) => one.vipId === vip.vipId && one.address === vip.address);
  const hostName = hostNaming(next);
  const { address, vipId } = vip;
  const words = moveWords[vip.kind];
  const released = (before?.kernelHostIds ?? [])
    .filter((hostId) => !vip.kernelHostIds.includes(hostId) && isHeard(next, hostId))
    .map((hostId) =>
      draft("vip_released", "ok", message(words.released, { host: hostName(hostId), address }), {
        hostId,
        vipId,
      }),
    );
  const taken = vip.kernelHostIds
    .filter((hostId) => before?.kernelHostIds.includes(hostId) !== true)
    .map((hostId) =>
      draft(
        "vip_taken",
        vip.kernelHostIds.length > 1 ? "failed" : "ok",
        message(words.taken, { host: hostName(hostId), address }),
        { hostId, vipId },
      ),
    );
  const wire = wireEvents({ before, vip, scene: sceneOf(previous, next) });
  const plugin = [...pluginEvents(before, vip, next), ...guardEvents(before, vip)];
  return [...released, ...taken, ...stateEvents(before, vip, hostName), ...wire, ...plugin];
}

const moveWords = {
  write: { taken: "event.vip_taken", released: "event.vip_released" },
  read: { taken: "event.read_vip_taken", released: "event.read_vip_released" },
} as const;

function hostNaming({ hosts }: ComparedTopology): (hostId: string) => string {
  return (hostId) => hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
}

function sceneOf(previous: ComparedTopology | null, next: ComparedTopology): WireScene {
  const left = listLeft(previous, next);
  return {
    hostName: hostNaming(next),
    // Of a host beside the cluster the picture does not say it.
    isHeard: (hostId) => !next.hosts.some((host) => host.hostId === hostId && host.isStale),
    hasLeft: (hostId) => left.includes(hostId),
    atMs: Date.parse(next.observedAt),
  };
}

/** True when the host's agent speaks: only then is an address that it no longer reports really gone. */
function isHeard(topology: ComparedTopology, hostId: string): boolean {
  return topology.hosts.some((host) => host.hostId === hostId && !host.isStale);
}

const alarming = new Set(["CONFLICT", "BLOCKED", "MAINT"]);

/** Only what an operator must know of: the ordinary ways to take and let go are told by the address itself. */
function stateEvents(
  before: TopologyVip | undefined,
  vip: TopologyVip,
  hostName: (hostId: string) => string,
): readonly EventDraft[] {
  return vip.agents.flatMap((agent) => {
    const earlier = before?.agents.find((one) => one.hostId === agent.hostId);
    if (earlier === undefined || earlier.state === agent.state) return [];
    if (!alarming.has(agent.state) && !alarming.has(earlier.state)) return [];
    const params = {
      address: vip.address,
      host: hostName(agent.hostId),
      state: agent.state,
      previous: earlier.state,
    };
    const tone: Tone = alarming.has(agent.state) ? "warning" : "ok";
    const about = { hostId: agent.hostId, vipId: vip.vipId };
    return [draft("vip_state_changed", tone, message("event.vip_state_changed", params), about)];
  });
}
