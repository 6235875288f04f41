"use client";

import type { Topology, TopologyHost } from "@primacy/contract";
import { Badge, Card } from "@primacy/ui";
import { useTranslations } from "next-intl";
import type { ReactNode } from "react";
import { useMessageText } from "../../../client/use-locale";
import { useTopology } from "../../../client/use-topology";
import { describeRole } from "../../topology/belief-words";
import { MemberState } from "../../topology/member-state";
import { useTopologyTexts } from "../../topology/topology-texts";

/** The group as it is now, a card for each host with members: states, roles, and which kernels hold the VIPs. */
export function LiveGroup({ clusterId }: { readonly clusterId: string }): ReactNode {
  const t = useTranslations("drill.page");
  const text = useMessageText();
  const topology = useTopology(clusterId).data;
  if (topology === undefined) return null;
  const hosts = topology.hosts.filter(({ members }) => members.length > 0);
  return (
    <Card title={t("group")} description={text(topology.summary)}>
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {[...hosts]
          .sort((a, b) => a.order - b.order)
          .map((host) => (
            <LiveHost key={host.hostId ?? host.name} host={host} topology={topology} />
          ))}
      </ul>
    </Card>
  );
}

function LiveHost({
  host,
  topology: { vips },
}: {
  readonly host: TopologyHost;
  readonly topology: Topology;
}): ReactNode {
  const texts = useTopologyTexts();
  const held = vips.filter(
    ({ kernelHostIds }) => host.hostId !== null && kernelHostIds.includes(host.hostId),
  );
  return (
    <li className="flex min-w-0 flex-col gap-1 rounded-md border border-line px-3 py-2 text-sm">
      <p className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
        <span className="font-medium [overflow-wrap:anywhere]">{host.name}</span>
        {held.map(({ vipId, address }) => (
          <Badge key={vipId} mono>
            {address}
          </Badge>
        ))}
      </p>
      {host.members.map((member) => (
        <div key={member.memberId} className="flex flex-wrap items-center gap-x-3">
          <span className={member.role === "PRIMARY" ? "font-medium" : "text-ink-muted"}>
            {describeRole(member, texts)}
          </span>
          <MemberState member={member} />
        </div>
      ))}
    </li>
  );
}
