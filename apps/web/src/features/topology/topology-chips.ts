import type { TopologyHost, TopologyVip } from "@primacy/contract";
import type { TopologyChip } from "@primacy/ui/topology";
import type { TopologyTexts } from "./topology-texts";
import { findHolderWord, nameOfHost } from "./vip-holders";
import { nameOfAnswerer } from "./wire-state";

/** The chip of a VIP on the host that holds it. */
export function kernelChipId({ vipId }: Pick<TopologyVip, "vipId">): string {
  return `kernel:${vipId}`;
}

/** Where the chips of a VIP stand, and among what. */
export interface ChipPlace {
  readonly row: number;
  readonly hosts: readonly TopologyHost[];
  /** The cluster has no other VIP. */
  readonly isAlone: boolean;
}

/** Who holds a VIP, a chip for each host: on its card, or beside the picture where no host that is heard holds it. */
export function kernelChips(
  vip: TopologyVip,
  { row, hosts }: ChipPlace,
  texts: TopologyTexts,
): TopologyChip[] {
  const { address } = vip;
  const base = {
    id: kernelChipId(vip),
    laneId: "kernel",
    cardId: null,
    row,
    label: address,
    kind: "address",
    tone: vip.tone,
    detail: detailOf(vip, texts),
  } as const;
  const describe = (text: string): string =>
    [texts.t(`kindOfVip.${vip.kind}`), ...statesOf(vip, texts)].reduce(
      (said, detail) => texts.t("chipDetail", { text: said, detail }),
      text,
    );
  switch (findHolderWord(hosts, vip)) {
    case "unheard":
      return [{ ...base, tone: "unknown", description: describe(texts.t("kernelUnheard", { address })) }];
    case "nobody":
      return [{ ...base, description: describe(texts.t("kernelNobody", { address })) }];
    case "held":
      // The first holder keeps the chip's identity, so that a move travels; a second one is a chip of its own.
      return vip.kernelHostIds.map((hostId, index) => ({
        ...base,
        id: index === 0 ? base.id : `${base.id}:${hostId}`,
        cardId: hostId,
        tone: vip.kernelHostIds.length > 1 ? "failed" : vip.tone,
        description: describe(texts.t("kernelChip", { address, host: nameOfHost(hosts, hostId) })),
      }));
  }
}

/**
 * Which kind of VIP it is, and that it is paused or moved by a plugin, which pauses none. Only the write VIP is drained, so that this
 * word says both.
 */
function detailOf({ kind, provider, paused, draining }: TopologyVip, { t }: TopologyTexts): string {
  if (provider === "greatdb_ha") return t("chipDetail", { text: t(`kind.${kind}`), detail: provider });
  if (paused !== undefined) return t("chipDetail", { text: t(`kind.${kind}`), detail: t("paused") });
  return draining === undefined ? t(`kind.${kind}`) : t("draining");
}

function statesOf({ provider, paused, draining }: TopologyVip, { t }: TopologyTexts): readonly string[] {
  if (provider === "greatdb_ha") return [provider];
  if (paused !== undefined) return [t("paused")];
  return draining === undefined ? [] : [t("draining")];
}

/** Who answers for a VIP, a chip for each machine; silence where a host holds it is a chip too. */
export function wireChips(vip: TopologyVip, place: ChipPlace, texts: TopologyTexts): TopologyChip[] {
  const { row, hosts } = place;
  const silence = silentChip(vip, place, texts);
  if (silence !== null) return [silence];
  const isMany = vip.wireVerdict.state === "many";
  return groupAnswers(vip).map(({ hostId, mac, macs }, index) => {
    const name = nameOfAnswerer(vip, hosts, hostId);
    const isOnCard = hostId !== null && hosts.some((host) => host.hostId === hostId);
    const isElsewhere = hostId === null || !vip.kernelHostIds.includes(hostId);
    const isWrong = !isOnCard || isMany || (vip.kernelHostIds.length > 0 && isElsewhere);
    const params = { mac: macs.join(texts.marks.name), address: vip.address };
    return {
      id: index === 0 ? `wire:${vip.vipId}` : `wire:${vip.vipId}:${hostId ?? mac}`,
      laneId: "wire",
      row,
      // Who has no card here answers from beside the picture: the shelf names it.
      cardId: isOnCard ? hostId : null,
      label: macs.length === 1 ? mac : texts.t("macs", { mac, more: String(macs.length - 1) }),
      kind: "answer",
      tone: isWrong ? "failed" : vip.tone,
      ...(isOnCard ? shortAddress(vip, place) : { detail: name ?? texts.t("stranger") }),
      description:
        name === null
          ? texts.t("wireStranger", params)
          : texts.t("wireChip", { ...params, host: name, count: macs.length }),
    };
  });
}

/** Where a host may answer for several addresses, which one it is: by its last number, for which there is room. */
function shortAddress({ address }: TopologyVip, { isAlone }: ChipPlace): { readonly detail?: string } {
  return isAlone ? {} : { detail: address.slice(address.lastIndexOf(".")) };
}

interface Answerer {
  /** Null: a stranger. */
  readonly hostId: string | null;
  /** The first of its Ethernet addresses, and all of them. */
  readonly mac: string;
  readonly macs: readonly string[];
}

/** A host that answers by several cards is one machine and has one place; of strangers nothing joins two. */
function groupAnswers({ wire }: TopologyVip): readonly Answerer[] {
  const found = new Map<string, Answerer>();
  for (const { mac, hostId } of wire) {
    const key = hostId ?? mac;
    const known = found.get(key);
    found.set(
      key,
      known === undefined ? { hostId, mac, macs: [mac] } : { ...known, macs: [...known.macs, mac] },
    );
  }
  return [...found.values()];
}

/** Where a host holds the address and nobody answers, its lane says so instead of staying empty. */
function silentChip(vip: TopologyVip, place: ChipPlace, texts: TopologyTexts): TopologyChip | null {
  const { row, hosts } = place;
  const [holder] = vip.kernelHostIds;
  if (vip.wireVerdict.state !== "none" || holder === undefined) return null;
  const params = { address: vip.address, host: nameOfHost(hosts, holder) };
  return {
    id: `wire:${vip.vipId}`,
    laneId: "wire",
    row,
    cardId: holder,
    label: texts.t("wire.noAnswer"),
    ...shortAddress(vip, place),
    kind: "answer",
    tone: "warning",
    description: texts.t("wireSilent", params),
  };
}
