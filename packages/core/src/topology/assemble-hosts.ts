import {
  type AgentState,
  type Message,
  message,
  type Tone,
  type TopologyHost,
  type TopologyMember,
  withPort,
} from "@primacy/contract";
import type { AgentStatus } from "@primacy/contract/agent";
import { type GroupState, memberSight } from "./group-state";
import { freshSight, judgeHost } from "./host-condition";
import {
  type AgentSight,
  clockOffsetLimitMs,
  type KnownHost,
  type KnownMember,
  staleAfterMs,
  type TopologySnapshot,
} from "./snapshot";

/** The hosts of the picture in their fixed order (by name), members without a host last. */
export function assembleHosts(snapshot: TopologySnapshot, group: GroupState): readonly TopologyHost[] {
  const hosts = [...snapshot.hosts].sort((a, b) => compareNames(a.name, b.name));
  const placed = hosts.map((host, order) => assembleHost(snapshot, group, host, order));
  const homeless = snapshot.members
    .filter((member) => !hosts.some((host) => host.hostId === member.hostId))
    .sort((a, b) => compareNames(a.address, b.address))
    .map((member, index) => homelessHost(snapshot, group, member, hosts.length + index));
  return [...placed, ...homeless];
}

/** The name by which people know a member: its host's, else its address. */
export function memberName(snapshot: TopologySnapshot, member: KnownMember): string {
  const host = snapshot.hosts.find((one) => one.hostId === member.hostId);
  return host?.name ?? withPort(member.address, member.port);
}

/** Orders names as people count: db2 before db10. */
export function compareNames(a: string, b: string): number {
  const pad = (text: string): string => text.toLowerCase().replaceAll(/\d+/g, (run) => run.padStart(12, "0"));
  const [first, second] = [pad(a), pad(b)];
  if (first === second) return 0;
  return first < second ? -1 : 1;
}

function assembleHost(
  snapshot: TopologySnapshot,
  group: GroupState,
  host: KnownHost,
  order: number,
): TopologyHost {
  const sight = snapshot.agents.find((one) => one.hostId === host.hostId) ?? null;
  const fresh = freshSight(snapshot, host.hostId);
  const judged = judgeHost(snapshot, host);
  const members = snapshot.members
    .filter((member) => member.hostId === host.hostId)
    .map((member) => assembleMember(snapshot, group, member));
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

function homelessHost(
  snapshot: TopologySnapshot,
  group: GroupState,
  member: KnownMember,
  order: number,
): TopologyHost {
  const assembled = assembleMember(snapshot, group, member);
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

function assembleMember(snapshot: TopologySnapshot, group: GroupState, member: KnownMember): TopologyMember {
  const judged = group.judged.members.find((one) => one.serverUuid === member.serverUuid) ?? null;
  const own = memberSight(snapshot, member.memberId);
  const mysql = own !== null && own.status.mysql.reach === "up" ? own.status.mysql : null;
  const server = snapshot.servers.find((one) => one.memberId === member.memberId);
  // Every view speaks of every member, be it by leaving it out.
  const ages = group.views.map((one) => one.ageMs);
  const ageMs = ages.length === 0 ? null : Math.min(...ages);
  const state = judged?.state ?? null;
  return {
    memberId: member.memberId,
    serverUuid: member.serverUuid,
    address: member.address,
    port: member.port,
    role: judged?.role ?? null,
    state,
    version: mysql?.version ?? judged?.version ?? server?.version ?? null,
    isReadOnly: mysql?.isSuperReadOnly ?? server?.isSuperReadOnly ?? null,
    certifyQueue: mysql?.certifyQueue ?? null,
    applyQueue: mysql?.applyQueue ?? null,
    appliedLagMs: mysql?.appliedLagMs ?? null,
    disagreements: disagreementsOf(snapshot, group, member),
    ageMs,
    isStale: ageMs === null || ageMs > staleAfterMs,
    tone: memberTone(state, group),
  };
}

function disagreementsOf(
  snapshot: TopologySnapshot,
  group: GroupState,
  member: KnownMember,
): TopologyMember["disagreements"] {
  return group.judged.disagreements
    .filter((one) => one.subject === member.serverUuid)
    .map(({ observer, state, role }) => {
      const witness = snapshot.members.find((one) => one.serverUuid === observer);
      const who = witness === undefined ? observer : memberName(snapshot, witness);
      const subject = memberName(snapshot, member);
      return state === null
        ? message("topology.view_lacks", { observer: who, subject })
        : message("topology.view_differs", {
            observer: who,
            subject,
            state,
            role: role === null || role === "" ? "-" : role,
          });
    });
}

function memberTone(state: TopologyMember["state"], group: GroupState): Tone {
  if (group.views.length === 0 || group.isStale) return "unknown";
  if (state === "ONLINE") return "ok";
  return state === "RECOVERING" ? "busy" : "failed";
}

function hostTone(
  condition: TopologyHost["condition"],
  warnings: readonly Message[],
  members: readonly TopologyMember[],
): Tone {
  if (condition === "host_dead" || condition === "database_dead") return "failed";
  if (members.some((member) => member.tone === "failed")) return "failed";
  if (condition === "unknown") return "unknown";
  if (condition !== "ok" || warnings.length > 0) return "warning";
  return members.some((member) => member.tone === "busy") ? "busy" : "ok";
}
