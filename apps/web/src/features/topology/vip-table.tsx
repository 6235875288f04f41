"use client";

import type { Topology, TopologyVip } from "@primacy/contract";
import { Badge, type DataColumn, DataTable, StatusPip, Steady } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { SelectionLink, type SelectionLinks } from "./selection-link";
import { kernelChipId } from "./topology-chips";
import { useTopologyTexts } from "./topology-texts";
import { Answerers, Holders } from "./vip-facts";
import { nameOfHost } from "./vip-holders";
import { WirePip } from "./wire-card";
import { lookOfWire } from "./wire-state";

/** The clients' way in and the chips of the picture: what the database believes, the kernels hold, the wire answers. */
export function VipTable({
  topology,
  place,
}: {
  readonly topology: Topology;
  readonly place: SelectionLinks;
}): ReactNode {
  return (
    <DataTable
      caption="VIP"
      rows={topology.vips}
      rowKey={(vip) => vip.vipId}
      columns={[
        ...useNameColumns(place),
        ...useReadColumns(topology.vips),
        ...useWitnessColumns(topology),
        ...useStateColumns(),
      ]}
    />
  );
}

function useNameColumns(place: SelectionLinks): readonly DataColumn<TopologyVip>[] {
  const t = useTranslations("vip");
  return [
    {
      id: "address",
      header: "VIP",
      rowHeader: true,
      mono: true,
      cell: (vip) => (
        <SelectionLink place={place} selection={{ kind: "chip", id: kernelChipId(vip) }}>
          {`${vip.address}/${vip.prefixLength}`}
        </SelectionLink>
      ),
    },
    { id: "kind", header: t("kind"), whole: true, cell: (vip) => t(`kinds.${vip.kind}`) },
    { id: "provider", header: t("provider"), cell: (vip) => t(`providers.${vip.provider ?? "agent"}`) },
    { id: "port", header: t("port"), mono: true, cell: (vip) => vip.port },
  ];
}

/** What read VIPs go by, where there are any. */
function useReadColumns(vips: readonly TopologyVip[]): readonly DataColumn<TopologyVip>[] {
  const t = useTranslations("vip");
  if (!vips.some(({ kind }) => kind === "read")) return [];
  return [
    {
      id: "policy",
      header: t("policy"),
      cell: ({ reads }) => (reads === undefined ? "–" : t(`policies.${reads.policy}`)),
    },
    {
      id: "maxLag",
      header: t("maxLag"),
      whole: true,
      cell: ({ reads }) => (reads === undefined ? "–" : t("seconds", { count: String(reads.maxLagSeconds) })),
    },
  ];
}

function useWitnessColumns({ hosts, vips }: Topology): readonly DataColumn<TopologyVip>[] {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  const hasReads = vips.some(({ kind }) => kind === "read");
  return [
    {
      id: "believes",
      header: t(hasReads ? "believes.any" : "believes.write"),
      cell: (vip) => (vip.believedHostId === null ? texts.unknown : nameOfHost(hosts, vip.believedHostId)),
    },
    { id: "holds", header: t("holds"), cell: (vip) => <Holders vip={vip} hosts={hosts} /> },
    { id: "answers", header: t("answers"), cell: (vip) => <Answerers vip={vip} hosts={hosts} /> },
  ];
}

function useStateColumns(): readonly DataColumn<TopologyVip>[] {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  return [
    { id: "wire", header: t("wire.title"), cell: (vip) => <WirePip look={lookOfWire(vip)} /> },
    {
      id: "state",
      header: t("vipState"),
      whole: true,
      cell: (vip) => (
        <span className="inline-flex items-center gap-2">
          <StatusPip tone={vip.tone} label={texts.tone(vip.tone)} />
          {vip.paused === undefined ? null : <Badge>{t("paused")}</Badge>}
          {vip.draining === undefined ? null : <Badge>{t("draining")}</Badge>}
        </span>
      ),
    },
    {
      id: "age",
      header: t("age"),
      whole: true,
      cell: (vip) => <Steady text={texts.age(vip.wireAgeMs, false)} samples={texts.longestAges(false)} />,
    },
  ];
}
