import {
  type Message,
  message,
  type PluginGuardSight,
  type Tone,
  type Topology,
  type TopologyHost,
} from "@primacy/contract";
import { assembleHosts } from "./assemble-hosts";
import { tellContested } from "./assemble-member";
import { type AssembledVip, assembleVip } from "./assemble-vip";
import { type GroupState, judgeState } from "./group-state";
import { compareNames } from "./names";
import { listPluginDrifts } from "./plugin-drifts";
import { listPluginGuards } from "./plugin-guards";
import { isMute } from "./server-reach";
import { judgeService, type Service } from "./service";
import type { KnownVip, TopologySnapshot } from "./snapshot";
import { summarize } from "./summary";
import type { VipSituation } from "./vip-situation";
import { holdingReasons } from "./where-it-belongs";

/** The picture without what only storing it gives: its revision and the cursor of its events. */
export type AssembledTopology = Omit<Topology, "revision" | "eventCursor">;

/**
 * Assembles the picture of a cluster from everything that its agents, servers and the wire said. It believes nothing
 * that is stale, and shows what cannot be known as unknown. `previous` is the picture before it, if there was one: it
 * says since when the wire has been as it is, a server lost, and a member in its role.
 */
export function assembleTopology(
  snapshot: TopologySnapshot,
  previous: Pick<Topology, "vips" | "hosts" | "observedAt"> | null = null,
): AssembledTopology {
  const group = judgeState(snapshot);
  const hosts = assembleHosts(snapshot, group, previous);
  const service = judgeService(snapshot, group, hosts);
  const scene = { muteHostIds: listMuteHosts(hosts), isPrimaryNew: isPrimaryNew(snapshot, group, hosts) };
  const vips = [...snapshot.vips].sort(compareVips).map((vip) => {
    const before = previous?.vips.find((one) => one.vipId === vip.vipId && one.address === vip.address);
    const assembled = assembleVip(snapshot, group, vip, { ...scene, before: before?.wireVerdict ?? null });
    const drifts = listPluginDrifts(snapshot, vip, before);
    const guards = listPluginGuards(snapshot, vip, before);
    const plugin = {
      ...(drifts.length === 0 ? {} : { pluginDrifts: [...drifts] }),
      ...(guards.length === 0 ? {} : { pluginGuards: [...guards] }),
    };
    return { ...assembled, vip: { ...assembled.vip, ...plugin } };
  });
  const primary = snapshot.members.find((member) => member.serverUuid === group.judged.primaryUuid);
  const problems = problemsOf(snapshot, group, hosts, vips);
  return {
    clusterId: snapshot.clusterId,
    clusterName: snapshot.clusterName,
    observedAt: snapshot.observedAt,
    isSinglePrimary: group.judged.isSinglePrimary,
    hasMajority: group.judged.hasMajority,
    primaryMemberId: primary?.memberId ?? null,
    isWritable: service.isWritable,
    tone: toneOf(service, hosts, vips, problems),
    summary: summarize(snapshot, group, service, vips),
    problems: [...problems],
    hosts: [...hosts],
    vips: vips.map((one) => one.vip),
  };
}

/** The write VIP first, then by address as people count: whoever draws them gives each its own place. */
function compareVips(a: KnownVip, b: KnownVip): number {
  const rank = ({ kind }: KnownVip): number => (kind === "write" ? 0 : 1);
  return rank(a) - rank(b) || compareNames(a.address, b.address);
}

function problemsOf(
  snapshot: TopologySnapshot,
  group: GroupState,
  hosts: readonly TopologyHost[],
  vips: readonly AssembledVip[],
): readonly Message[] {
  const unregistered = group.judged.members.filter(
    (judged) =>
      judged.state !== null && !snapshot.members.some((member) => member.serverUuid === judged.serverUuid),
  );
  return [
    ...(group.judged.isSinglePrimary === false ? [message("topology.multi_primary")] : []),
    ...newerAgents(snapshot),
    ...unregistered.map(({ host, port }) => message("topology.unregistered", { address: `${host}:${port}` })),
    ...hosts.flatMap((host) => hostProblems(host)),
    ...hosts.flatMap((host) => host.members.flatMap((member) => member.disagreements)),
    ...vips.flatMap((one) => vipProblems(snapshot, group, one)),
    ...vips.flatMap(({ vip }) => vip.pluginDrifts?.map((one) => one.message) ?? []),
    ...vips.flatMap(({ vip }) => vip.pluginGuards?.flatMap(guardProblem) ?? []),
  ];
}

/** The console was restored from an older database, and its agents know VIPs or hosts that it does not know, or otherwise. */
function newerAgents(snapshot: TopologySnapshot): readonly Message[] {
  const { differences = [], kept = [] } = snapshot;
  const level = snapshot.agents.filter(
    ({ status }) => status.clusterId === snapshot.clusterId && (status.epoch ?? -1) >= snapshot.epoch,
  );
  const ahead = level.filter(({ status }) => (status.epoch ?? -1) > snapshot.epoch);
  const unknown = ahead.flatMap(({ status }) =>
    status.vips.filter((vip) => !snapshot.vips.some((known) => known.vipId === vip.vipId)),
  );
  const addresses = [...new Set(unknown.map((vip) => vip.address))].sort();
  const peers = level.flatMap(({ status }) => status.peers.map((peer) => peer.hostId));
  const strangers = [...new Set(peers)]
    .filter((id) => !snapshot.hosts.some((host) => host.hostId === id))
    .sort();
  return [
    ...addresses.map((address) => message("topology.newer_agents", { address })),
    ...(strangers.length > 0 ? [message("topology.unknown_peers", { hosts: strangers.join(", ") })] : []),
    ...(differences.length > 0 ? [message("topology.agents_differ"), ...differences] : []),
    ...kept,
  ];
}

function hostProblems(host: TopologyHost): readonly Message[] {
  const contested = host.members.flatMap((member) => tellContested(member, host.name));
  if (host.condition === "ok") return [...host.evidence, ...contested];
  const isSilent = host.condition === "agent_dead" && host.members.some(({ server }) => isMute(server));
  const code = isSilent ? "topology.host_mute" : (`topology.host_${host.condition}` as const);
  return [message(code, { host: host.name }), ...host.evidence, ...contested];
}

function vipProblems(
  snapshot: TopologySnapshot,
  group: GroupState,
  { vip, situation }: AssembledVip,
): readonly Message[] {
  const findings = vip.wireVerdict.findings;
  if (fineSituations.includes(situation)) return findings;
  const isNowhere = situation === "nobody" || situation === "paused_nobody";
  const reasons = isNowhere ? holdingReasons(snapshot, group, vip) : [];
  return [vip.summary, ...findings, ...reasons];
}

const fineSituations: readonly VipSituation[] = ["ok", "at_primary", "not_asked", "moving", "disabled"];

/**
 * Failed is a cluster that does not serve: nothing can be written, or a VIP leads nowhere or to the wrong place. One that
 * serves with a part less is only warned of.
 */
function toneOf(
  { isWritable }: Service,
  hosts: readonly TopologyHost[],
  vips: readonly AssembledVip[],
  problems: readonly Message[],
): Tone {
  const ofVips = vips
    .filter((one) => one.vip.isEnabled || one.situation !== "disabled")
    .map((one) => one.vip.tone);
  if (isWritable === null) return "unknown";
  if (!isWritable || ofVips.includes("failed")) return "failed";
  const tones = [...hosts.map((host) => host.tone), ...ofVips];
  if (problems.length > 0 || tones.some((tone) => tone !== "ok" && tone !== "busy")) return "warning";
  return tones.includes("busy") ? "busy" : "ok";
}

/** An address was measured to follow its primary within 0.6 s; what takes longer is on no way any more. */
const followsWithinMs = 1_000;

function isPrimaryNew(
  { observedAt }: TopologySnapshot,
  { judged }: GroupState,
  hosts: readonly TopologyHost[],
): boolean {
  const primary = hosts
    .flatMap((host) => host.members)
    .find((member) => member.serverUuid === judged.primaryUuid && member.roleSince?.role === "PRIMARY");
  const at = primary?.roleSince?.at ?? null;
  return at !== null && Date.parse(observedAt) - Date.parse(at) < followsWithinMs;
}

/** The hosts whose server answers nobody. */
function listMuteHosts(hosts: readonly TopologyHost[]): readonly string[] {
  return hosts.flatMap(({ hostId, members }) =>
    hostId !== null && members.some(({ server }) => isMute(server)) ? [hostId] : [],
  );
}

/** What was released needs nobody any more. */
function guardProblem({ state, message: text }: PluginGuardSight): readonly Message[] {
  return text !== null && (state === "refused" || state === "unguarded") ? [text] : [];
}
