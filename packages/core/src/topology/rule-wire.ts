import type { ForeignAddress, WireVerdict } from "@primacy/contract";
import type { AgentStatus, VipStatus } from "@primacy/contract/agent";
import { freshSight } from "./fresh-sight";
import type { AgentSight, KnownVip, TopologySnapshot, WireSight } from "./snapshot";
import { judgeWire, type RightfulHolder, type WireRuling } from "./wire";

/** A host as it appears on the wire: a member's, or an observer's. */
export interface WireHost {
  readonly hostId: string;
  readonly name: string;
  readonly isObserver: boolean;
  readonly sight: AgentSight | null;
}

/** The wire of one VIP: what was ruled, from whose answers, and what else bears on it. */
export interface RuledWire {
  readonly ruling: WireRuling;
  readonly hosts: readonly WireHost[];
  readonly holder: RightfulHolder | null;
  readonly foreign: readonly ForeignAddress[];
}

/** Rules on the wire of one VIP by everything that members and observers say. `believedHostId` is where the address belongs. */
export function ruleWire(
  snapshot: TopologySnapshot,
  known: KnownVip,
  believedHostId: string | null,
  before: WireVerdict | null,
): RuledWire {
  const hosts = listWireHosts(snapshot);
  const holder = findHolder(snapshot, hosts, known, believedHostId);
  const answers = snapshot.wire.filter(
    (answer) => answer.vipId === known.vipId && !asksForAnother(snapshot, answer.hostId, known),
  );
  const ruling = judgeWire({
    answers: [...answers, ...contestOf(hosts, known, holder)],
    holder,
    hostOf: (mac) => ownerOf(snapshot, mac),
    before: before?.state ?? null,
    deafBefore: before?.deafHostIds ?? [],
    nowMs: snapshot.nowMs,
  });
  return {
    ruling,
    hosts,
    holder,
    foreign: hosts.flatMap((host) => foreignOf(host, known, before?.foreign ?? [])),
  };
}

function listWireHosts(snapshot: TopologySnapshot): readonly WireHost[] {
  const place = (hostId: string, name: string, isObserver: boolean): WireHost => ({
    hostId,
    name,
    isObserver,
    sight: freshSight(snapshot, hostId),
  });
  return [
    ...snapshot.hosts.map(({ hostId, name }) => place(hostId, name, false)),
    ...(snapshot.observers ?? []).map(({ hostId, name }) => place(hostId, name, true)),
  ];
}

/** Whose a card is: by what was stored of each host, and by what its agent says of its interfaces. */
function ownerOf(snapshot: TopologySnapshot, mac: string): string | null {
  const all = [...snapshot.hosts, ...(snapshot.observers ?? [])];
  const host = all.find((one) => {
    const status = snapshot.agents.find((sight) => sight.hostId === one.hostId)?.status;
    return one.macs.includes(mac) || status?.nics.some((nic) => nic.mac === mac) === true;
  });
  return host?.hostId ?? null;
}

function statusOf({ sight }: WireHost, known: KnownVip): VipStatus | null {
  return sight?.status.vips.find((vip) => isSameVip(vip, known)) ?? null;
}

/** True where an agent has another address for the VIP: what it holds and asks for is not this one. */
function asksForAnother(snapshot: TopologySnapshot, hostId: string, known: KnownVip): boolean {
  const status = snapshot.agents.find((sight) => sight.hostId === hostId)?.status;
  return status?.vips.some((vip) => vip.vipId === known.vipId && !isSameVip(vip, known)) === true;
}

/** True for the same VIP at the same address: agents may still, or on a restored console already, have another. */
export function isSameVip(
  one: { readonly vipId: string; readonly address: string },
  other: { readonly vipId: string; readonly address: string },
): boolean {
  return one.vipId === other.vipId && one.address === other.address;
}

/**
 * The member's host whose agent holds; of two that say so, the one on the host where the address belongs. An observer
 * has no part in the address: whatever its agent says, it is never the one.
 */
function findHolder(
  snapshot: TopologySnapshot,
  hosts: readonly WireHost[],
  known: KnownVip,
  believedHostId: string | null,
): RightfulHolder | null {
  const holding = hosts.filter((host) => {
    if (host.isObserver) return false;
    const status = statusOf(host, known);
    return status?.state === "HOLDING" && status.isBound;
  });
  const host = holding.length === 1 ? holding[0] : holding.find((one) => one.hostId === believedHostId);
  const sight = host?.sight ?? null;
  if (host === undefined || sight === null) return null;
  const since = statusOf(host, known)?.boundSinceMonotonicMs ?? null;
  return { hostId: host.hostId, sinceMs: since === null ? null : placeOf(snapshot, sight, since) };
}

/** An instant of an agent's clock on the watcher's, by how long before its frame it was. */
function placeOf(snapshot: TopologySnapshot, { receivedAtMs, status }: AgentSight, atMs: number): number {
  return Math.min(snapshot.nowMs, receivedAtMs - (status.clock.monotonicMs - atMs));
}

/** The holder does not hear itself, so what it heard of others is an answer of two machines. */
function contestOf(
  hosts: readonly WireHost[],
  known: KnownVip,
  holder: RightfulHolder | null,
): readonly WireSight[] {
  const host = hosts.find((one) => one.hostId === holder?.hostId);
  const status = host === undefined ? null : statusOf(host, known);
  const sight = host?.sight ?? null;
  const contest = status?.contest;
  if (host === undefined || sight === null || status === null || contest === undefined) return [];
  if (contest.endedMonotonicMs !== null) return [];
  const own = macOf(sight.status, status.nic);
  const askedAtMs = sight.receivedAtMs - (sight.status.clock.monotonicMs - contest.seenMonotonicMs);
  const macs = own === null ? contest.macs : [own, ...contest.macs];
  return [{ hostId: host.hostId, vipId: known.vipId, askedAtMs, macs }];
}

function macOf(status: AgentStatus, nic: string): string | null {
  return status.nics.find((one) => one.name === nic)?.mac ?? null;
}

/** The address where no agent put it. A member's agent says itself that it is not its own; an observer never has one. */
function foreignOf(
  host: WireHost,
  known: KnownVip,
  before: readonly ForeignAddress[],
): readonly ForeignAddress[] {
  // Silence of its agent takes no address off a host.
  if (host.sight === null) return before.filter((one) => one.hostId === host.hostId);
  const status = statusOf(host, known);
  const isForeign = host.isObserver
    ? true
    : status?.isBound === false && status.reasons.some((reason) => reason.code === "reason.foreign_address");
  if (!isForeign) return [];
  return host.sight.status.nics.flatMap((nic) =>
    nic.addresses
      .filter((one) => one.address === known.address)
      .map((one) => ({
        hostId: host.hostId,
        name: host.name,
        nic: nic.name,
        prefixLength: one.prefixLength,
      })),
  );
}
