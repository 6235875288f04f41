import type { Topology, TopologyHost, TopologyMember, TopologyVip } from "@primacy/contract";
import type { TopologyCard, TopologyEdge, TopologyEntry, TopologyModel } from "@primacy/ui/topology";
import { joinSentences } from "../../client/sentences";
import { toneOf, treatmentOf, wordOf } from "./host-treatment";
import { kernelChips, wireChips } from "./topology-chips";
import type { TopologyTexts } from "./topology-texts";
import { findHolderWord } from "./vip-holders";

const clientsId = "clients";

/** The identity of a host's card; a member on a machine that the console does not know has one too. */
export function cardId(host: TopologyHost): string {
  return host.hostId ?? `address:${host.address}`;
}

/** Turns the contract's picture into what the canvas draws: belief in slots, kernel and wire in lanes of their own. */
export function toTopologyModel(topology: Topology, texts: TopologyTexts): TopologyModel {
  const hosts = [...topology.hosts].sort((a, b) => a.order - b.order);
  const primary = hosts.find(isPrimaryHost);
  const isUnheard = topology.vips.some((vip) => findHolderWord(hosts, vip) === "unheard");
  return {
    cards: hosts.map((host) => toCard(host, topology.vips, primary, texts)),
    groups: [],
    entries: [toClients(topology, texts)],
    lanes: [
      { id: "kernel", label: texts.t("lane.kernel") },
      { id: "wire", label: texts.t("lane.wire") },
    ],
    chips: topology.vips.flatMap((vip, row) => [
      ...kernelChips(vip, row, hosts, texts),
      ...wireChips(vip, row, hosts, texts),
    ]),
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
    emphasis: isPrimaryHost(host),
    age: { label: texts.age(host.ageMs, host.isStale), stale: host.isStale },
    slots: host.members.map((member) => ({
      id: member.memberId,
      label: texts.t("database"),
      title: member.role ?? texts.unknown,
      emphasis: member.role === "PRIMARY",
      tone: toneOf(member),
      toneLabel: member.state ?? texts.unknown,
      ...(member.version === null ? {} : { fact: member.version }),
    })),
    description: describeHost(host, vips, hasLine, texts),
  };
}

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
      .map(({ address }) => texts.t("accessDescription", { address })),
    ...host.members.flatMap((member) => [
      describeMember(member, texts),
      ...(hasLine ? [describeLine(member, texts)] : []),
    ]),
  ]);
}

function describeMember(member: TopologyMember, texts: TopologyTexts): string {
  return texts.t("memberDescription", {
    role: member.role ?? texts.unknown,
    state: member.state ?? texts.unknown,
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

function toClients(topology: Topology, texts: TopologyTexts): TopologyEntry {
  const [vip] = topology.vips;
  const tone = vip?.tone ?? "unknown";
  const base = {
    id: clientsId,
    tier: "clients",
    title: texts.t("clients"),
    tone,
    toneLabel: texts.tone(tone),
  } as const;
  if (vip === undefined) {
    return {
      ...base,
      subtitle: texts.t("clientsDirect"),
      description: texts.t("clientsDirectDescription"),
      isSelectable: false,
    };
  }
  return {
    ...base,
    subtitle: texts.t("clientsVip", { address: vip.address, port: String(vip.port) }),
    description: texts.message(vip.summary),
  };
}

function accessEdges(topology: Topology): TopologyEdge[] {
  return topology.vips.flatMap((vip) =>
    vip.kernelHostIds.map((hostId, index) => ({
      // The first holder keeps the line's identity, so that the line travels with its chip.
      id: index === 0 ? `access:${vip.vipId}` : `access:${vip.vipId}:${hostId}`,
      sourceId: clientsId,
      targetId: hostId,
      kind: "access",
      tone: vip.tone,
      series: "vip",
      label: vip.address,
    })),
  );
}

function replicationEdges(
  hosts: readonly TopologyHost[],
  primary: TopologyHost | undefined,
  texts: TopologyTexts,
): TopologyEdge[] {
  if (primary === undefined) return [];
  return hosts
    .filter((host) => host !== primary)
    .flatMap((host) =>
      host.members.map((member) => ({
        id: `replication:${member.memberId}`,
        sourceId: cardId(primary),
        targetId: cardId(host),
        kind: "replication",
        tone: toneOf(member),
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
