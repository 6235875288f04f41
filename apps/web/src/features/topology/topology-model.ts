import type { Topology, TopologyHost, TopologyMember, TopologyVip } from "@primacy/contract";
import type {
  TopologyCard,
  TopologyChip,
  TopologyEdge,
  TopologyEntry,
  TopologyModel,
} from "@primacy/ui/topology";
import { treatmentOf } from "./host-treatment";
import type { TopologyTexts } from "./topology-texts";
import { nameOfAnswerer } from "./wire-state";

const clientsId = "clients";

/** The identity of a host's card; a member on a machine that the console does not know has one too. */
export function cardId(host: TopologyHost): string {
  return host.hostId ?? `address:${host.address}`;
}

/** Turns the contract's picture into what the canvas draws: belief in slots, kernel and wire in lanes of their own. */
export function toTopologyModel(topology: Topology, texts: TopologyTexts): TopologyModel {
  const hosts = [...topology.hosts].sort((a, b) => a.order - b.order);
  return {
    cards: hosts.map((host) => toCard(host, texts)),
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
    edges: [...accessEdges(topology), ...replicationEdges(hosts, texts)],
    shelfLabel: texts.t("shelf"),
  };
}

function toCard(host: TopologyHost, texts: TopologyTexts): TopologyCard {
  const isPrimary = host.members.some((member) => member.role === "PRIMARY");
  const members = host.members.map((member) => describeMember(member, texts)).join(" ");
  return {
    id: cardId(host),
    title: host.name,
    subtitle: [host.address, host.nic].filter((part) => part !== null).join(" "),
    treatment: treatmentOf(host),
    tone: host.isStale && host.tone === "ok" ? "unknown" : host.tone,
    toneLabel: texts.t(`condition.${host.condition}`),
    emphasis: isPrimary,
    age: { label: texts.age(host.ageMs, host.isStale), stale: host.isStale },
    slots: host.members.map((member) => ({
      id: member.memberId,
      label: texts.t("database"),
      title: member.role ?? texts.unknown,
      emphasis: member.role === "PRIMARY",
      tone: member.isStale && member.tone === "ok" ? "unknown" : member.tone,
      toneLabel: member.state ?? texts.unknown,
      ...(member.version === null ? {} : { fact: member.version }),
    })),
    description: texts.t("hostDescription", {
      host: host.name,
      address: host.address,
      condition: texts.t(`condition.${host.condition}`),
      members,
    }),
  };
}

function describeMember(member: TopologyMember, texts: TopologyTexts): string {
  return texts.t("memberDescription", {
    role: member.role ?? texts.unknown,
    state: member.state ?? texts.unknown,
    version: member.version ?? texts.unknown,
    age: texts.age(member.ageMs, member.isStale),
  });
}

function toClients(topology: Topology, texts: TopologyTexts): TopologyEntry {
  const [vip] = topology.vips;
  const subtitle =
    vip === undefined
      ? texts.t("clientsDirect")
      : texts.t("clientsVip", { address: vip.address, port: String(vip.port) });
  const tone = vip?.tone ?? "unknown";
  return {
    id: clientsId,
    tier: "clients",
    title: texts.t("clients"),
    subtitle,
    tone,
    toneLabel: texts.tone(tone),
    description: vip === undefined ? subtitle : texts.message(vip.summary),
  };
}

function kernelChips(
  vip: TopologyVip,
  row: number,
  hosts: readonly TopologyHost[],
  texts: TopologyTexts,
): TopologyChip[] {
  const base = {
    laneId: "kernel",
    row,
    label: vip.address,
    kind: "address",
    tone: vip.tone,
    ...(vip.paused === undefined ? {} : { detail: texts.t("paused") }),
  } as const;
  if (vip.kernelHostIds.length === 0) {
    return [
      {
        ...base,
        id: `kernel:${vip.vipId}`,
        cardId: null,
        description: texts.t("kernelNobody", { address: vip.address }),
      },
    ];
  }
  // The first holder keeps the chip's identity, so that a move travels; a second one is a chip of its own.
  return vip.kernelHostIds.map((hostId, index) => ({
    ...base,
    id: index === 0 ? `kernel:${vip.vipId}` : `kernel:${vip.vipId}:${hostId}`,
    cardId: hostId,
    tone: vip.kernelHostIds.length > 1 ? "failed" : vip.tone,
    description: texts.t("kernelChip", { address: vip.address, host: nameOf(hosts, hostId) }),
  }));
}

function wireChips(
  vip: TopologyVip,
  row: number,
  hosts: readonly TopologyHost[],
  texts: TopologyTexts,
): TopologyChip[] {
  const silence = silentChip(vip, row, hosts, texts);
  if (silence !== null) return [silence];
  const isMany = vip.wireVerdict?.state === "many";
  return vip.wire.map(({ mac, hostId }, index) => {
    const name = nameOfAnswerer(vip, hosts, hostId);
    const isOnCard = hosts.some((host) => host.hostId === hostId);
    const isWrong =
      !isOnCard ||
      isMany ||
      hostId === null ||
      (vip.kernelHostIds.length > 0 && !vip.kernelHostIds.includes(hostId));
    return {
      id: index === 0 ? `wire:${vip.vipId}` : `wire:${vip.vipId}:${mac}`,
      laneId: "wire",
      row,
      // Who has no card here answers from beside the picture: the shelf names it.
      cardId: isOnCard ? hostId : null,
      label: mac,
      kind: "answer",
      tone: isWrong ? "failed" : vip.tone,
      ...(isOnCard ? {} : { detail: name ?? texts.t("stranger") }),
      description:
        name === null
          ? texts.t("wireStranger", { mac, address: vip.address })
          : texts.t("wireChip", { mac, address: vip.address, host: name }),
    };
  });
}

/** Where a host holds the address and nobody answers, its lane says so instead of staying empty. */
function silentChip(
  vip: TopologyVip,
  row: number,
  hosts: readonly TopologyHost[],
  texts: TopologyTexts,
): TopologyChip | null {
  const [holder] = vip.kernelHostIds;
  if (vip.wireVerdict?.state !== "none" || holder === undefined) return null;
  const params = { address: vip.address, host: nameOf(hosts, holder) };
  return {
    id: `wire:${vip.vipId}`,
    laneId: "wire",
    row,
    cardId: holder,
    label: texts.t("wire.noAnswer"),
    kind: "answer",
    tone: "warning",
    description: texts.t("wireSilent", params),
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

function replicationEdges(hosts: readonly TopologyHost[], texts: TopologyTexts): TopologyEdge[] {
  const primary = hosts.find((host) => host.members.some((member) => member.role === "PRIMARY"));
  if (primary === undefined) return [];
  return hosts
    .filter((host) => host !== primary)
    .flatMap((host) =>
      host.members.map((member) => ({
        id: `replication:${member.memberId}`,
        sourceId: cardId(primary),
        targetId: cardId(host),
        kind: "replication",
        tone: member.isStale && member.tone === "ok" ? "unknown" : member.tone,
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

function nameOf(hosts: readonly TopologyHost[], hostId: string): string {
  return hosts.find((host) => host.hostId === hostId)?.name ?? hostId;
}
