import type { Topology, TopologyHost, TopologyMember, TopologyVip } from "@primacy/contract";
import type { TopologyCard, TopologyEdge, TopologyModel } from "@primacy/ui/topology";
import { joinSentences } from "../../client/sentences";
import { describeRole, describeState, isWorkingPrimary, tellState } from "./belief-words";
import { toneOf, treatmentOf, wordOf } from "./host-treatment";
import { kernelChips, wireChips } from "./topology-chips";
import { accessEdges, toEntries } from "./topology-entries";
import type { TopologyTexts } from "./topology-texts";
import { findHolderWord } from "./vip-holders";

/** The identity of a host's card; a member on a machine that the console does not know has one too. */
export function cardId(host: TopologyHost): string {
  return host.hostId ?? `address:${host.address}`;
}

/** Turns the contract's picture into what the canvas draws: belief in slots, kernel and wire in lanes of their own. */
export function toTopologyModel(topology: Topology, texts: TopologyTexts): TopologyModel {
  const hosts = [...topology.hosts].sort((a, b) => a.order - b.order);
  const primary = hosts.find((host) => host.members.some(isWorkingPrimary)) ?? hosts.find(isPrimaryHost);
  const rows = Math.max(1, topology.vips.length);
  const isUnheard = topology.vips.some((vip) => findHolderWord(hosts, vip) === "unheard");
  return {
    cards: hosts.map((host) => toCard(host, topology.vips, primary, texts)),
    groups: [],
    entries: toEntries(topology, texts),
    // A row for each VIP, whoever holds or answers for it now.
    lanes: [
      { id: "kernel", label: texts.t("lane.kernel"), rows },
      { id: "wire", label: texts.t("lane.wire"), rows },
    ],
    chips: topology.vips.flatMap((vip, row) => {
      const place = { row, hosts, isAlone: rows === 1 };
      return [...kernelChips(vip, place, texts), ...wireChips(vip, place, texts)];
    }),
    edges: [...accessEdges(topology), ...replicationEdges(hosts, primary, texts)],
    shelfLabel: texts.t(isUnheard ? "shelfUnheard" : "shelf"),
  };
}

function toCard(
  host: TopologyHost,
  vips: readonly TopologyVip[],
  primary: TopologyHost | undefined,
  texts: TopologyTexts,
): TopologyCard {
  const hasLine = primary !== undefined && host !== primary;
  return {
    id: cardId(host),
    title: host.name,
    subtitle: [host.address, host.nic].filter((part) => part !== null).join(" "),
    treatment: treatmentOf(host),
    tone: toneOf(host),
    toneLabel: texts.t(`condition.${wordOf(host)}`),
    emphasis: host.members.some(isWorkingPrimary),
    age: { label: texts.age(host.ageMs, host.isStale), stale: host.isStale },
    slots: host.members.map((member) => toSlot(member, texts)),
    description: describeHost(host, vips, hasLine, texts),
  };
}

function toSlot(member: TopologyMember, texts: TopologyTexts): TopologyCard["slots"][number] {
  // There is room for one name; the description has all.
  const { label, tone } = describeState(member, texts, 1);
  return {
    id: member.memberId,
    label: texts.t("database"),
    title: describeRole(member, texts),
    emphasis: isWorkingPrimary(member),
    tone,
    toneLabel: label,
    ...(member.version === null ? {} : { fact: member.version }),
  };
}

/** By the word of its group, which may not have noticed yet that its server is lost. */
function isPrimaryHost(host: TopologyHost): boolean {
  return host.members.some((member) => member.role === "PRIMARY");
}

/** The card in sentences, and with it what the lines that end at it say: nothing but the eye reads a line. */
function describeHost(
  host: TopologyHost,
  vips: readonly TopologyVip[],
  hasLine: boolean,
  texts: TopologyTexts,
): string {
  return joinSentences([
    texts.t("hostDescription", {
      host: host.name,
      address: host.address,
      nic: host.nic ?? texts.unknown,
      condition: texts.t(`condition.${wordOf(host)}`),
      agent: texts.agent(host.agentState, host.agentVersion),
      age: texts.age(host.ageMs, host.isStale),
    }),
    ...vips
      .filter((vip) => host.hostId !== null && vip.kernelHostIds.includes(host.hostId))
      .map(({ kind, address }) => texts.t(`accessDescription.${kind}`, { address })),
    ...host.members.flatMap((member) => [
      describeMember(member, texts),
      ...(hasLine ? [describeLine(member, texts)] : []),
    ]),
  ]);
}

function describeMember(member: TopologyMember, texts: TopologyTexts): string {
  return texts.t("memberDescription", {
    role: describeRole(member, texts),
    state: tellState(member, texts),
    version: member.version ?? texts.unknown,
    age: texts.age(member.ageMs, member.isStale),
  });
}

function describeLine({ applyQueue, appliedLagMs }: TopologyMember, texts: TopologyTexts): string {
  return texts.t("lineDescription", {
    queue: applyQueue === null ? texts.unknown : String(applyQueue),
    lag: appliedLagMs === null ? texts.unknown : texts.duration(appliedLagMs),
  });
}

function replicationEdges(
  hosts: readonly TopologyHost[],
  primary: TopologyHost | undefined,
  texts: TopologyTexts,
): TopologyEdge[] {
  if (primary === undefined) return [];
  // From a server that is lost nothing comes any more, whatever was queued and lagged last.
  const isCut = !primary.members.some(isWorkingPrimary);
  return hosts
    .filter((host) => host !== primary)
    .flatMap((host) =>
      host.members.map((member) => ({
        id: `replication:${member.memberId}`,
        sourceId: cardId(primary),
        targetId: cardId(host),
        kind: "replication",
        tone: isCut ? "unknown" : toneOf(member),
        ...(member.applyQueue === null
          ? {}
          : {
              label: texts.t("edge", {
                queue: String(member.applyQueue),
                lag: member.appliedLagMs === null ? "–" : texts.duration(member.appliedLagMs),
              }),
            }),
      })),
    );
}
