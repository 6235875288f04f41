"use client";

import type { Topology, TopologyVip } from "@primacy/contract";
import { Card, DataTable, StatusPip } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { MemberMenu } from "../member/member-menu";
import { cardId } from "./topology-model";
import { useTopologyTexts } from "./topology-texts";
import { WirePip } from "./wire-card";
import { lookOfWire, nameOfAnswerer } from "./wire-state";

/** Everything that the picture shows, as tables. */
export function TopologyTable({ topology }: { readonly topology: Topology }): ReactNode {
  return (
    <div className="flex flex-col gap-4">
      <Card padding="none">
        <HostRows topology={topology} />
      </Card>
      {topology.vips.length === 0 ? null : (
        <Card padding="none">
          <VipRows topology={topology} />
        </Card>
      )}
    </div>
  );
}

function HostRows({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("topology");
  const members = useTranslations("cluster.members");
  const texts = useTopologyTexts();
  const hosts = [...topology.hosts].sort((a, b) => a.order - b.order);
  return (
    <DataTable
      caption={members("caption")}
      rowActions={({ host, member }) => (
        <MemberMenu topology={topology} host={host} member={member} look="row" />
      )}
      rows={hosts.flatMap((host) => host.members.map((member) => ({ host, member })))}
      rowKey={({ host, member }) => `${cardId(host)} ${member.memberId}`}
      columns={[
        { id: "host", header: members("host"), rowHeader: true, cell: ({ host }) => host.name },
        {
          id: "address",
          header: members("address"),
          mono: true,
          cell: ({ member }) => `${member.address}:${member.port}`,
        },
        {
          id: "condition",
          whole: true,
          header: t("hostState"),
          cell: ({ host }) => <StatusPip tone={host.tone} label={t(`condition.${host.condition}`)} />,
        },
        {
          id: "role",
          header: members("role"),
          whole: true,
          cell: ({ member }) => member.role ?? texts.unknown,
        },
        {
          id: "state",
          header: members("state"),
          whole: true,
          cell: ({ member }) => (
            <StatusPip
              tone={member.isStale ? "unknown" : member.tone}
              label={member.state ?? texts.unknown}
            />
          ),
        },
        {
          id: "version",
          header: members("version"),
          mono: true,
          hideBelow: "lg",
          cell: ({ member }) => member.version ?? texts.unknown,
        },
        {
          id: "queue",
          header: members("queue"),
          align: "end",
          hideBelow: "md",
          cell: ({ member }) => member.applyQueue ?? "–",
        },
        {
          id: "lag",
          header: members("lag"),
          align: "end",
          hideBelow: "md",
          cell: ({ member }) => (member.appliedLagMs === null ? "–" : texts.duration(member.appliedLagMs)),
        },
        { id: "age", header: t("age"), cell: ({ member }) => texts.age(member.ageMs, member.isStale) },
      ]}
    />
  );
}

function VipRows({ topology }: { readonly topology: Topology }): ReactNode {
  const t = useTranslations("topology");
  const texts = useTopologyTexts();
  const name = (hostId: string | null): string =>
    topology.hosts.find((host) => host.hostId === hostId)?.name ?? t("stranger");
  const rows: readonly TopologyVip[] = topology.vips;
  return (
    <DataTable
      caption="VIP"
      rows={rows}
      rowKey={(vip) => vip.vipId}
      columns={[
        {
          id: "address",
          header: "VIP",
          rowHeader: true,
          mono: true,
          cell: (vip) => `${vip.address}/${vip.prefixLength}`,
        },
        {
          id: "believes",
          header: t("believes"),
          cell: (vip) => (vip.believedHostId === null ? texts.unknown : name(vip.believedHostId)),
        },
        {
          id: "holds",
          header: t("holds"),
          cell: (vip) =>
            vip.kernelHostIds.length === 0 ? t("shelf") : vip.kernelHostIds.map(name).join(", "),
        },
        {
          id: "answers",
          header: t("answers"),
          cell: (vip) =>
            vip.wire.length === 0
              ? t("shelf")
              : vip.wire
                  .map(
                    (one) =>
                      `${one.mac} (${nameOfAnswerer(vip, topology.hosts, one.hostId) ?? t("stranger")})`,
                  )
                  .join(", "),
        },
        {
          id: "wire",
          header: t("wire.title"),
          cell: (vip) => <WirePip look={lookOfWire(vip)} />,
        },
        {
          id: "state",
          header: t("vipState"),
          whole: true,
          cell: (vip) => <StatusPip tone={vip.tone} label={texts.tone(vip.tone)} />,
        },
        { id: "age", header: t("age"), whole: true, cell: (vip) => texts.age(vip.wireAgeMs, false) },
      ]}
    />
  );
}
