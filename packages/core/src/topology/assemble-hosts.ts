import {
  type AgentState,
  type Message,
  message,
  type Tone,
  type TopologyHost,
  type TopologyMember,
} from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import { assembleMember, type MemberScene } from "./assemble-member";
import { freshSight } from "./fresh-sight";
import type { GroupState } from "./group-state";
import { judgeHost } from "./host-condition";
import { compareNames } from "./names";
import { isLost } from "./server-reach";
import {
  type AgentSight,
  clockOffsetLimitMs,
  type KnownHost,
  type KnownMember,
  staleAfterMs,
  type TopologySnapshot,
} from "./snapshot";

/** The hosts of the picture in their fixed order (by name), members without a host last. `before` is the picture before it. */
export function assembleHosts(
  snapshot: TopologySnapshot,
  group: GroupState,
  before: MemberScene["before"] = null,
): readonly TopologyHost[] {
  const scene = { snapshot, group, before };
  const hosts = [...snapshot.hosts].sort((a, b) => compareNames(a.name, b.name));
  const placed = hosts.map((host, order) => assembleHost(scene, host, order));
  const homeless = snapshot.members
    .filter((member) => !hosts.some((host) => host.hostId === member.hostId))
    .sort((a, b) => compareNames(a.address, b.address))
    .map((member, index) => homelessHost(scene, member, hosts.length + index));
  return [...placed, ...homeless];
}

function assembleHost(scene: MemberScene, host: KnownHost, order: number): TopologyHost {
  const { snapshot } = scene;
  const sight = snapshot.agents.find((one) => one.hostId === host.hostId) ?? null;
  const fresh = freshSight(snapshot, host.hostId);
  const judged = judgeHost(snapshot, host);
  const members = snapshot.members
    .filter((member) => member.hostId === host.hostId)
    .map((member) => assembleMember(scene, member, judged));
  const nic = sight === null ? null : nicOf(snapshot, sight.status, host);
  const warnings = fresh === null ? [] : hostWarnings(host, fresh);
  const ageMs = sight === null ? null : Math.max(0, snapshot.nowMs - sight.receivedAtMs);
  return {
    hostId: host.hostId,
    name: host.name,
    address: host.address,
    order,
    nic: nic?.name ?? null,
    mac: nic?.mac ?? null,
    condition: judged.condition,
    evidence: [...judged.evidence, ...warnings],
    agentState: agentState(host, fresh !== null),
    agentVersion: fresh?.status.agentVersion ?? host.agentVersion,
    clockOffsetMs: sight?.clockOffsetMs ?? null,
    ageMs,
    isStale: ageMs === null || ageMs > staleAfterMs,
    tone: hostTone(judged.condition, warnings, members),
    members,
  };
}

/** What was stored about an agent may be older than what is heard from it. */
function agentState(host: KnownHost, isAnswering: boolean): AgentState {
  if (host.agentState === "outdated" || host.agentState === "removing") return host.agentState;
  if (isAnswering) return "answering";
  return host.agentState === "answering" ? "silent" : host.agentState;
}

function hostWarnings(host: KnownHost, sight: AgentSight): readonly Message[] {
  const offset = sight.clockOffsetMs;
  const clock =
    offset !== null && Math.abs(offset) > clockOffsetLimitMs
      ? [message("topology.clock_offset", { host: host.name, seconds: Math.round(offset / 100) / 10 })]
      : [];
  return [...clock, ...sight.status.warnings];
}

function nicOf(
  snapshot: TopologySnapshot,
  status: AgentStatus,
  host: KnownHost,
): { readonly name: string; readonly mac: string | null } | null {
  // Of several VIPs on different interfaces the write VIP's is the host's, in whatever order its agent tells of them.
  const write = snapshot.vips.find((vip) => vip.kind === "write");
  const named = (status.vips.find((vip) => vip.vipId === write?.vipId) ?? status.vips[0])?.nic;
  const addresses = snapshot.members
    .filter((member) => member.hostId === host.hostId)
    .map((member) => member.address);
  return (
    status.nics.find((nic) => nic.name === named) ??
    status.nics.find((nic) =>
      nic.addresses.some((one) => addresses.includes(one.address) || one.address === host.address),
    ) ??
    null
  );
}

function homelessHost(scene: MemberScene, member: KnownMember, order: number): TopologyHost {
  const assembled = assembleMember(scene, member, { condition: "no_agent", isSshReachable: null });
  return {
    hostId: null,
    name: member.address,
    address: member.address,
    order,
    nic: null,
    mac: null,
    condition: "no_agent",
    evidence: [message("topology.no_host", { address: member.address })],
    agentState: "none",
    agentVersion: null,
    clockOffsetMs: null,
    ageMs: null,
    isStale: true,
    tone: assembled.tone === "failed" ? "failed" : "warning",
    members: [assembled],
  };
}

function hostTone(
  condition: TopologyHost["condition"],
  warnings: readonly Message[],
  members: readonly TopologyMember[],
): Tone {
  if (condition === "host_dead" || condition === "database_dead") return "failed";
  if (members.some((member) => member.tone === "failed" || isLost(member.server))) return "failed";
  if (condition === "unknown") return "unknown";
  if (condition !== "ok" || warnings.length > 0) return "warning";
  return members.some((member) => member.tone === "busy") ? "busy" : "ok";
}
