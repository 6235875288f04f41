"use client";

import type { Topology, TopologyVip } from "@primacy/contract";
import { StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useListMarks } from "../../i18n/list-marks";
import { useTopologyTexts } from "./topology-texts";
import { findHolderWord, nameOfHost } from "./vip-holders";
import { lookOfWire, nameOfAnswerer } from "./wire-state";

interface VipFactProps {
  readonly vip: TopologyVip;
  readonly hosts: Topology["hosts"];
}

/** The hosts whose kernel holds a VIP; where none is known, whether that is a fact or nobody can tell. */
export function Holders({ vip, hosts }: VipFactProps): ReactNode {
  const t = useTranslations("topology");
  const marks = useListMarks();
  switch (findHolderWord(hosts, vip)) {
    case "held":
      return vip.kernelHostIds.map((hostId) => nameOfHost(hosts, hostId)).join(marks.name);
    case "nobody":
      return t("nobody");
    case "unheard":
      return <StatusPip tone="unknown" label={t("nobodyHeard")} />;
  }
}

/** The Ethernet addresses that answer for a VIP, each with its owner; where there is none, whether anybody asked. */
export function Answerers({ vip, hosts }: VipFactProps): ReactNode {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  if (vip.wire.length > 0) {
    return vip.wire
      .map(({ mac, hostId }) => `${mac} (${nameOfAnswerer(vip, hosts, hostId) ?? t("stranger")})`)
      .join(texts.marks.name);
  }
  const isKnown = lookOfWire(vip).word !== "unknown";
  return isKnown ? (
    t("nobody")
  ) : (
    <StatusPip tone="unknown" label={texts.unknown} className="font-sans text-sm" />
  );
}
