import { type Topology, type TopologyVip, type VipKind, withPort } from "@primacy/contract";
import type { TopologyEdge, TopologyEntry } from "@primacy/ui/topology";
import { joinSentences } from "../../client/sentences";
import type { TopologyTexts } from "./topology-texts";
import { toneOfVips } from "./vip-kinds";

/** The ways in by what clients come for; those that write keep the name that the one way in always had. */
const entryIds: Readonly<Record<VipKind, string>> = { write: "clients", read: "clients:read" };
const kinds = ["write", "read"] as const;

/** The VIPs through which the clients of a way in come. */
export function listVipsOfEntry(vips: readonly TopologyVip[], entryId: string): readonly TopologyVip[] {
  return vips.filter(({ kind }) => entryIds[kind] === entryId);
}

/** A way in for each kind of VIP that the cluster has; without any, the one that leads nowhere yet. */
export function toEntries({ vips }: Pick<Topology, "vips">, texts: TopologyTexts): TopologyEntry[] {
  const entries = kinds.flatMap((kind) => toEntry(kind, listVipsOfEntry(vips, entryIds[kind]), vips, texts));
  return entries.length > 0 ? entries : [toDirectEntry(texts)];
}

function toEntry(
  kind: VipKind,
  vips: readonly TopologyVip[],
  all: readonly TopologyVip[],
  texts: TopologyTexts,
): TopologyEntry[] {
  const first = vips.find((vip) => vip.isEnabled) ?? vips[0];
  if (first === undefined) return [];
  const others = vips.filter((vip) => vip !== first);
  const tone = toneOfVips(vips);
  const { address, port } = first;
  const params = { place: withPort(address, port), more: String(others.length) };
  const isOnlyWrite = kind === "write" && vips.length === all.length;
  return [
    {
      id: entryIds[kind],
      tier: "clients",
      title: texts.t(isOnlyWrite ? "clients" : `clientsOf.${kind}`),
      subtitle: texts.t(others.length === 0 ? "clientsVip" : "clientsVips", params),
      tone,
      toneLabel: texts.tone(tone),
      description: joinSentences(vips.map(({ summary }) => texts.message(summary))),
    },
  ];
}

function toDirectEntry(texts: TopologyTexts): TopologyEntry {
  return {
    id: entryIds.write,
    tier: "clients",
    title: texts.t("clients"),
    subtitle: texts.t("clientsDirect"),
    tone: "unknown",
    toneLabel: texts.tone("unknown"),
    description: texts.t("clientsDirectDescription"),
    isSelectable: false,
  };
}

/** A line from the way in of each VIP to whoever holds it. Lines from one place would say their addresses there at once. */
export function accessEdges({ vips }: Pick<Topology, "vips">): TopologyEdge[] {
  return vips.flatMap((vip) => {
    const sourceId = entryIds[vip.kind];
    const isAlone = listVipsOfEntry(vips, sourceId).length === 1;
    return vip.kernelHostIds.map((hostId, index) => ({
      // The first holder keeps the line's identity, so that the line travels with its chip.
      id: index === 0 ? `access:${vip.vipId}` : `access:${vip.vipId}:${hostId}`,
      sourceId,
      targetId: hostId,
      kind: "access",
      tone: vip.tone,
      series: "vip",
      ...(isAlone ? { label: vip.address } : {}),
    }));
  });
}
